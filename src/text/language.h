#pragma once

#include <string_view>

#include "types/document.h"

namespace gloss {

/// The likeliest of en, de, es, fr, it for a text in Latin script, from its function words and
/// letters; "" when the text is too short or in none of them. Deterministic, reads at most the
/// first 64 KiB.
LanguageCode DetectLanguage(std::string_view text);

}  // namespace gloss
