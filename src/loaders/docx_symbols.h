#pragma once

#include <string>
#include <string_view>

namespace gloss {

/// The Unicode character that a symbol font shows for a code (w:sym; the 0xF000 of the private use
/// area is taken off): Greek, mathematics and arrows of the font "Symbol", ticks and bullets of
/// "Wingdings". Any other code comes back as the character that it is in Unicode.
std::string DocxSymbol(std::string_view font, unsigned code);

/// A text with every private use character of a symbol font replaced; other fonts' text as it is.
std::string DocxSymbolText(std::string_view font, std::string_view text);

}  // namespace gloss
