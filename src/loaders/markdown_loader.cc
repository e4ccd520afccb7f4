#include "loaders/markdown_loader.h"

#include <fmt/format.h>
#include <md4c.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "loaders/ascii.h"
#include "loaders/document_builder.h"
#include "loaders/encoding.h"
#include "loaders/format.h"
#include "loaders/html_entities.h"
#include "loaders/html_renderer.h"
#include "loaders/html_tree.h"
#include "loaders/inline_text.h"
#include "loaders/markdown_limits.h"
#include "loaders/markdown_parts.h"

namespace gloss {
namespace {

/// md4c fills up short table rows to the width of the table: a small file can ask for billions of
/// cells.
constexpr size_t kMaxTableCells = 1'000'000;

/// One space for a run of spaces and tabs, as a browser shows it; line breaks stay.
std::string CollapsedSpaces(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    const bool is_space = c == ' ' || c == '\t';
    if (is_space && !result.empty() && (result.back() == ' ' || result.back() == '\n')) continue;
    if (c == '\n' && !result.empty() && result.back() == ' ') result.pop_back();
    result += is_space ? ' ' : c;
  }
  return result;
}

/// Turns md4c's calls into blocks. One object renders a body and its footnotes.
class MarkdownRenderer {
 public:
  MarkdownRenderer(const MarkdownParts& parts, const LoadOptions& options, DocumentBuilder& builder)
      : parts_(parts),
        options_(options),
        builder_(builder),
        deadline_(HtmlTree::DeadlineFor(options)) {}

  /// `base` is the kind of text outside of lists, quotes and the like.
  Status Render(std::string_view markdown, BlockKind base) {
    base_ = base;
    containers_.clear();
    text_.clear();
    MD_PARSER parser{};
    // Not MD_FLAG_LATEXMATHSPANS: "$5 and $10" is money. Automatic links show the text as it is.
    parser.flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
      return Guarded(self, [=](MarkdownRenderer& r) { return r.EnterBlock(type, detail); });
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void* /*detail*/, void* self) {
      return Guarded(self, [=](MarkdownRenderer& r) { return r.LeaveBlock(type); });
    };
    parser.enter_span = [](MD_SPANTYPE type, void* /*detail*/, void* self) {
      return Guarded(self, [=](MarkdownRenderer& r) { return r.EnterSpan(type); });
    };
    parser.leave_span = [](MD_SPANTYPE type, void* /*detail*/, void* self) {
      return Guarded(self, [=](MarkdownRenderer& r) { return r.LeaveSpan(type); });
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* self) {
      return Guarded(self, [=](MarkdownRenderer& r) { return r.Text(type, {text, size}); });
    };
    source_ = markdown;
    if (md_parse(markdown.data(), static_cast<MD_SIZE>(markdown.size()), &parser, this) != 0 &&
        status_.ok()) {
      return {StatusCode::kTooLarge, "its Markdown needs more memory than there is"};
    }
    return status_;
  }

 private:
  /// md4c is C: no exception may pass through it. It goes on after some failed calls: the first
  /// failure stays.
  template <typename Call>
  static int Guarded(void* self, const Call& call) {
    auto& renderer = *static_cast<MarkdownRenderer*>(self);
    if (!renderer.status_.ok()) return 1;
    try {
      renderer.status_ = call(renderer);
    } catch (const std::exception& e) {
      renderer.status_ = {StatusCode::kTooLarge, e.what()};
    }
    return renderer.status_.ok() ? 0 : 1;
  }

  Status EnterBlock(MD_BLOCKTYPE type, void* detail) {
    GLOSS_RETURN_IF_ERROR(Flush());
    switch (type) {
      case MD_BLOCK_QUOTE:
      case MD_BLOCK_LI:
        containers_.push_back(type == MD_BLOCK_LI ? BlockKind::kListItem : BlockKind::kQuote);
        if (containers_.size() > static_cast<size_t>(options_.limits.max_nesting)) {
          return {StatusCode::kTooLarge, fmt::format("its lists and quotes are nested more than {} "
                                                     "deep",
                                                     options_.limits.max_nesting)};
        }
        break;
      case MD_BLOCK_H:
        heading_level_ = static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
        break;
      case MD_BLOCK_CODE:
        in_code_ = true;
        break;
      case MD_BLOCK_HTML:
        in_html_ = true;
        break;
      case MD_BLOCK_TABLE:
        cell_ = TableCell{builder_.NextTable(), -1, -1, false};
        break;
      case MD_BLOCK_TR:
        ++cell_->row;
        cell_->column = -1;
        break;
      case MD_BLOCK_TH:
      case MD_BLOCK_TD:
        ++cell_->column;
        cell_->is_header = type == MD_BLOCK_TH;
        if (++cells_ > kMaxTableCells) {
          return {StatusCode::kTooLarge,
                  fmt::format("its tables have more than {} cells", kMaxTableCells)};
        }
        break;
      default:
        break;
    }
    return Status::Ok();
  }

  Status LeaveBlock(MD_BLOCKTYPE type) {
    if (type == MD_BLOCK_HTML) {
      in_html_ = false;
      return AppendHtml(std::exchange(text_, {}));
    }
    GLOSS_RETURN_IF_ERROR(Flush());
    switch (type) {
      case MD_BLOCK_QUOTE:
      case MD_BLOCK_LI:
        containers_.pop_back();
        break;
      case MD_BLOCK_H:
        heading_level_ = 0;
        break;
      case MD_BLOCK_CODE:
        in_code_ = false;
        break;
      case MD_BLOCK_TABLE:
        cell_.reset();
        break;
      default:
        break;
    }
    return Status::Ok();
  }

  Status EnterSpan(MD_SPANTYPE type) {
    if (type == MD_SPAN_DEL) strike_ = Strike::kUnknown;
    return Status::Ok();
  }

  Status LeaveSpan(MD_SPANTYPE type) {
    // md4c takes "~5 to 6~" for struck out; a single tilde means "about" and stays.
    if (type == MD_SPAN_DEL && strike_ == Strike::kSingle) AppendText("~");
    if (type == MD_SPAN_DEL) strike_ = Strike::kNone;
    return Status::Ok();
  }

  Status Text(MD_TEXTTYPE type, std::string_view text) {
    if (strike_ == Strike::kUnknown) {
      strike_ = TildesBefore(text.data()) == 1 ? Strike::kSingle : Strike::kDouble;
      if (strike_ == Strike::kSingle) AppendText("~");
    }
    switch (type) {
      case MD_TEXT_NORMAL:
      case MD_TEXT_CODE:
      case MD_TEXT_LATEXMATH:
        AppendText(text);
        break;
      case MD_TEXT_NULLCHAR:
        AppendText("\xEF\xBF\xBD");
        break;
      case MD_TEXT_BR:
        AppendText(heading_level_ > 0 ? " " : "\n");
        break;
      case MD_TEXT_SOFTBR:
        AppendText(" ");
        break;
      case MD_TEXT_ENTITY:
        AppendText(entities_.Decode(text));
        break;
      case MD_TEXT_HTML:
        if (in_html_) {
          text_ += text;
        } else {
          InlineTag(text);
        }
        break;
    }
    return Status::Ok();
  }

  /// How many tildes stand before the text in the source, other marks between them skipped.
  int TildesBefore(const char* text) const {
    if (text <= source_.data() || text > source_.data() + source_.size()) return 2;
    size_t at = static_cast<size_t>(text - source_.data());
    for (int skipped = 0; at > 0 && source_[at - 1] != '~' && skipped < 16; ++skipped) --at;
    int tildes = 0;
    while (at > 0 && source_[at - 1] == '~') {
      --at;
      ++tildes;
    }
    return tildes;
  }

  /// Tags vanish; what is between them is text, but for scripts and styles.
  void InlineTag(std::string_view tag) {
    for (const std::string_view name : {"script", "style", "template"}) {
      if (StartsWithLower(tag.substr(1), name)) hidden_by_ = name;
      if (tag.starts_with("</") && StartsWithLower(tag.substr(2), name)) hidden_by_ = {};
    }
    if (StartsWithLower(tag, "<br")) AppendText("\n");
    if (StartsWithLower(tag, "<sup")) superscript_ = text_.size();
    if (StartsWithLower(tag, "</sup") && superscript_) {
      RaiseNumber(text_, *superscript_);
      superscript_.reset();
    }
  }

  void AppendText(std::string_view text) {
    if (hidden_by_.empty()) text_ += text;
  }

  BlockKind InnermostKind() const { return containers_.empty() ? base_ : containers_.back(); }

  Status Flush() {
    hidden_by_ = {};
    superscript_.reset();
    std::string text = std::exchange(text_, {});
    if (text.empty()) return Status::Ok();
    BlockSpec spec;
    if (in_code_) {
      spec.kind = BlockKind::kCode;
    } else if (cell_) {
      spec.kind = BlockKind::kTableCell;
      spec.cell = cell_;
    } else if (heading_level_ > 0) {
      spec.kind = BlockKind::kHeading;
      spec.heading_level = heading_level_;
      DropHeadingAttributes(text);
    } else {
      spec.kind = InnermostKind();
    }
    if (!in_code_) {
      text = WithFootnoteReferences(CollapsedSpaces(text), parts_.footnotes);
    }
    return builder_.AppendBlock(text, spec);
  }

  /// "Introduction {#intro .unnumbered}" is a heading with an identifier.
  static void DropHeadingAttributes(std::string& text) {
    if (!text.ends_with('}')) return;
    const size_t open = text.rfind(" {");
    if (open == std::string::npos || open + 2 >= text.size()) return;
    if (text[open + 2] == '#' || text[open + 2] == '.') text.resize(open);
  }

  Status AppendHtml(const std::string& html) {
    GLOSS_ASSIGN_OR_RETURN(const HtmlTree tree, HtmlTree::Parse(html, options_, deadline_));
    HtmlRenderOptions render;
    render.mark_furniture = false;
    render.kind = InnermostKind();
    return RenderHtml(tree, render, options_, builder_);
  }

  enum class Strike { kNone, kUnknown, kSingle, kDouble };

  const MarkdownParts& parts_;
  const LoadOptions& options_;
  DocumentBuilder& builder_;
  const HtmlTree::Deadline deadline_;
  HtmlEntities entities_;
  Status status_;
  std::string_view source_;
  BlockKind base_ = BlockKind::kParagraph;
  std::vector<BlockKind> containers_;
  std::string text_;
  std::optional<TableCell> cell_;
  size_t cells_ = 0;
  int heading_level_ = 0;
  bool in_code_ = false;
  bool in_html_ = false;
  Strike strike_ = Strike::kNone;
  std::optional<size_t> superscript_;  // Where an open <sup> starts in text_.
  std::string_view hidden_by_;
};

}  // namespace

Result<Document> LoadMarkdown(std::string_view bytes, std::string_view declared_charset,
                              const LoadOptions& options) {
  GLOSS_ASSIGN_OR_RETURN(const DecodedText decoded, DecodeText(bytes, declared_charset, options));
  if (decoded.text.size() > (size_t{1} << 30)) {
    return Status(StatusCode::kTooLarge, "Markdown of more than 1 GiB is not read");
  }
  GLOSS_RETURN_IF_ERROR(CheckMarkdownCost(decoded.text, options.limits));
  const MarkdownParts parts = SplitMarkdown(decoded.text);

  DocumentBuilder builder(options);
  for (const std::string& warning : decoded.warnings) builder.AddWarning(warning);
  if (!parts.title.empty()) builder.SetTitle(parts.title);
  BlockSpec front_matter;
  front_matter.kind = BlockKind::kFurniture;
  GLOSS_RETURN_IF_ERROR(builder.AppendBlock(parts.front_matter, front_matter));

  MarkdownRenderer renderer(parts, options, builder);
  GLOSS_RETURN_IF_ERROR(renderer.Render(parts.body, BlockKind::kParagraph));
  builder.ClearHeadings();
  for (const MarkdownFootnote& footnote : parts.footnotes) {
    GLOSS_RETURN_IF_ERROR(renderer.Render(footnote.text, BlockKind::kFootnote));
  }
  return builder.Finish(MediaTypeOf(Format::kMarkdown));
}

}  // namespace gloss
