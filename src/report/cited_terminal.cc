#include "report/cited_terminal.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "report/cited_summary.h"
#include "report/display_text.h"
#include "report/summary.h"
#include "report/terminal_writer.h"
#include "text/tagged_document.h"

namespace gloss {
namespace {

constexpr size_t kClaimIndent = 4;
constexpr size_t kCitationIndent = 6;
constexpr size_t kQuoteIndent = 8;
constexpr size_t kMaxQuoteColumns = 320;
constexpr size_t kMaxQuotes = 3;  ///< Of one citation, unless all evidence is asked for.
constexpr size_t kMaxNameColumns = 40;

TextStyle CitationStyle(const Citation& citation) {
  if (citation.state == CitationState::kUnknown) return TextStyle::kRed;
  switch (citation.verdict) {
    case CitationVerdict::kSupports:
      return TextStyle::kGreen;
    case CitationVerdict::kContradicts:
      return TextStyle::kRed;
    case CitationVerdict::kDoesNotAddress:
      return TextStyle::kYellow;
    case CitationVerdict::kUnchecked:
      return TextStyle::kCyan;
  }
  return TextStyle::kCyan;
}

class CitedTextRenderer {
 public:
  CitedTextRenderer(const CitedText& text, const TerminalOptions& options)
      : text_(text), options_(options), writer_(options) {}

  std::string Render() && {
    WriteHeading();
    for (size_t i = 0; i < text_.sentences.size(); ++i) {
      if (!options_.only_problems || HasProblem(text_.sentences[i])) WriteSentence(i);
    }
    WriteLooseCitations();
    WriteFix();
    writer_.Rule();
    WriteSummary();
    return std::move(writer_).Take();
  }

 private:
  std::string Safe(std::string_view text) const { return writer_.Safe(text); }

  void WriteHeading() {
    std::vector<StyledText> heading = {{TextStyle::kBold, "Citations"}};
    if (!text_.id.empty()) heading.push_back({TextStyle::kBold, " " + Safe(text_.id)});
    if (!text_.title.empty()) heading.push_back({TextStyle::kPlain, ": " + Safe(text_.title)});
    writer_.Paragraph(heading, 0, 2);
    if (!text_.question.empty()) {
      writer_.Paragraph(
          {{TextStyle::kDim, "Question: "}, {TextStyle::kPlain, Safe(text_.question)}}, 0, 2);
    }
    for (const Document& document : text_.documents) {
      const auto sentences = static_cast<int>(document.sentences.size());
      writer_.Paragraph(
          {{TextStyle::kDim, "Source: "},
           {TextStyle::kPlain, Safe(DocumentName(document))},
           {TextStyle::kDim, fmt::format(" ({})", CountLabel(sentences, "sentence", "sentences"))}},
          0, 2);
    }
    writer_.BlankLine();
  }

  bool Stands(const Citation& citation) const {
    return citation.state != CitationState::kUnknown &&
           citation.verdict == CitationVerdict::kSupports;
  }

  bool HasProblem(const CitedSentence& sentence) const {
    return IsProblem(sentence.verdict) ||
           std::any_of(sentence.citations.begin(), sentence.citations.end(), [&](int index) {
             return !Stands(text_.citations[static_cast<size_t>(index)]);
           });
  }

  void WriteSentence(size_t index) {
    const CitedSentence& sentence = text_.sentences[index];
    const std::string number =
        fmt::format("{:>{}}. ", index + 1, std::to_string(text_.sentences.size()).size());
    writer_.Paragraph(
        {{TextStyle::kDim, number}, {TextStyle::kBold, Safe(sentence.span.In(text_.text))}}, 0,
        number.size());
    for (const int claim : sentence.claims) {
      WriteClaim(text_.claims[static_cast<size_t>(claim)], sentence);
    }
    if (sentence.claims.empty()) {
      writer_.Paragraph({{TextStyle::kDim, "No claim was taken from this sentence."}}, kClaimIndent,
                        kClaimIndent);
    }
    for (const int citation : sentence.citations) {
      WriteCitation(text_.citations[static_cast<size_t>(citation)]);
    }
    for (const int claim : sentence.claims) {
      WriteSuggestion(text_.claims[static_cast<size_t>(claim)]);
    }
    writer_.BlankLine();
  }

  void WriteClaim(const CitedClaim& claim, const CitedSentence& sentence) {
    const Verdict verdict = claim.verdict;
    std::vector<StyledText> line;
    if (claim.needs_citation && claim.citations.empty()) {
      line.push_back({VerdictStyle(verdict),
                      fmt::format("{} Needs a citation", VerdictIcon(verdict, options_.unicode))});
    } else {
      line.push_back(
          {VerdictStyle(verdict),
           fmt::format("{} {}", VerdictIcon(verdict, options_.unicode), VerdictLabel(verdict))});
    }
    if (Safe(claim.text) != Safe(sentence.statement)) {
      line.push_back({TextStyle::kPlain, ": " + Safe(claim.text)});
    }
    if (!claim.reason.empty() && !(claim.needs_citation && claim.citations.empty())) {
      line.push_back({TextStyle::kDim, " (" + Safe(claim.reason) + ")"});
    }
    writer_.Paragraph(line, kClaimIndent, kClaimIndent + 2);
  }

  void WriteCitation(const Citation& citation) {
    std::string label(CitationLabel(citation));
    label[0] = static_cast<char>(label[0] - 'A' + 'a');
    std::vector<StyledText> line = {
        {CitationStyle(citation), fmt::format("{} {} {}", CitationIcon(citation, options_.unicode),
                                              Safe(CitationName(text_, citation)), label)}};
    const std::string note = CitationNote(citation);
    if (!note.empty()) line.push_back({TextStyle::kDim, " (" + Safe(note) + ")"});
    writer_.Paragraph(line, kCitationIndent, kCitationIndent + 2);
    if (citation.state == CitationState::kUnknown) return;
    WriteQuotes(QuotedOf(citation));
    if (citation.cites_document()) {
      const Document& document = text_.documents[static_cast<size_t>(citation.document)];
      writer_.Paragraph({{TextStyle::kDim, fmt::format("{} {}, as a whole", writer_.Mark("—", "-"),
                                                       Safe(DocumentName(document)))}},
                        kQuoteIndent, kQuoteIndent + 2);
    }
  }

  /// What it cites; of a whole document, what decides the claims that it follows.
  std::vector<SentenceRef> QuotedOf(const Citation& citation) const {
    if (!citation.cites_document()) return citation.sentences;
    std::vector<SentenceRef> quoted;
    for (const int index : citation.claims) {
      for (const SentenceRef& ref : text_.claims[static_cast<size_t>(index)].evidence) {
        const bool known = std::find(quoted.begin(), quoted.end(), ref) != quoted.end();
        if (ref.document == citation.document && !known) quoted.push_back(ref);
      }
    }
    return quoted;
  }

  void WriteQuotes(const std::vector<SentenceRef>& references) {
    const size_t shown =
        options_.all_evidence ? references.size() : std::min(references.size(), kMaxQuotes);
    for (size_t i = 0; i < shown; ++i) {
      const Document& document = text_.documents[static_cast<size_t>(references[i].document)];
      const auto index = static_cast<size_t>(references[i].sentence);
      const Sentence& sentence = document.sentences[index];
      std::string quote = Safe(document.SentenceText(index));
      if (!options_.all_evidence) {
        quote = TruncateText(quote, kMaxQuoteColumns, writer_.Mark("…", "..."));
      }
      std::string place =
          TruncateText(Safe(DocumentName(document)), kMaxNameColumns, writer_.Mark("…", "..."));
      const std::string page = PageLabel(document, sentence);
      if (!page.empty()) place += ", " + page;
      writer_.Paragraph({{TextStyle::kPlain, fmt::format("{}{}{}", writer_.Mark("“", "\""), quote,
                                                         writer_.Mark("”", "\""))},
                         {TextStyle::kDim, fmt::format(" {} {} <{}>", writer_.Mark("—", "-"), place,
                                                       Safe(sentence.tag))}},
                        kQuoteIndent, kQuoteIndent + 2);
    }
    if (references.size() > shown) {
      writer_.Paragraph({{TextStyle::kDim, fmt::format("and {} more", references.size() - shown)}},
                        kQuoteIndent, kQuoteIndent);
    }
  }

  void WriteSuggestion(const CitedClaim& claim) {
    if (claim.would_support.empty()) return;
    writer_.Paragraph(
        {{TextStyle::kGreen, fmt::format("{} Would support it:", writer_.Mark("→", "->"))}},
        kCitationIndent, kCitationIndent + 2);
    WriteQuotes(claim.would_support);
  }

  /// Citations that follow no statement at all.
  void WriteLooseCitations() {
    std::vector<const Citation*> loose;
    for (const Citation& citation : text_.citations) {
      if (citation.sentence < 0 && citation.claims.empty()) loose.push_back(&citation);
    }
    if (loose.empty()) return;
    writer_.Paragraph({{TextStyle::kBold, "Citations that follow no sentence"}}, 0, 2);
    for (const Citation* citation : loose) WriteCitation(*citation);
    writer_.BlankLine();
  }

  void WriteFix() {
    if (!text_.fix) return;
    writer_.Rule();
    writer_.Paragraph({{TextStyle::kBold, FixLine(*text_.fix)}}, 0, 2);
    // Paragraphs without a change are left out.
    std::vector<StyledText> line;
    bool changed = false;
    const auto flush = [&] {
      if (changed) writer_.Paragraph(line, 2, 4);
      line.clear();
      changed = false;
    };
    for (const DiffPart& part : FixDiff(text_)) {
      if (part.kind != DiffKind::kSame) {
        const bool removed = part.kind == DiffKind::kRemoved;
        line.push_back({removed ? TextStyle::kRed : TextStyle::kGreen,
                        removed ? "[-" + Safe(part.text) + "-]" : "{+" + Safe(part.text) + "+}"});
        changed = true;
        continue;
      }
      for (size_t at = 0; at <= part.text.size();) {
        const size_t end = std::min(part.text.find('\n', at), part.text.size());
        std::string words = Safe(std::string_view(part.text).substr(at, end - at));
        // Safe text has no white space at its ends.
        if (at < end && part.text[at] == ' ') words.insert(0, 1, ' ');
        if (at < end && words.size() > 1 && part.text[end - 1] == ' ') words += ' ';
        line.push_back({TextStyle::kPlain, words});
        if (end == part.text.size()) break;
        flush();
        at = end + 1;
      }
    }
    flush();
    for (const CitationChange& change : text_.fix->changes) {
      const std::string before = Safe(change.before.In(text_.text));
      const std::string after = Safe(change.after.In(text_.fix->text));
      writer_.Paragraph(
          {{TextStyle::kPlain,
            fmt::format("{} {}: {}{}{}", writer_.Mark("•", "*"), CitationEditName(change.edit),
                        before, before.empty() || after.empty() ? "" : writer_.Mark(" → ", " -> "),
                        after)},
           {TextStyle::kDim, change.reason.empty() ? "" : " (" + Safe(change.reason) + ")"}},
          2, 4);
    }
    writer_.BlankLine();
  }

  void WriteSummary() {
    const CitedCounts counts = CountCited(text_);
    writer_.Paragraph({{TextStyle::kBold, CitationsLine(counts)}}, 0, 2);
    writer_.Paragraph({{TextStyle::kBold, ClaimsLine(counts)}}, 0, 2);
    for (const std::string& warning : text_.warnings) {
      writer_.Paragraph({{TextStyle::kYellow, "note: "}, {TextStyle::kPlain, Safe(warning)}}, 2, 4);
    }
    std::vector<std::string> gaps = text_.gaps;
    if (text_.fix) {
      for (const std::string& gap : text_.fix->gaps) {
        if (std::find(gaps.begin(), gaps.end(), gap) == gaps.end()) gaps.push_back(gap);
      }
    }
    writer_.Gaps(gaps);
  }

  const CitedText& text_;
  const TerminalOptions& options_;
  TerminalWriter writer_;
};

}  // namespace

std::string RenderCitedText(const CitedText& text, const TerminalOptions& options) {
  return CitedTextRenderer(text, options).Render();
}

std::string RenderTagTable(std::span<const Document> documents, const TerminalOptions& options) {
  TerminalWriter writer(options);
  const std::vector<TagEntry> table = TagTable(documents);
  writer.Paragraph({{TextStyle::kBold, CountLabel(static_cast<int>(table.size()), "tag", "tags")}},
                   0, 2);
  for (const TagEntry& entry : table) {
    const SentenceRef& first = entry.places.front();
    const Document& document = documents[static_cast<size_t>(first.document)];
    const std::string quote =
        TruncateText(writer.Safe(document.SentenceText(static_cast<size_t>(first.sentence))),
                     kMaxQuoteColumns, writer.Mark("…", "..."));
    std::string places;
    for (const SentenceRef& place : entry.places) {
      places += fmt::format("{}{}:{}", places.empty() ? "" : ", ",
                            writer.Safe(documents[static_cast<size_t>(place.document)].id),
                            place.sentence + 1);
    }
    std::vector<StyledText> line = {{TextStyle::kBold, entry.tag},
                                    {TextStyle::kDim, " " + places + " "},
                                    {TextStyle::kPlain, quote}};
    if (entry.rehashed) line.push_back({TextStyle::kYellow, " (re-hashed: its tag was taken)"});
    writer.Paragraph(line, 2, 11);
  }
  return std::move(writer).Take();
}

}  // namespace gloss
