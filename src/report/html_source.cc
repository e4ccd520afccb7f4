#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "report/html_parts.h"
#include "report/html_text.h"
#include "report/summary.h"

namespace gloss {
namespace {

constexpr size_t kChunkSentences = 40;  // Sentences laid out together; the rest waits off screen.
constexpr size_t kShortDocument = 400;
constexpr int kMaxEmptyCells = 64;  // Of a row, before a cell that stands far to the right.

/// Writes the text of one document with its structure.
class SourceText {
 public:
  SourceText(const Document& document, size_t index, const std::vector<SentenceUses>& uses,
             std::string* out)
      : document_(document), index_(index), uses_(uses), out_(*out) {}

  void Append() {
    OpenChunk();
    if (document_.blocks.empty()) {
      AppendUnstructured();
    } else {
      for (size_t i = 0; i < document_.blocks.size();) i = AppendBlock(i);
    }
    CloseChunk();
  }

 private:
  template <typename... Values>
  void Add(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Values>(values)...);
  }

  void OpenChunk() {
    // Only long documents: a short one is laid out at once, so that its length is right.
    const bool far = document_.sentences.size() > kShortDocument;
    Add("<div class=\"chunk{}\">\n", far ? " far" : "");
    chunk_sentences_ = 0;
  }

  void CloseChunk() { out_ += "</div>\n"; }

  void BetweenBlocks() {
    if (chunk_sentences_ < kChunkSentences) return;
    CloseChunk();
    OpenChunk();
  }

  /// Text without blocks: paragraphs at empty lines, and at the latest when a chunk is full.
  void AppendUnstructured() {
    const auto& sentences = document_.sentences;
    while (next_sentence_ < sentences.size()) {
      size_t last = next_sentence_;
      while (last + 1 < sentences.size() && last - next_sentence_ < kChunkSentences &&
             !EmptyLineAfter(last)) {
        ++last;
      }
      PageMark("div");
      out_ += "<p dir=\"auto\">";
      AppendText({sentences[next_sentence_].span.begin, sentences[last].span.end});
      out_ += "</p>\n";
      BetweenBlocks();
    }
  }

  bool EmptyLineAfter(size_t sentence) const {
    const Span between{document_.sentences[sentence].span.end,
                       document_.sentences[sentence + 1].span.begin};
    const std::string_view text = between.In(document_.text);
    return std::count(text.begin(), text.end(), '\n') > 1;
  }

  /// Appends the block, or the whole table that it starts; returns the index after it.
  size_t AppendBlock(size_t index) {
    const Block& block = document_.blocks[index];
    if (block.kind == BlockKind::kFurniture) return index + 1;
    if (block.kind == BlockKind::kTableCell && block.cell) return AppendTable(index);
    PageMark("div");
    const std::string open = OpenTag(block);
    Add("<{} dir=\"auto\">", open);
    AppendText(block.span);
    Add("</{}>\n", open.substr(0, open.find(' ')));
    BetweenBlocks();
    return index + 1;
  }

  static std::string OpenTag(const Block& block) {
    switch (block.kind) {
      case BlockKind::kHeading:
        // The page has its own h1 to h3 above the document.
        return fmt::format("div class=\"heading h{0}\" role=\"heading\" aria-level=\"{1}\"",
                           std::clamp(block.heading_level, 1, 6),
                           std::clamp(block.heading_level, 1, 6) + 3);
      case BlockKind::kListItem:
        return "p class=\"item\"";
      case BlockKind::kCode:
        return "pre";
      case BlockKind::kQuote:
        return "blockquote";
      case BlockKind::kCaption:
        return "p class=\"caption\"";
      case BlockKind::kFootnote:
        return "p class=\"note\"";
      case BlockKind::kComment:
        return "p class=\"note comment\"";
      default:
        return "p";
    }
  }

  size_t AppendTable(size_t index) {
    const int table = document_.blocks[index].cell->table;
    int row = -1;
    int column = 0;
    PageMark("div");
    out_ += "<div class=\"table\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table>\n";
    for (; index < document_.blocks.size(); ++index) {
      const Block& block = document_.blocks[index];
      if (block.kind == BlockKind::kFurniture) continue;
      if (!block.cell || block.cell->table != table) break;
      if (row != block.cell->row) {
        out_ += row == -1 ? "<tr>" : "</tr>\n<tr>";
        row = block.cell->row;
        column = 0;
      }
      for (int empty = 0; column < block.cell->column && empty < kMaxEmptyCells; ++empty) {
        out_ += "<td></td>";
        ++column;
      }
      out_ += block.cell->is_header ? "<th dir=\"auto\">" : "<td dir=\"auto\">";
      AppendText(block.span);
      out_ += block.cell->is_header ? "</th>" : "</td>";
      column = block.cell->column + 1;
    }
    out_ += "</tr>\n</table></div>\n";
    BetweenBlocks();
    return index;
  }

  /// The text of a span, its sentences as elements.
  void AppendText(const Span& span) {
    const auto& sentences = document_.sentences;
    size_t from = span.begin;
    while (next_sentence_ < sentences.size() && sentences[next_sentence_].span.begin < span.end) {
      const Span& sentence = sentences[next_sentence_].span;
      if (sentence.begin > from)
        AppendEscapedHtml(Span{from, sentence.begin}.In(document_.text), &out_);
      if (from > span.begin) PageMark("span");
      AppendSentence(next_sentence_);
      from = std::max(from, sentence.end);
      ++next_sentence_;
      ++chunk_sentences_;
    }
    if (from < span.end) AppendEscapedHtml(Span{from, span.end}.In(document_.text), &out_);
  }

  /// "Page 3" where the next sentence is on another page than the text so far.
  void PageMark(std::string_view element) {
    if (document_.page_count == 0 || next_sentence_ >= document_.sentences.size()) return;
    const auto pages = PagesOf(document_, document_.sentences[next_sentence_].span);
    if (!pages || pages->first <= page_) return;
    page_ = pages->first;
    Add("<{0} class=\"page\" id=\"{1}p{2}\">Page {2}</{0}>", element, DocumentAnchor(index_),
        page_);
  }

  void AppendSentence(size_t index) {
    const SentenceUses& uses = uses_[index];
    const std::string anchor = SentenceAnchor({static_cast<int>(index_), static_cast<int>(index)});
    const std::string_view text = document_.SentenceText(index);
    if (uses.empty()) {
      Add("<span class=\"s\" id=\"{}\">", anchor);
      AppendEscapedHtml(text, &out_);
      out_ += "</span>";
      return;
    }
    const std::string_view look = uses.contradicts.empty() && uses.supports.empty() ? "cited"
                                  : uses.contradicts.empty()                        ? "supports"
                                  : uses.supports.empty()                           ? "contradicts"
                                                                                    : "both";
    Add("<span class=\"s e {}\" id=\"{}\"><mark>", look, anchor);
    AppendEscapedHtml(text, &out_);
    out_ += "</mark>";
    for (size_t claim : uses.supports) AppendBackLink(claim, "supports");
    for (size_t claim : uses.contradicts) AppendBackLink(claim, "contradicts");
    for (size_t claim : uses.cited) AppendBackLink(claim, "cited");
    out_ += "</span>";
  }

  void AppendBackLink(size_t claim, std::string_view polarity) {
    Add("<a class=\"ref {0}\" role=\"doc-backlink\" href=\"#{1}\" data-back=\"{2}\" "
        "aria-label=\"{0} claim {3}\">{4}{3}</a>",
        polarity, ClaimAnchor(claim), claim, claim + 1, IconMarkup(polarity));
  }

  const Document& document_;
  size_t index_;
  const std::vector<SentenceUses>& uses_;
  std::string& out_;
  size_t next_sentence_ = 0;
  size_t chunk_sentences_ = 0;
  int page_ = 0;
};

void AppendDocumentHead(const Document& document, size_t index, std::string* out) {
  std::string facts = document.media_type;
  const auto add = [&facts](const std::string& fact) {
    if (!fact.empty()) facts += (facts.empty() ? "" : " · ") + fact;
  };
  if (document.page_count > 0) add(CountLabel(document.page_count, "page", "pages"));
  add(CountLabel(static_cast<int>(document.sentences.size()), "sentence", "sentences"));
  if (document.uri != "-") add(document.uri);
  *out += fmt::format(
      "<article class=\"doc\" id=\"{0}\" aria-labelledby=\"{0}-title\">\n<header>\n"
      "<h3 id=\"{0}-title\" dir=\"auto\">{1}</h3>\n<p class=\"facts\">{2}</p>\n",
      DocumentAnchor(index), EscapeHtml(DocumentName(document)), EscapeHtml(facts));
  for (const std::string& warning : document.warnings) {
    *out +=
        fmt::format("<p class=\"warning\">{}{}</p>\n", IconMarkup("warning"), EscapeHtml(warning));
  }
  *out += "</header>\n";
}

}  // namespace

std::vector<std::vector<SentenceUses>> UsesOfSentences(const GroundingReport& report) {
  std::vector<std::vector<SentenceUses>> uses;
  for (const Document& document : report.documents) uses.emplace_back(document.sentences.size());
  for (size_t claim = 0; claim < report.claims.size(); ++claim) {
    for (const EvidenceSet& set : report.claims[claim].evidence) {
      for (const SentenceRef& reference : set.sentences) {
        SentenceUses& use =
            uses[static_cast<size_t>(reference.document)][static_cast<size_t>(reference.sentence)];
        auto& claims = set.polarity == Polarity::kSupports ? use.supports : use.contradicts;
        if (claims.empty() || claims.back() != claim) claims.push_back(claim);
      }
    }
  }
  return uses;
}

void AppendSourcePane(std::span<const Document> documents,
                      const std::vector<std::vector<SentenceUses>>& uses, std::string* out) {
  *out +=
      "<section class=\"pane\" id=\"sources\" aria-labelledby=\"sources-title\">\n"
      "<h2 id=\"sources-title\">Sources</h2>\n";
  if (documents.empty()) *out += "<p class=\"empty\">No source was read.</p>\n";
  if (documents.size() > 1) {
    *out += "<nav class=\"docs\" aria-label=\"Sources\">\n";
    for (size_t i = 0; i < documents.size(); ++i) {
      const auto used = std::count_if(uses[i].begin(), uses[i].end(),
                                      [](const SentenceUses& use) { return !use.empty(); });
      *out += fmt::format(
          "<a href=\"#{}\"><bdi>{}</bdi> <span class=\"used\" title=\"Sentences used as evidence\">"
          "{}</span></a>\n",
          DocumentAnchor(i), EscapeHtml(DocumentName(documents[i])), used);
    }
    *out += "</nav>\n";
  }
  for (size_t i = 0; i < documents.size(); ++i) {
    const Document& document = documents[i];
    AppendDocumentHead(document, i, out);
    *out += fmt::format("<div class=\"body\"{}>\n", LanguageAttribute(document));
    SourceText(document, i, uses[i], out).Append();
    *out += "</div>\n</article>\n";
  }
  *out += "</section>\n";
}

}  // namespace gloss
