#include "loaders/docx_loader.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "loaders/ascii.h"
#include "loaders/document_builder.h"
#include "loaders/docx_package.h"
#include "loaders/docx_reader.h"
#include "loaders/docx_styles.h"
#include "loaders/format.h"
#include "loaders/xml_part.h"

namespace gloss {
namespace {

using XmlDocument = std::unique_ptr<pugi::xml_document>;

class DocxLoader {
 public:
  DocxLoader(const DocxPackage& package, const LoadOptions& options)
      : package_(package), options_(options), builder_(options) {}

  Result<Document> Load() {
    GLOSS_ASSIGN_OR_RETURN(const XmlDocument main, Parse(package_.main_part()));
    const pugi::xml_node body = ChildNamed(RootElement(*main), "body");
    if (!body) {
      return Status(StatusCode::kCorruptDocument,
                    fmt::format("its part {} has no body", OneLineAscii(package_.main_part())));
    }
    GLOSS_ASSIGN_OR_RETURN(const XmlDocument styles_part, Parse(package_.PartOfType("styles")));
    const DocxStyles styles = styles_part ? DocxStyles(RootElement(*styles_part)) : DocxStyles();
    DocxReader reader(styles, options_, builder_);
    GLOSS_RETURN_IF_ERROR(reader.ReadStory(body, std::nullopt));
    builder_.ClearHeadings();
    GLOSS_RETURN_IF_ERROR(ReadNotes("footnotes", reader.footnotes(), reader));
    GLOSS_RETURN_IF_ERROR(ReadNotes("endnotes", reader.endnotes(), reader));
    GLOSS_RETURN_IF_ERROR(ReadComments(reader));
    GLOSS_RETURN_IF_ERROR(ReadFurniture(reader));
    GLOSS_RETURN_IF_ERROR(ReadTitle());
    return builder_.Finish(MediaTypeOf(Format::kDocx));
  }

 private:
  /// Null for no name and, with a warning, for a part that is referred to but not there.
  Result<XmlDocument> Parse(std::string_view part) {
    if (part.empty()) return XmlDocument();
    const std::string* content = package_.Content(part);
    if (content == nullptr) {
      builder_.AddWarning(fmt::format("its part {} is missing", OneLineAscii(part)));
      return XmlDocument();
    }
    return ParseXmlPart(std::string(part), *content, options_);
  }

  Status ReadNotes(std::string_view type, const std::vector<std::string>& ids, DocxReader& reader) {
    if (ids.empty()) return Status::Ok();
    GLOSS_ASSIGN_OR_RETURN(const XmlDocument part, Parse(package_.PartOfType(type)));
    if (!part) return Status::Ok();
    std::unordered_map<std::string_view, pugi::xml_node> notes;
    for (const pugi::xml_node note : RootElement(*part).children()) {
      notes.emplace(AttributeNamed(note, "id"), note);
    }
    // Reading a note may not add to the list that is walked: notes have no notes.
    const std::vector<std::string> order = ids;
    for (const std::string& id : order) {
      const auto note = notes.find(id);
      if (note == notes.end()) continue;
      GLOSS_RETURN_IF_ERROR(reader.ReadStory(note->second, BlockKind::kFootnote));
    }
    return Status::Ok();
  }

  Status ReadComments(DocxReader& reader) {
    GLOSS_ASSIGN_OR_RETURN(const XmlDocument part, Parse(package_.PartOfType("comments")));
    if (!part) return Status::Ok();
    for (const pugi::xml_node comment : RootElement(*part).children()) {
      if (LocalName(comment) != "comment") continue;
      GLOSS_RETURN_IF_ERROR(reader.ReadStory(comment, BlockKind::kComment));
    }
    return Status::Ok();
  }

  Status ReadFurniture(DocxReader& reader) {
    for (const DocxRelationship& relationship : package_.relationships()) {
      if (relationship.type != "header" && relationship.type != "footer") continue;
      GLOSS_ASSIGN_OR_RETURN(const XmlDocument part, Parse(relationship.target));
      if (!part) continue;
      GLOSS_RETURN_IF_ERROR(reader.ReadStory(RootElement(*part), BlockKind::kFurniture));
    }
    return Status::Ok();
  }

  Status ReadTitle() {
    GLOSS_ASSIGN_OR_RETURN(const XmlDocument part, Parse(package_.core_properties()));
    if (part) builder_.SetTitle(ChildNamed(RootElement(*part), "title").child_value());
    return Status::Ok();
  }

  const DocxPackage& package_;
  const LoadOptions& options_;
  DocumentBuilder builder_;
};

}  // namespace

Result<Document> LoadDocx(std::string_view bytes, const LoadOptions& options) {
  GLOSS_ASSIGN_OR_RETURN(const DocxPackage package, DocxPackage::Open(bytes, options));
  return DocxLoader(package, options).Load();
}

}  // namespace gloss
