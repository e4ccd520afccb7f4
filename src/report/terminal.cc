#include "report/terminal.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "report/display_text.h"
#include "report/reformulation_text.h"
#include "report/summary.h"
#include "report/terminal_writer.h"

namespace gloss {
namespace {

constexpr size_t kClaimIndent = 4;
constexpr size_t kEvidenceIndent = 8;
constexpr size_t kMaxNameColumns = 40;    // Of titles and headings beside a quote.
constexpr size_t kMaxQuoteColumns = 320;  // Longer quotes are cut unless all evidence is asked for.

/// "1.", "12." right-aligned so that sentence texts start in one column.
std::string SentenceNumber(size_t index, size_t count) {
  const size_t digits = std::to_string(count).size();
  return fmt::format("{:>{}}. ", index + 1, digits);
}

class GroundingTextRenderer {
 public:
  GroundingTextRenderer(const GroundingReport& report, const TerminalOptions& options)
      : report_(report), options_(options), writer_(options) {}

  std::string Render() && {
    WriteHeading();
    WriteSentences();
    WriteReformulation();
    writer_.Rule();
    WriteSummary();
    WriteWarnings();
    writer_.Gaps(GapLines(report_));
    return std::move(writer_).Take();
  }

 private:
  std::string Safe(std::string_view text) const { return writer_.Safe(text); }

  void WriteHeading() {
    std::vector<StyledText> heading = {{TextStyle::kBold, "Grounding report"}};
    if (!report_.id.empty()) heading.push_back({TextStyle::kBold, " " + Safe(report_.id)});
    const std::string name = DocumentName(report_.response);
    if (!name.empty()) heading.push_back({TextStyle::kPlain, ": " + Safe(name)});
    writer_.Paragraph(heading, 0, 2);
    if (!report_.question.empty()) {
      writer_.Paragraph(
          {{TextStyle::kDim, "Question: "}, {TextStyle::kPlain, Safe(report_.question)}}, 0, 2);
    }
    for (const Document& document : report_.documents) {
      writer_.Paragraph({{TextStyle::kDim, "Source: "},
                         {TextStyle::kPlain, Safe(DocumentName(document))},
                         {TextStyle::kDim, SourceSize(document)}},
                        0, 2);
    }
    writer_.BlankLine();
  }

  std::string SourceSize(const Document& document) const {
    std::string size = fmt::format(
        " ({}", CountLabel(static_cast<int>(document.sentences.size()), "sentence", "sentences"));
    if (document.page_count > 0) {
      size += ", " + CountLabel(document.page_count, "page", "pages");
    }
    return size + ")";
  }

  void WriteSentences() {
    const auto claims = ClaimsBySentence(report_);
    for (size_t i = 0; i < claims.size(); ++i) {
      std::vector<size_t> shown;
      for (size_t claim : claims[i]) {
        if (!options_.only_problems || IsProblem(report_.claims[claim].verdict)) {
          shown.push_back(claim);
        }
      }
      if (options_.only_problems && shown.empty()) continue;
      WriteSentence(i, shown);
    }
  }

  void WriteSentence(size_t index, const std::vector<size_t>& claims) {
    const std::string text = Safe(report_.response.SentenceText(index));
    const std::string number = SentenceNumber(index, report_.response.sentences.size());
    writer_.Paragraph({{TextStyle::kDim, number}, {TextStyle::kBold, text}}, 0, number.size());
    if (claims.empty()) {
      writer_.Paragraph({{TextStyle::kDim, "No claim was taken from this sentence."}}, kClaimIndent,
                        kClaimIndent);
    }
    for (size_t claim : claims) WriteClaim(report_.claims[claim], text, claims.size() == 1);
    writer_.BlankLine();
  }

  void WriteClaim(const ClaimResult& result, const std::string& sentence_text, bool only_one) {
    const Verdict verdict = result.verdict;
    const std::string text = Safe(result.claim.text);
    std::vector<StyledText> line = {
        {VerdictStyle(verdict),
         fmt::format("{} {}", VerdictIcon(verdict, options_.unicode), VerdictLabel(verdict))}};
    // A claim that is its sentence needs no second print of it.
    if (text != sentence_text) {
      line.push_back({TextStyle::kPlain, ": " + text});
    } else if (!only_one) {
      line.push_back({TextStyle::kDim, ": the whole sentence"});
    }
    if (!result.reason.empty()) {
      line.push_back({TextStyle::kDim, " (" + Safe(result.reason) + ")"});
    }
    writer_.Paragraph(line, kClaimIndent, kClaimIndent + 2);
    for (const std::string& note : ReferenceNotes(result.claim, report_.response.text)) {
      writer_.Paragraph({{TextStyle::kDim, Safe(note)}}, kEvidenceIndent, kEvidenceIndent + 2);
    }
    if (result.unchecked_pairs > 0) {
      writer_.Paragraph(
          {{TextStyle::kCyan, fmt::format("! {} with sources not compared",
                                          CountLabel(result.unchecked_pairs, "pair", "pairs"))}},
          kEvidenceIndent, kEvidenceIndent);
    }
    WriteEvidence(result);
  }

  void WriteEvidence(const ClaimResult& result) {
    std::vector<const EvidenceSet*> sets;
    if (options_.all_evidence) {
      for (const EvidenceSet& set : result.evidence) sets.push_back(&set);
    } else {
      const bool first_contradicts = result.verdict == Verdict::kContradicted;
      const EvidenceSet* supports = BestEvidence(result, Polarity::kSupports);
      const EvidenceSet* contradicts = BestEvidence(result, Polarity::kContradicts);
      if (first_contradicts) std::swap(supports, contradicts);
      if (supports != nullptr) sets.push_back(supports);
      if (contradicts != nullptr) sets.push_back(contradicts);
    }
    for (const EvidenceSet* set : sets) WriteEvidenceSet(*set);
    if (const size_t more = result.evidence.size() - sets.size(); more > 0) {
      writer_.Paragraph({{TextStyle::kDim, fmt::format("and {} more", more)}}, kEvidenceIndent,
                        kEvidenceIndent);
    }
    if (result.evidence.empty() && !result.weak_evidence.empty()) {
      WriteEvidenceSet(result.weak_evidence.front(), "may support it:", TextStyle::kDim);
    }
  }

  void WriteEvidenceSet(const EvidenceSet& set) {
    const bool supports = set.polarity == Polarity::kSupports;
    WriteEvidenceSet(set, std::string(PolarityName(set.polarity)),
                     supports ? TextStyle::kGreen : TextStyle::kRed);
  }

  void WriteEvidenceSet(const EvidenceSet& set, std::string label, TextStyle style) {
    std::string place;  // Of the quotes whose source line is still to be written.
    std::string tags;
    for (const SentenceRef& reference : set.sentences) {
      const Document& document = report_.documents[static_cast<size_t>(reference.document)];
      const auto index = static_cast<size_t>(reference.sentence);
      const std::string own_place = SourcePlace(document, document.sentences[index]);
      if (own_place != place) {
        WriteSourceLine(place, tags);
        place = own_place;
        tags.clear();
      }
      WriteQuote(label, style, document.SentenceText(index));
      tags += fmt::format(" [{}]", Safe(document.sentences[index].tag));
      label = "with";
    }
    WriteSourceLine(place, fmt::format("{}, score {:.2f}", tags, set.score));
  }

  void WriteQuote(const std::string& label, TextStyle style, std::string_view text) {
    std::string quote = Safe(text);
    if (!options_.all_evidence) {
      quote = TruncateText(quote, kMaxQuoteColumns, writer_.Mark("…", "..."));
    }
    writer_.Paragraph({{style, label + " "},
                       {TextStyle::kPlain, fmt::format("{}{}{}", writer_.Mark("“", "\""), quote,
                                                       writer_.Mark("”", "\""))}},
                      kEvidenceIndent, kEvidenceIndent + 2);
  }

  void WriteSourceLine(const std::string& place, const std::string& tags) {
    if (tags.empty()) return;
    // A place can be the bare dash; the tag then follows it directly.
    const std::string_view tail(place.ends_with(' ') ? std::string_view(tags).substr(1) : tags);
    writer_.Paragraph({{TextStyle::kDim, fmt::format("{}{}", place, tail)}}, kEvidenceIndent + 2,
                      kEvidenceIndent + 4);
  }

  /// "— Trial report, p. 3, Methods".
  std::string SourcePlace(const Document& document, const Sentence& sentence) const {
    const auto shortened = [this](std::string_view text) {
      return TruncateText(Safe(text), kMaxNameColumns, writer_.Mark("…", "..."));
    };
    std::vector<std::string> parts;
    // With one source its name would only repeat itself.
    if (report_.documents.size() > 1) parts.push_back(shortened(DocumentName(document)));
    for (const std::string& place :
         {PageLabel(document, sentence), CellLabel(document, sentence)}) {
      if (!place.empty()) parts.push_back(place);
    }
    const auto headings = HeadingPath(document, sentence);
    if (!headings.empty()) parts.push_back(shortened(headings.back()));
    return fmt::format("{}{}", writer_.Mark("— ", "-- "), fmt::join(parts, ", "));
  }

  /// What was changed, sentence by sentence, as a word diff; without colour in the marks of wdiff.
  void WriteReformulation() {
    if (!report_.reformulation) return;
    const Reformulation& reformulation = *report_.reformulation;
    writer_.Rule();
    writer_.Paragraph({{TextStyle::kBold, Safe(ReformulationLine(reformulation))}}, 0, 2);
    for (size_t i = 0; i < reformulation.sentences.size(); ++i) {
      const ReformulatedSentence& sentence = reformulation.sentences[i];
      if (sentence.action == SentenceAction::kKept) continue;
      const std::string number = SentenceNumber(i, reformulation.sentences.size());
      std::vector<StyledText> line = {{TextStyle::kDim, number}};
      for (const DiffPart& part : SentenceDiff(report_, i)) line.push_back(DiffText(part));
      writer_.Paragraph(line, 0, number.size());
      writer_.Paragraph(
          {{sentence.action == SentenceAction::kRewritten ? TextStyle::kGreen : TextStyle::kYellow,
            std::string(ActionLabel(sentence.action))},
           {TextStyle::kDim, ": " + Safe(sentence.reason)}},
          kClaimIndent, kClaimIndent + 2);
    }
    writer_.BlankLine();
  }

  StyledText DiffText(const DiffPart& part) const {
    // White space stays outside of the marks.
    const size_t begin = part.text.find_first_not_of(" \t\n");
    if (begin == std::string::npos) return {TextStyle::kPlain, " "};
    const size_t end = part.text.find_last_not_of(" \t\n") + 1;
    const std::string words = Safe(std::string_view(part.text).substr(begin, end - begin));
    const std::string_view before = begin > 0 ? " " : "";
    const std::string_view after = end < part.text.size() ? " " : "";
    if (part.kind == DiffKind::kSame) {
      return {TextStyle::kPlain, fmt::format("{}{}{}", before, words, after)};
    }
    const bool removed = part.kind == DiffKind::kRemoved;
    return {removed ? TextStyle::kRed : TextStyle::kGreen,
            fmt::format("{}{}{}{}{}", before, removed ? "[-" : "{+", words, removed ? "-]" : "+}",
                        after)};
  }

  void WriteSummary() {
    writer_.Paragraph(
        {{TextStyle::kBold, CoverageLine(report_)},
         {TextStyle::kDim,
          report_.provenance.method.empty() ? "" : ", method " + Safe(report_.provenance.method)}},
        0, 2);
    const auto counts = CountVerdicts(report_);
    std::vector<StyledText> line;
    for (Verdict verdict : kAllVerdicts) {
      const int count = counts[static_cast<size_t>(verdict)];
      if (count == 0 && verdict != Verdict::kUnchecked) continue;
      line.push_back({count == 0 ? TextStyle::kDim : VerdictStyle(verdict),
                      fmt::format("{} {} {}", VerdictIcon(verdict, options_.unicode), count,
                                  LowerLabel(verdict))});
    }
    writer_.Items(line, 2);
    WriteMetrics();
  }

  static std::string LowerLabel(Verdict verdict) {
    std::string label(VerdictLabel(verdict));
    label[0] = static_cast<char>(label[0] - 'A' + 'a');
    return label;
  }

  void WriteMetrics() {
    std::vector<StyledText> line;
    for (const MetricLine& metric : MetricLines(report_.metrics)) {
      if (metric.value == "n/a" || metric.abbreviation.empty()) continue;
      line.push_back({TextStyle::kDim,
                      fmt::format("{} ({}) {}", metric.abbreviation, metric.name, metric.value)});
    }
    writer_.Items(line, 2);
  }

  void WriteWarnings() {
    std::vector<std::string> warnings = report_.warnings;
    for (const Document& document : report_.documents) {
      for (const std::string& warning : document.warnings) {
        warnings.push_back(fmt::format("{}: {}", DocumentName(document), warning));
      }
    }
    for (const std::string& warning : warnings) {
      writer_.Paragraph({{TextStyle::kYellow, "note: "}, {TextStyle::kPlain, Safe(warning)}}, 2, 4);
    }
  }

  const GroundingReport& report_;
  const TerminalOptions& options_;
  TerminalWriter writer_;
};

}  // namespace

std::string RenderGroundingText(const GroundingReport& report, const TerminalOptions& options) {
  return GroundingTextRenderer(report, options).Render();
}

}  // namespace gloss
