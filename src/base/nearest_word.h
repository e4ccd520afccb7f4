#pragma once

#include <span>
#include <string>
#include <string_view>

namespace gloss {

/// The known word that a mistyped one most likely means: the nearest by edit distance (Levenshtein,
/// bytes), the first of equals; "" when none is within `max_distance`.
std::string NearestWord(std::string_view word, std::span<const std::string> known,
                        size_t max_distance = 2);

}  // namespace gloss
