#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "loaders/pdf_text.h"

namespace gloss {

/// The text of one word (or title) as a person would type it; valid UTF-8:
/// - ligature characters (U+FB00 to U+FB06) and Arabic presentation forms become plain letters;
/// - bullets of symbol fonts (private use) become •;
/// - control characters, zero-width spaces and byte order marks are dropped, and soft hyphens too,
///   except one at the end (a word cut by hyphenation);
/// - every kind of space becomes ' ', none at the ends; invalid bytes become U+FFFD.
std::string ReadablePdfText(std::string_view text);

/// True when most letters of the text belong to a script that runs right to left.
bool RunsRightToLeft(std::string_view text);

/// pdftotext gives the letters of right-to-left words from left to right as they are drawn, unless
/// the PDF carries the text itself. This puts them into the order in which they are read, after
/// telling from the words (final letters, articles) which of the two it is.
/// Returns false when there is no such word.
bool RestoreRightToLeftWords(PdfText& text);

/// Number of words with a sign in the place of letters ("di!culties"): a font that maps its
/// ligatures wrongly.
size_t CountSpoiltWords(const PdfText& text);

/// Share of the letters that cannot be what the page shows: private use, unassigned, U+FFFD, and
/// words whose letters are mixed as no writing mixes them (a font without a map to Unicode).
/// 0 for no text, 1 for nothing readable.
double UnreadableShare(const PdfText& text);

}  // namespace gloss
