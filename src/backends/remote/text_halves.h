#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

namespace gloss {

/// A text that is too long for a model, in two parts that overlap by `overlap` bytes or so, cut at
/// white space near the middle or, without any, between two characters.
std::pair<std::string_view, std::string_view> TextHalves(std::string_view text, size_t overlap);

}  // namespace gloss
