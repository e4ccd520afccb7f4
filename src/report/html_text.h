#pragma once

#include <string>
#include <string_view>

#include "types/document.h"

namespace gloss {

/// Text as HTML content or attribute value (in double or single quotes). Control characters other
/// than tab and newline, bidi overrides and other hidden characters become a visible "[U+202E]";
/// invalid UTF-8 becomes U+FFFD.
std::string EscapeHtml(std::string_view text);

/// EscapeHtml, appended.
void AppendEscapedHtml(std::string_view text, std::string* out);

/// ` lang="ar"`; empty when the language is not known.
std::string LanguageAttribute(const Document& document);

/// Source of a content security policy for inline content: "'sha256-…'".
std::string CspHash(std::string_view content);

}  // namespace gloss
