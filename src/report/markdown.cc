#include "report/markdown.h"

#include <fmt/format.h>

#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "report/display_text.h"
#include "report/reformulation_text.h"
#include "report/summary.h"

namespace gloss {
namespace {

class MarkdownRenderer {
 public:
  MarkdownRenderer(const GroundingReport& report, const MarkdownOptions& options)
      : report_(report), options_(options) {
    NumberFootnotes();
  }

  std::string Render() && {
    Line("# Grounding report");
    if (!report_.id.empty()) Paragraph("Record: {}", EscapeMarkdown(report_.id));
    if (!report_.question.empty()) Paragraph("Question: {}", EscapeMarkdown(report_.question));
    WriteSummary();
    AppendMarkdownGaps(GapLines(report_), &out_);
    WriteResponse();
    WriteClaims();
    WriteReformulation();
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

  /// Source sentences get numbers in the order in which the claims use them.
  void NumberFootnotes() {
    for (const ClaimResult& claim : report_.claims) {
      for (const EvidenceSet& set : claim.evidence) {
        for (const SentenceRef& reference : set.sentences) {
          if (footnotes_.emplace(reference, footnotes_.size() + 1).second) {
            footnote_order_.push_back(reference);
          }
        }
      }
    }
  }

  static std::string Icon(Verdict verdict) { return std::string(VerdictIcon(verdict, true)); }

  void WriteSummary() {
    std::string counts;
    const auto by_verdict = CountVerdicts(report_);
    for (Verdict verdict : kAllVerdicts) {
      const int count = by_verdict[static_cast<size_t>(verdict)];
      if (count == 0 && verdict != Verdict::kUnchecked) continue;
      counts += fmt::format("{}{} {} {}", counts.empty() ? "" : " · ", Icon(verdict), count,
                            VerdictLabel(verdict));
    }
    Paragraph("**{}.** {}", CoverageLine(report_), counts);
    std::string metrics;
    for (const MetricLine& metric : MetricLines(report_.metrics)) {
      if (metric.value == "n/a" || metric.abbreviation.empty()) continue;
      metrics += fmt::format("{}{} ({}) {}", metrics.empty() ? "" : " · ", metric.abbreviation,
                             metric.name, metric.value);
    }
    if (!metrics.empty()) Paragraph("{}", metrics);
  }

  void WriteResponse() {
    Paragraph("## Response");
    const auto claims = ClaimsBySentence(report_);
    const auto& sentences = report_.response.sentences;
    for (size_t i = 0; i < sentences.size(); ++i) {
      const bool new_block = i == 0 || sentences[i].block != sentences[i - 1].block;
      if (new_block) out_.append(i == 0 ? "\n" : "\n\n");
      if (!new_block) out_.push_back(' ');
      out_.append(EscapeMarkdown(report_.response.SentenceText(i)));
      WriteMarks(claims[i]);
    }
    if (!sentences.empty()) out_.push_back('\n');
    Paragraph("*{} contradicting source · {} nothing found in the sources · {} not checked*",
              Icon(Verdict::kContradicted), Icon(Verdict::kNotEnoughInfo),
              Icon(Verdict::kUnchecked));
  }

  /// Footnotes and marks after a response sentence.
  void WriteMarks(const std::vector<size_t>& claims) {
    std::map<size_t, Polarity> marks;  // By footnote; a contradiction is never hidden by support.
    bool unknown = false;
    bool unchecked = false;
    for (size_t claim : claims) {
      const ClaimResult& result = report_.claims[claim];
      unknown |= result.verdict == Verdict::kNotEnoughInfo;
      unchecked |= result.verdict == Verdict::kUnchecked;
      for (const EvidenceSet& set : result.evidence) {
        for (const SentenceRef& reference : set.sentences) {
          Polarity& mark = marks.emplace(footnotes_.at(reference), set.polarity).first->second;
          if (set.polarity == Polarity::kContradicts) mark = set.polarity;
        }
      }
    }
    for (const auto& [number, polarity] : marks) {
      const bool contradicts = polarity == Polarity::kContradicts;
      out_ += contradicts ? fmt::format(" {}[^{}]", Icon(Verdict::kContradicted), number)
                          : fmt::format("[^{}]", number);
    }
    if (unknown) out_ += fmt::format(" **{}**", Icon(Verdict::kNotEnoughInfo));
    if (unchecked) out_ += fmt::format(" **{}**", Icon(Verdict::kUnchecked));
  }

  void WriteClaims() {
    Paragraph("## Claims");
    Paragraph("| | Verdict | Claim | Evidence |");
    Line("|---|---|---|---|");
    for (const ClaimResult& result : report_.claims) {
      if (options_.only_problems && !IsProblem(result.verdict)) continue;
      std::string evidence;
      for (const EvidenceSet& set : result.evidence) {
        evidence += fmt::format("{}{} ", evidence.empty() ? "" : "; ", PolarityName(set.polarity));
        for (const SentenceRef& reference : set.sentences) {
          evidence += fmt::format("[^{}]", footnotes_.at(reference));
        }
        evidence += fmt::format(" ({:.2f})", set.score);
      }
      std::string text = EscapeMarkdown(result.claim.text);
      if (!result.reason.empty()) text += fmt::format(" *({})*", EscapeMarkdown(result.reason));
      for (const std::string& note : ReferenceNotes(result.claim, report_.response.text)) {
        text += fmt::format(" *({})*", EscapeMarkdown(note));
      }
      Line(fmt::format("| {} | {} {} | {} | {} |", EscapeMarkdown(result.claim.id),
                       Icon(result.verdict), VerdictLabel(result.verdict), text, evidence));
    }
  }

  /// Removed words struck through, added ones bold; then the new text.
  void WriteReformulation() {
    if (!report_.reformulation) return;
    const Reformulation& reformulation = *report_.reformulation;
    Paragraph("## Reformulation");
    Paragraph("{}", EscapeMarkdown(ReformulationLine(reformulation)));
    out_.push_back('\n');
    for (size_t i = 0; i < reformulation.sentences.size(); ++i) {
      const ReformulatedSentence& sentence = reformulation.sentences[i];
      if (sentence.action == SentenceAction::kKept) continue;
      std::string line = fmt::format("- Sentence {}, {}: ", i + 1, ActionLabel(sentence.action));
      for (const DiffPart& part : SentenceDiff(report_, i)) line += DiffMarkup(part);
      Line(line + fmt::format(" *({})*", EscapeMarkdown(sentence.reason)));
    }
    Paragraph("The new text:");
    out_.push_back('\n');
    for (size_t begin = 0; begin <= reformulation.text.size();) {
      const size_t end = std::min(reformulation.text.find('\n', begin), reformulation.text.size());
      Line("> " + EscapeMarkdown(std::string_view(reformulation.text).substr(begin, end - begin)));
      begin = end + 1;
    }
  }

  static std::string DiffMarkup(const DiffPart& part) {
    // Emphasis must touch its words: white space stays outside.
    const size_t begin = std::min(part.text.find_first_not_of(" \t\n"), part.text.size());
    const size_t end = part.text.find_last_not_of(" \t\n");
    const std::string space(begin > 0 ? " " : "");
    if (end == std::string::npos) return part.text.empty() ? "" : " ";
    const std::string words = EscapeMarkdown(part.text.substr(begin, end + 1 - begin));
    const std::string tail(end + 1 < part.text.size() ? " " : "");
    if (part.kind == DiffKind::kSame) return space + words + tail;
    return part.kind == DiffKind::kRemoved ? space + "~~" + words + "~~" + tail
                                           : space + "**" + words + "**" + tail;
  }

  void WriteSources() {
    Paragraph("## Sources");
    out_.push_back('\n');
    for (const Document& document : report_.documents) {
      std::string line = "- " + EscapeMarkdown(DocumentName(document));
      if (document.page_count > 0) {
        line += ", " + CountLabel(document.page_count, "page", "pages");
      }
      if (!document.sha256.empty()) line += ", sha256 " + EscapeMarkdown(document.sha256);
      Line(line);
      for (const std::string& warning : document.warnings) {
        Line("  - note: " + EscapeMarkdown(warning));
      }
    }
    for (const std::string& warning : report_.warnings) {
      Line("- note: " + EscapeMarkdown(warning));
    }
    if (!report_.provenance.method.empty()) {
      Paragraph("Checked with method {}, Glossator {}.", EscapeMarkdown(report_.provenance.method),
                EscapeMarkdown(report_.provenance.product_version));
    }
  }

  void WriteFootnotes() {
    for (size_t i = 0; i < footnote_order_.size(); ++i) {
      const SentenceRef& reference = footnote_order_[i];
      const Document& document = report_.documents[static_cast<size_t>(reference.document)];
      const auto index = static_cast<size_t>(reference.sentence);
      const Sentence& sentence = document.sentences[index];
      std::string place = EscapeMarkdown(DocumentName(document));
      for (const std::string& part :
           {PageLabel(document, sentence), CellLabel(document, sentence)}) {
        if (!part.empty()) place += ", " + part;
      }
      Paragraph("[^{}]: \"{}\" ({}, tag {})", i + 1, EscapeMarkdown(document.SentenceText(index)),
                place, EscapeMarkdown(sentence.tag));
    }
  }

  const GroundingReport& report_;
  const MarkdownOptions& options_;
  std::map<SentenceRef, size_t> footnotes_;
  std::vector<SentenceRef> footnote_order_;
  std::string out_;
};

}  // namespace

std::string EscapeMarkdown(std::string_view text) {
  constexpr std::string_view kSpecial = "\\`*_[]<>&|~$";
  const std::string safe = SafeText(text);
  std::string out;
  out.reserve(safe.size() + safe.size() / 8);
  // What means something only at the start of a line: headings, lists, rules, ordered lists.
  const size_t digits = safe.find_first_not_of("0123456789");
  const bool ordered =
      digits != 0 && digits != std::string::npos && (safe[digits] == '.' || safe[digits] == ')');
  for (size_t i = 0; i < safe.size(); ++i) {
    const char c = safe[i];
    const bool at_start = i == 0 && std::string_view("#+-=:").find(c) != std::string_view::npos;
    // Some renderers make links of bare addresses.
    const bool link = (c == ':' && safe.compare(i, 3, "://") == 0) ||
                      (c == '.' && i >= 3 && safe.compare(i - 3, 3, "www") == 0);
    if (at_start || link || (ordered && i == digits) ||
        kSpecial.find(c) != std::string_view::npos) {
      out.push_back('\\');
    }
    out.push_back(c);
  }
  return out;
}

std::string RenderGroundingMarkdown(const GroundingReport& report, const MarkdownOptions& options) {
  return MarkdownRenderer(report, options).Render();
}

void AppendMarkdownGaps(const std::vector<std::string>& gaps, std::string* out) {
  if (gaps.empty()) return;
  *out += fmt::format("\n**{} Not everything was checked**\n\n",
                      VerdictIcon(Verdict::kUnchecked, true));
  for (const std::string& gap : gaps) *out += fmt::format("- {}\n", EscapeMarkdown(gap));
}

}  // namespace gloss
