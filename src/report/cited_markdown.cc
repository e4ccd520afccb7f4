#include "report/cited_markdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "report/cited_summary.h"
#include "report/markdown.h"
#include "report/summary.h"

namespace gloss {
namespace {

constexpr size_t kMostFootnotes = 12;  // Of one citation.

class CitedMarkdown {
 public:
  explicit CitedMarkdown(const CitedText& text) : text_(text) {}

  std::string Render() && {
    Line("# Citations");
    if (!text_.id.empty()) Paragraph("Record: {}", EscapeMarkdown(text_.id));
    if (!text_.question.empty()) Paragraph("Question: {}", EscapeMarkdown(text_.question));
    const CitedCounts counts = CountCited(text_);
    Paragraph("**{}.** {}.", CitationsLine(counts), ClaimsLine(counts));
    AppendMarkdownGaps(text_.gaps, &out_);
    WriteText();
    WriteCitations();
    WriteClaims();
    WriteFix();
    WriteSources();
    WriteFootnotes();
    return std::move(out_);
  }

 private:
  void Line(std::string_view line) { out_.append(line).append("\n"); }

  template <typename... Values>
  void Paragraph(fmt::format_string<Values...> format, Values&&... values) {
    out_.push_back('\n');
    fmt::format_to(std::back_inserter(out_), format, std::forward<Values>(values)...);
    out_.push_back('\n');
  }

  /// "[^3]", numbered in the order of use.
  std::string Footnote(const SentenceRef& reference) {
    const auto [found, is_new] = footnotes_.emplace(reference, order_.size() + 1);
    if (is_new) order_.push_back(reference);
    return fmt::format("[^{}]", found->second);
  }

  std::string FootnotesOf(const std::vector<SentenceRef>& references) {
    std::string notes;
    for (size_t i = 0; i < std::min(references.size(), kMostFootnotes); ++i) {
      notes += Footnote(references[i]);
    }
    if (references.size() > kMostFootnotes) {
      notes += fmt::format(" and {} more", references.size() - kMostFootnotes);
    }
    return notes;
  }

  void WriteText() {
    Paragraph("## Text");
    out_.push_back('\n');
    for (const CitedSentence& sentence : text_.sentences) {
      Line(fmt::format("- {} {}", VerdictIcon(sentence.verdict, true),
                       EscapeMarkdown(sentence.span.In(text_.text))));
    }
  }

  void WriteCitations() {
    if (text_.citations.empty()) return;
    Paragraph("## Citations");
    Paragraph("| Citation | Names | Result |");
    Line("|---|---|---|");
    for (const Citation& citation : text_.citations) {
      std::string names = FootnotesOf(citation.sentences);
      if (citation.cites_document()) {
        names =
            EscapeMarkdown(DocumentName(text_.documents[static_cast<size_t>(citation.document)]));
      }
      const std::string note = CitationNote(citation);
      Line(fmt::format("| {} | {} | {} {}{} |", EscapeMarkdown(CitationName(text_, citation)),
                       names, CitationIcon(citation, true), CitationLabel(citation),
                       note.empty() ? "" : fmt::format(" *({})*", EscapeMarkdown(note))));
    }
  }

  void WriteClaims() {
    if (text_.claims.empty()) return;
    Paragraph("## Claims");
    Paragraph("| Verdict | Claim | Rests on | Would support it |");
    Line("|---|---|---|---|");
    for (const CitedClaim& claim : text_.claims) {
      std::string text = EscapeMarkdown(claim.text);
      if (!claim.reason.empty()) text += fmt::format(" *({})*", EscapeMarkdown(claim.reason));
      const bool uncited = claim.needs_citation && claim.citations.empty();
      Line(fmt::format("| {} {} | {} | {} | {} |", VerdictIcon(claim.verdict, true),
                       uncited ? "Needs a citation" : VerdictLabel(claim.verdict), text,
                       FootnotesOf(claim.evidence), FootnotesOf(claim.would_support)));
    }
  }

  void WriteFix() {
    if (!text_.fix) return;
    Paragraph("## Corrections");
    Paragraph("{}", EscapeMarkdown(FixLine(*text_.fix)));
    out_.push_back('\n');
    for (const CitationChange& change : text_.fix->changes) {
      const std::string before = EscapeMarkdown(change.before.In(text_.text));
      const std::string after = EscapeMarkdown(change.after.In(text_.fix->text));
      Line(fmt::format(
          "- {}: {}{}{}{}", CitationEditName(change.edit),
          before.empty() ? "" : "~~" + before + "~~", before.empty() || after.empty() ? "" : " ",
          after.empty() ? "" : "**" + after + "**",
          change.reason.empty() ? "" : fmt::format(" *({})*", EscapeMarkdown(change.reason))));
    }
    Paragraph("The corrected text:");
    out_.push_back('\n');
    const std::string& text = text_.fix->text;
    for (size_t begin = 0; begin <= text.size();) {
      const size_t end = std::min(text.find('\n', begin), text.size());
      Line("> " + EscapeMarkdown(std::string_view(text).substr(begin, end - begin)));
      begin = end + 1;
    }
  }

  void WriteSources() {
    Paragraph("## Sources");
    out_.push_back('\n');
    for (const Document& document : text_.documents) {
      std::string line = "- " + EscapeMarkdown(DocumentName(document));
      if (!document.sha256.empty()) line += ", sha256 " + EscapeMarkdown(document.sha256);
      Line(line);
    }
    for (const std::string& warning : text_.warnings) Line("- note: " + EscapeMarkdown(warning));
    if (!text_.provenance.method.empty()) {
      Paragraph("Checked with method {}, Glossator {}.", EscapeMarkdown(text_.provenance.method),
                EscapeMarkdown(text_.provenance.product_version));
    }
  }

  void WriteFootnotes() {
    for (size_t i = 0; i < order_.size(); ++i) {
      const Document& document = text_.documents[static_cast<size_t>(order_[i].document)];
      const auto index = static_cast<size_t>(order_[i].sentence);
      const Sentence& sentence = document.sentences[index];
      std::string place = EscapeMarkdown(DocumentName(document));
      const std::string page = PageLabel(document, sentence);
      if (!page.empty()) place += ", " + page;
      Paragraph("[^{}]: \"{}\" ({}, tag {})", i + 1, EscapeMarkdown(document.SentenceText(index)),
                place, EscapeMarkdown(sentence.tag));
    }
  }

  const CitedText& text_;
  std::map<SentenceRef, size_t> footnotes_;
  std::vector<SentenceRef> order_;
  std::string out_;
};

}  // namespace

std::string RenderCitedMarkdown(const CitedText& text) { return CitedMarkdown(text).Render(); }

}  // namespace gloss
