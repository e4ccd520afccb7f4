#pragma once

#include <string>
#include <string_view>

namespace gloss {

/// The encoding of a text that is not Unicode, by ICU's statistics; empty when they are not sure.
/// Thread-safe.
std::string DetectLegacyEncoding(std::string_view bytes);

/// False when the characters beyond ASCII of a decoded text (UTF-8) stand where no language puts
/// them, as when bytes are read in the wrong encoding: capitals after small letters, symbols inside
/// words, control characters. A single letter proves nothing: one broken byte looks the same.
bool IsPlausibleText(std::string_view text);

/// The Encoding Standard's reading of names that mean a superset of what they say ("latin1" is
/// windows-1252); other names in lower case.
std::string CanonicalEncoding(std::string_view label);

}  // namespace gloss
