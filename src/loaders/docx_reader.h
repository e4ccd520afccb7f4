#pragma once

#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/status.h"
#include "loaders/document_builder.h"
#include "loaders/docx_styles.h"
#include "loaders/loader.h"

namespace gloss {

/// Turns WordprocessingML into blocks: paragraphs with their runs, tables, text boxes. Tracked
/// insertions are read, deletions are not; so are field results and not field codes; hidden text is
/// left out. Recursive over a tree whose depth ParseXmlPart has bounded. Not thread-safe.
class DocxReader {
 public:
  DocxReader(const DocxStyles& styles, const LoadOptions& options, DocumentBuilder& builder)
      : styles_(styles), options_(options), builder_(builder) {}

  /// Reads one story (body, note, comment, header): all its blocks, as `kind` when that is given.
  /// Errors: as DocumentBuilder::AppendBlock.
  Status ReadStory(const pugi::xml_node& story, std::optional<BlockKind> kind);

  /// Ids of the notes that the text refers to, in the order of their first reference.
  const std::vector<std::string>& footnotes() const { return footnotes_.ids; }
  const std::vector<std::string>& endnotes() const { return endnotes_.ids; }

 private:
  struct Notes {
    std::vector<std::string> ids;
    std::unordered_map<std::string, size_t> numbers;
    size_t NumberOf(std::string_view id);
  };

  /// How the paragraph at hand is told apart from others.
  struct Paragraph {
    BlockKind kind = BlockKind::kParagraph;
    int heading_level = 0;
    bool is_hidden = false;
  };

  Status ReadBlocks(const pugi::xml_node& parent);
  Status ReadParagraph(const pugi::xml_node& paragraph);
  Status ReadTable(const pugi::xml_node& table);
  Status ReadRow(const pugi::xml_node& row, TableCell place);
  Paragraph PropertiesOf(const pugi::xml_node& paragraph) const;

  void ReadInline(const pugi::xml_node& parent);
  void ReadRun(const pugi::xml_node& run);
  void ReadRunChild(const pugi::xml_node& child, std::string_view font);
  void ReadRuby(const pugi::xml_node& ruby);
  void FollowField(const pugi::xml_node& field_character);
  void CollectTextBoxes(const pugi::xml_node& node);
  void AppendText(std::string_view text);
  void EndSuperscript();
  Status FlushParagraph();

  const DocxStyles& styles_;
  const LoadOptions& options_;
  DocumentBuilder& builder_;

  std::optional<BlockKind> story_kind_;
  std::optional<TableCell> cell_;
  Paragraph paragraph_;
  std::string text_;
  std::vector<pugi::xml_node> text_boxes_;
  std::optional<size_t> superscript_;  // Where the superscript at hand starts in text_.
  std::vector<bool> fields_;           // Open fields, innermost last: true once in the result.
  size_t open_codes_ = 0;              // Open fields that are still in their code.
  bool follows_fields_ = true;
  Notes footnotes_;
  Notes endnotes_;
  std::unordered_set<std::string> furniture_;  // Headers repeat from section to section.
};

}  // namespace gloss
