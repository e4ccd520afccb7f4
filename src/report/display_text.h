#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gloss {

/// Text from a document made fit for a terminal.

/// One line of text that cannot move or colour a terminal, nor reorder what stands beside it:
/// white space runs become one space; control characters, bidi embeddings, overrides and isolates,
/// and other invisible characters become a visible "[U+202E]"; soft hyphens and zero-width spaces
/// are left out; joiners (emoji, Persian) and the marks LRM and RLM stay; invalid UTF-8 becomes
/// U+FFFD. With `unicode` false the result is ASCII: punctuation is replaced by its plain form,
/// accents are dropped, and what has no ASCII form is "?".
std::string SafeText(std::string_view text, bool unicode = true);

/// True for a code point that SafeText shows as "[U+…]".
bool IsHiddenControl(char32_t c);

/// True for an invisible code point that may be left out where text is shown.
bool IsIgnorable(char32_t c);

/// "[U+202E]".
std::string ControlLabel(char32_t c);

/// Columns that the text takes: 2 for East Asian wide characters and emoji, 0 for combining marks.
/// REQUIRES: one line without control characters (SafeText).
size_t DisplayWidth(std::string_view text);

/// Breaks safe text into lines of at most `width` columns: at spaces and where the script allows
/// (Unicode line breaking); a longer word is cut between characters. Never empty.
std::vector<std::string> WrapText(std::string_view text, size_t width);

/// At most `width` columns of safe text; what is cut ends in `ellipsis`.
std::string TruncateText(std::string_view text, size_t width, std::string_view ellipsis);

}  // namespace gloss
