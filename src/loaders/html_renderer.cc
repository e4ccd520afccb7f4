#include "loaders/html_renderer.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "loaders/ascii.h"
#include "loaders/html_element.h"
#include "loaders/html_table.h"
#include "loaders/inline_text.h"

namespace gloss {
namespace {

/// What an element hands down to what is in it.
struct Context {
  BlockKind kind = BlockKind::kParagraph;
  int heading_level = 0;
  std::optional<TableCell> cell;
  int grid = -1;  ///< Index of the data table's grid; -1 outside.
  bool in_table_head = false;
  bool keep_space = false;
  bool in_math = false;     ///< MathML, where white space means nothing.
  bool in_section = false;  ///< Inside of main, article and the like: its header is not the page's.
  bool is_page_header = false;
  bool is_furniture = false;
};

struct Frame {
  const GumboVector* children;
  unsigned next;
  HtmlRole role;
  Context context;
  size_t mark;            ///< kSuperscript: where it starts in the running text; npos: don't raise.
  size_t links_before;    ///< kSuperscript: links seen before it.
  size_t flushes_before;  ///< kSuperscript: the mark is void when a block ended since.
  std::string_view infix;  ///< MathML: put before the second element in it.
  int elements = 0;        ///< MathML: elements in it so far.
};

bool IsSectioning(const GumboElement& element) {
  switch (element.tag) {
    case GUMBO_TAG_ARTICLE:
    case GUMBO_TAG_SECTION:
    case GUMBO_TAG_MAIN:
    case GUMBO_TAG_BLOCKQUOTE:
    case GUMBO_TAG_FIGURE:
    case GUMBO_TAG_FIELDSET:
    case GUMBO_TAG_DETAILS:
    case GUMBO_TAG_TD:
      return true;
    default:
      return HasAriaRole(element, "main") || HasAriaRole(element, "article");
  }
}

/// True when some element says that it holds what the page is about.
bool HasMainContent(const GumboNode& document) {
  std::vector<const GumboVector*> open = {&document.v.document.children};
  while (!open.empty()) {
    const GumboVector* children = open.back();
    open.pop_back();
    for (unsigned i = 0; i < children->length; ++i) {
      const auto* node = static_cast<const GumboNode*>(children->data[i]);
      if (node->type != GUMBO_NODE_ELEMENT) continue;
      const GumboElement& element = node->v.element;
      if (element.tag == GUMBO_TAG_MAIN || element.tag == GUMBO_TAG_ARTICLE ||
          HasAriaRole(element, "main")) {
        return true;
      }
      open.push_back(&element.children);
    }
  }
  return false;
}

/// MathML writes its structure without signs; these keep x² from becoming x2.
std::string_view MathInfix(const GumboElement& element) {
  if (element.tag_namespace != GUMBO_NAMESPACE_MATHML) return {};
  if (IsNamed(element, "msup")) return "^";
  if (IsNamed(element, "mfrac")) return "/";
  return {};
}

class HtmlRenderer {
 public:
  HtmlRenderer(const HtmlRenderOptions& render, const LoadOptions& options,
               DocumentBuilder& builder)
      : render_(render), options_(options), builder_(builder) {}

  Status Render(const GumboNode& document) {
    has_main_content_ = render_.mark_furniture && HasMainContent(document);
    Context context;
    context.kind = render_.kind;
    frames_.push_back(
        {&document.v.document.children, 0, HtmlRole::kBlock, context, std::string::npos, 0, 0, {}});
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (frame.next == frame.children->length) {
        GLOSS_RETURN_IF_ERROR(Leave(frame));
        frames_.pop_back();
        continue;
      }
      const auto* child = static_cast<const GumboNode*>(frame.children->data[frame.next++]);
      GLOSS_RETURN_IF_ERROR(EnterNode(*child, frame));
    }
    return Status::Ok();
  }

 private:
  Status EnterNode(const GumboNode& node, Frame& parent) {
    switch (node.type) {
      case GUMBO_NODE_TEXT:
      case GUMBO_NODE_CDATA:
        text_.Append(node.v.text.text, parent.context.keep_space);
        return Status::Ok();
      case GUMBO_NODE_WHITESPACE:
        if (parent.context.keep_space) {
          text_.Append(node.v.text.text, true);
        } else if (!parent.context.in_math) {
          text_.Space();
        }
        return Status::Ok();
      case GUMBO_NODE_ELEMENT:
        if ((node.parse_flags & GUMBO_INSERTION_FROM_ISINDEX) != 0) return Status::Ok();
        return EnterElement(node, parent);
      case GUMBO_NODE_DOCUMENT:
      case GUMBO_NODE_COMMENT:
      case GUMBO_NODE_TEMPLATE:
        return Status::Ok();
    }
    return Status::Ok();
  }

  Status EnterElement(const GumboNode& node, Frame& parent) {
    const GumboElement& element = node.v.element;
    const HtmlRole role = RoleOf(element);
    if (role == HtmlRole::kTitle) {
      TakeTitle(element);
      return Status::Ok();
    }
    // aria-hidden takes an image from screen readers only, for instance beside its MathML.
    if (role == HtmlRole::kSkip || IsHidden(element, /*heed_aria=*/role != HtmlRole::kImage)) {
      return Status::Ok();
    }
    if (role == HtmlRole::kBreak) return Break(parent.context);
    if (role == HtmlRole::kRule) return Flush(parent.context);
    if (role == HtmlRole::kImage) {
      AppendAlternative(AttributeOf(element, "alt"));
      return Status::Ok();
    }
    if (frames_.size() >= static_cast<size_t>(options_.limits.max_nesting)) {
      return {StatusCode::kTooLarge, fmt::format("its elements are nested more than {} deep",
                                                 options_.limits.max_nesting)};
    }
    if (++parent.elements == 2) text_.Append(parent.infix);

    Frame frame{&element.children, 0,      role,     parent.context,
                std::string::npos, links_, flushes_, {}};
    frame.infix = MathInfix(element);
    frame.context.in_math = element.tag_namespace == GUMBO_NAMESPACE_MATHML;
    if (IsBlock(role)) {
      GLOSS_RETURN_IF_ERROR(Flush(parent.context));
      EnterBlock(node, frame);
    } else {
      EnterInline(element, frame);
    }
    frames_.push_back(std::move(frame));
    return Status::Ok();
  }

  static bool IsBlock(HtmlRole role) {
    switch (role) {
      case HtmlRole::kInline:
      case HtmlRole::kInlineQuote:
      case HtmlRole::kSuperscript:
      case HtmlRole::kRubyText:
      case HtmlRole::kButton:
        return false;
      default:
        return true;
    }
  }

  void EnterInline(const GumboElement& element, Frame& frame) {
    if (KeepsWhiteSpace(element)) frame.context.keep_space = true;
    if (element.tag == GUMBO_TAG_A) ++links_;
    if (frame.role == HtmlRole::kInlineQuote) text_.Append("\xE2\x80\x9C");
    if (frame.role == HtmlRole::kRubyText) text_.Append("(");
    if (frame.role == HtmlRole::kButton) text_.Space();
    if (frame.role == HtmlRole::kSuperscript && !text_.has_pending_space())
      frame.mark = text_.size();
  }

  void EnterBlock(const GumboNode& node, Frame& frame) {
    const GumboElement& element = node.v.element;
    Context& context = frame.context;
    if (KeepsWhiteSpace(element)) context.keep_space = true;
    switch (frame.role) {
      case HtmlRole::kHeading:
        context.kind = BlockKind::kHeading;
        context.heading_level = HeadingLevelOf(element);
        // A page's header often holds its main heading.
        if (context.is_page_header) context.is_furniture = false;
        break;
      case HtmlRole::kListItem:
        context.kind = BlockKind::kListItem;
        break;
      case HtmlRole::kCaption:
        context.kind = BlockKind::kCaption;
        context.cell.reset();
        break;
      case HtmlRole::kCode:
        context.kind = BlockKind::kCode;
        break;
      case HtmlRole::kQuote:
        context.kind = BlockKind::kQuote;
        break;
      case HtmlRole::kTable:
        context.grid = -1;
        if (!IsLayoutTable(node)) {
          context.grid = static_cast<int>(grids_.size());
          grids_.emplace_back(builder_.NextTable());
        }
        break;
      case HtmlRole::kRow:
        if (context.grid >= 0) grids_[static_cast<size_t>(context.grid)].StartRow();
        break;
      case HtmlRole::kCell:
        if (context.grid >= 0) {
          context.cell =
              grids_[static_cast<size_t>(context.grid)].AddCell(element, context.in_table_head);
          context.kind = BlockKind::kTableCell;
        }
        break;
      default:
        context.in_table_head = context.in_table_head || element.tag == GUMBO_TAG_THEAD;
        break;
    }
    if (HasAriaRole(element, "doc-footnote") || HasAriaRole(element, "doc-endnote") ||
        HasAriaRole(element, "doc-endnotes")) {
      context.kind = BlockKind::kFootnote;
    }
    MarkFurniture(element, context);
    context.in_section = context.in_section || IsSectioning(element);
  }

  void MarkFurniture(const GumboElement& element, Context& context) const {
    if (!render_.mark_furniture || context.is_furniture) return;
    if (element.tag == GUMBO_TAG_NAV || HasAriaRole(element, "navigation") ||
        HasAriaRole(element, "search") || IsNamed(element, "search")) {
      context.is_furniture = true;
      return;
    }
    const bool is_header = element.tag == GUMBO_TAG_HEADER || HasAriaRole(element, "banner");
    const bool is_footer = element.tag == GUMBO_TAG_FOOTER || HasAriaRole(element, "contentinfo");
    // Without an element for the main content, an aside may be a note in it.
    const bool is_aside = has_main_content_ &&
                          (element.tag == GUMBO_TAG_ASIDE || HasAriaRole(element, "complementary"));
    if (context.in_section || (!is_header && !is_footer && !is_aside)) return;
    context.is_furniture = true;
    context.is_page_header = is_header;
  }

  Status Leave(const Frame& frame) {
    switch (frame.role) {
      case HtmlRole::kInline:
        return Status::Ok();
      case HtmlRole::kInlineQuote:
        text_.Append("\xE2\x80\x9D");
        return Status::Ok();
      case HtmlRole::kRubyText:
        text_.Append(")");
        return Status::Ok();
      case HtmlRole::kButton:
        text_.Space();
        return Status::Ok();
      case HtmlRole::kSuperscript:
        // A number that is a link is a reference to a note, not an exponent.
        if (frame.mark != std::string::npos && links_ == frame.links_before &&
            flushes_ == frame.flushes_before) {
          text_.Raise(frame.mark);
        }
        return Status::Ok();
      default:
        return Flush(frame.context);
    }
  }

  /// Two breaks in a row end a paragraph, as readers see it.
  Status Break(const Context& context) {
    if (context.kind == BlockKind::kHeading) {
      text_.Space();
      return Status::Ok();
    }
    if (context.kind == BlockKind::kCode || context.keep_space) {
      text_.Append("\n", /*keep_space=*/true);
      return Status::Ok();
    }
    return text_.Break() ? Status::Ok() : Flush(context);
  }

  Status Flush(const Context& context) {
    const bool has_content = text_.has_content();
    const std::string text = text_.Take();
    ++flushes_;
    if (!has_content) return Status::Ok();
    BlockSpec spec;
    spec.kind = context.kind;
    spec.heading_level = context.heading_level;
    spec.cell = context.cell;
    if (context.cell) spec.kind = BlockKind::kTableCell;
    if (context.is_furniture) spec.kind = BlockKind::kFurniture;
    return builder_.AppendBlock(text, spec);
  }

  /// An image counts beside text only; a formula (its alternative is TeX) counts as text.
  void AppendAlternative(std::string_view alternative) {
    for (const std::string_view wrapper : {"{\\displaystyle ", "{\\textstyle "}) {
      if (alternative.starts_with(wrapper) && alternative.ends_with('}')) {
        alternative.remove_prefix(wrapper.size());
        alternative.remove_suffix(1);
        text_.Append(alternative);
        return;
      }
    }
    text_.AppendWeak(alternative);
  }

  void TakeTitle(const GumboElement& element) {
    if (builder_.has_title() || element.tag_namespace != GUMBO_NAMESPACE_HTML) return;
    for (unsigned i = 0; i < element.children.length; ++i) {
      const auto* child = static_cast<const GumboNode*>(element.children.data[i]);
      if (child->type == GUMBO_NODE_TEXT) {
        builder_.SetTitle(child->v.text.text);
        return;
      }
    }
  }

  const HtmlRenderOptions& render_;
  const LoadOptions& options_;
  DocumentBuilder& builder_;
  InlineText text_;
  std::vector<Frame> frames_;
  std::vector<HtmlTableGrid> grids_;
  size_t links_ = 0;
  size_t flushes_ = 0;
  bool has_main_content_ = false;
};

}  // namespace

Status RenderHtml(const HtmlTree& tree, const HtmlRenderOptions& render, const LoadOptions& options,
                  DocumentBuilder& builder) {
  return HtmlRenderer(render, options, builder).Render(tree.document());
}

}  // namespace gloss
