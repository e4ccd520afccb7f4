#include "loaders/docx_package.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "loaders/ascii.h"
#include "loaders/xml_part.h"

namespace gloss {
namespace {

/// Parts with text that a reader sees, and what leads to them; not media, themes, embedded files.
bool IsWanted(std::string_view name) {
  if (!name.ends_with(".xml") && !name.ends_with(".rels")) return false;
  for (const std::string_view folder : {"customXml/", "/theme/", "/glossary/", "/charts/",
                                        "/diagrams/", "/embeddings/", "/activeX/", "/media/"}) {
    if (name.find(folder) != std::string_view::npos) return false;
  }
  return true;
}

/// "word/document.xml" → "word/"; "" for a part in the root.
std::string FolderOf(std::string_view part) {
  const size_t slash = part.rfind('/');
  return slash == std::string_view::npos ? std::string{} : std::string(part.substr(0, slash + 1));
}

std::string RelationshipsPartOf(std::string_view part) {
  const std::string folder = FolderOf(part);
  return fmt::format("{}_rels/{}.rels", folder, part.substr(folder.size()));
}

/// Resolves a target against the folder of its source, with "." and "..".
std::string ResolveTarget(std::string_view folder, std::string_view target) {
  std::vector<std::string_view> steps;
  const std::string joined =
      target.starts_with('/') ? std::string(target) : std::string(folder) + std::string(target);
  std::string_view rest = joined;
  while (!rest.empty()) {
    const size_t slash = std::min(rest.find('/'), rest.size());
    const std::string_view step = rest.substr(0, slash);
    if (step == "..") {
      if (!steps.empty()) steps.pop_back();
    } else if (!step.empty() && step != ".") {
      steps.push_back(step);
    }
    rest.remove_prefix(std::min(slash + 1, rest.size()));
  }
  return fmt::format("{}", fmt::join(steps, "/"));
}

Result<std::vector<DocxRelationship>> ReadRelationships(const ZipParts& parts,
                                                        std::string_view source,
                                                        const LoadOptions& options) {
  std::vector<DocxRelationship> relationships;
  const auto part = parts.find(RelationshipsPartOf(source));
  if (part == parts.end()) return relationships;
  GLOSS_ASSIGN_OR_RETURN(const auto document, ParseXmlPart(part->first, part->second, options));
  const std::string folder = FolderOf(source);
  for (const pugi::xml_node node : RootElement(*document).children()) {
    if (LocalName(node) != "Relationship") continue;
    DocxRelationship relationship;
    relationship.id = AttributeNamed(node, "Id");
    const std::string_view type = AttributeNamed(node, "Type");
    const size_t slash = type.rfind('/');
    relationship.type = slash == std::string_view::npos ? type : type.substr(slash + 1);
    if (!EqualsLower(AttributeNamed(node, "TargetMode"), "external")) {
      relationship.target = ResolveTarget(folder, AttributeNamed(node, "Target"));
    }
    relationships.push_back(std::move(relationship));
  }
  return relationships;
}

std::string TargetOf(const std::vector<DocxRelationship>& relationships, std::string_view type) {
  for (const DocxRelationship& relationship : relationships) {
    if (relationship.type == type && !relationship.target.empty()) return relationship.target;
  }
  return {};
}

}  // namespace

Result<DocxPackage> DocxPackage::Open(std::string_view bytes, const LoadOptions& options) {
  DocxPackage package;
  GLOSS_ASSIGN_OR_RETURN(package.parts_, ReadZipParts(bytes, IsWanted, options));
  GLOSS_ASSIGN_OR_RETURN(const auto root, ReadRelationships(package.parts_, "", options));
  package.main_part_ = TargetOf(root, "officeDocument");
  if (package.main_part_.empty()) package.main_part_ = "word/document.xml";
  if (package.Content(package.main_part_) == nullptr) {
    return Status(StatusCode::kCorruptDocument,
                  fmt::format("its main part {} is missing", OneLineAscii(package.main_part_)));
  }
  package.core_properties_ = TargetOf(root, "core-properties");
  GLOSS_ASSIGN_OR_RETURN(package.relationships_,
                         ReadRelationships(package.parts_, package.main_part_, options));
  return package;
}

std::string_view DocxPackage::PartOfType(std::string_view type) const {
  for (const DocxRelationship& relationship : relationships_) {
    if (relationship.type == type && !relationship.target.empty()) return relationship.target;
  }
  return {};
}

const std::string* DocxPackage::Content(std::string_view part) const {
  const auto found = parts_.find(part);
  return found == parts_.end() ? nullptr : &found->second;
}

}  // namespace gloss
