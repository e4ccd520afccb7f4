#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "types/document.h"

namespace gloss {

/// Each block as one line: its kind (with "@level" for headings, "@table/row/column" and "!" for
/// header cells), ": " and its text. For tests.
std::vector<std::string> Shown(const Document& document);

/// A ZIP archive (deflated) of the files. For tests.
std::string ZipOf(const std::vector<std::pair<std::string, std::string>>& files);

/// A DOCX file whose body holds this WordprocessingML (prefixes w, m, mc, wps, v are declared),
/// with more parts (names from the root, "word/footnotes.xml") and relationships for those that a
/// main document has. For tests.
std::string DocxOf(std::string_view body,
                   const std::vector<std::pair<std::string, std::string>>& parts = {});

/// The same namespaces for a part's root element.
std::string WordRoot(std::string_view element, std::string_view content);

}  // namespace gloss
