#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "loaders/loader.h"
#include "loaders/zip_parts.h"

namespace gloss {

/// One line of a ".rels" part.
struct DocxRelationship {
  std::string id;
  std::string type;  ///< The last word of its URI ("styles", "footnotes"), same in both standards.
  std::string target;  ///< Name of the part; empty when it points outside the package.
};

/// The parts of a DOCX file and how they hang together. Immutable after Open.
class DocxPackage {
 public:
  /// Errors: as ReadZipParts and ParseXmlPart; kCorruptDocument when there is no main document
  /// part.
  static Result<DocxPackage> Open(std::string_view bytes, const LoadOptions& options);

  const std::string& main_part() const { return main_part_; }

  /// Relationships of the main document part, in file order.
  const std::vector<DocxRelationship>& relationships() const { return relationships_; }

  /// The main document's part of that relationship type ("styles"); empty when there is none.
  std::string_view PartOfType(std::string_view type) const;

  /// Name of the package's core properties part; empty when there is none.
  const std::string& core_properties() const { return core_properties_; }

  /// Null when there is no such part.
  const std::string* Content(std::string_view part) const;

 private:
  ZipParts parts_;
  std::string main_part_;
  std::string core_properties_;
  std::vector<DocxRelationship> relationships_;
};

}  // namespace gloss
