#include "report/cited_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "report/cited_summary.h"
#include "report/cited_text_json.h"
#include "report/html_parts.h"
#include "report/html_text.h"
#include "report/summary.h"
#include "types/verdict_urgency.h"

namespace gloss {
namespace {

constexpr size_t kMostLinks = 12;  // Of one citation; a document as a whole has one.

/// What the page shows beside a claim: a citation, or what would support it.
struct Exhibit {
  std::string_view kind;               ///< "supports", "contradicts", "cited" or "suggested".
  int citation = -1;                   ///< -1: a suggestion.
  std::vector<SentenceRef> sentences;  ///< Empty: a document as a whole.
};

std::string_view KindOf(const Citation& citation) {
  switch (citation.verdict) {
    case CitationVerdict::kSupports:
      return "supports";
    case CitationVerdict::kContradicts:
      return "contradicts";
    default:
      return "cited";
  }
}

/// The citations of a claim that name something, then what would support it.
std::vector<Exhibit> ExhibitsOf(const CitedText& text, const CitedClaim& claim) {
  std::vector<Exhibit> exhibits;
  for (const int index : claim.citations) {
    const Citation& citation = text.citations[static_cast<size_t>(index)];
    if (citation.state == CitationState::kUnknown) continue;
    Exhibit exhibit{KindOf(citation), index, citation.sentences};
    if (citation.cites_document()) {
      for (const SentenceRef& ref : claim.evidence) {
        if (ref.document == citation.document) exhibit.sentences.push_back(ref);
      }
    } else if (citation.sentences.empty()) {
      continue;  // Of a source that was not read.
    }
    exhibits.push_back(std::move(exhibit));
  }
  if (!claim.would_support.empty()) exhibits.push_back({"suggested", -1, claim.would_support});
  return exhibits;
}

class CitedPage {
 public:
  CitedPage(const CitedText& text, const HtmlOptions& options) : text_(text), options_(options) {
    for (const CitedClaim& claim : text.claims) {
      const size_t index = exhibits_.size();
      exhibits_.push_back(ExhibitsOf(text, claim));
      for (size_t i = 0; i < exhibits_.back().size(); ++i) {
        shown_at_.emplace(exhibits_.back()[i].citation, std::pair(index, i));
      }
    }
    for (size_t i = 0; i < text.citations.size(); ++i) {
      const auto sentence = text.citations[i].sentence;
      if (sentence < 0 && text.citations[i].claims.empty()) loose_.push_back(i);
    }
  }

  std::string Render() && {
    const std::string title = Title();
    AppendPageStart({title, "citations", text_.provenance.product_version}, TwoPaneKit(), &out_);
    const CitedCounts counts = CountCited(text_);
    AppendHeaderLine(title, CitationsLine(counts) + ". " + ClaimsLine(counts), text_.question,
                     &out_);
    AppendGaps(text_.gaps, &out_);
    AppendNotes(text_.warnings, &out_);
    AppendVerdictCounts(VerdictCounts(), &out_);
    AppendShares(VerdictCounts(), &out_);
    out_ += "</header>\n<main>\n";
    AppendTextPane();
    AppendSourcePane(text_.documents, Uses(), &out_);
    out_ += "</main>\n";
    AppendDock(&out_);
    AppendProvenance(text_.provenance, text_.documents, {}, options_.embed_data, &out_);
    const std::string data =
        options_.embed_data
            ? RenderCitedTextJson(text_, {.compact = true, .word_boxes = false, .html_safe = true})
            : "";
    AppendHelp(&out_);
    AppendPageEnd(data, TwoPaneKit(), &out_);
    return std::move(out_);
  }

 private:
  template <typename... Values>
  void Add(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Values>(values)...);
  }

  std::string Title() const {
    if (!options_.title.empty()) return options_.title;
    if (!text_.title.empty()) return text_.title;
    return text_.id.empty() ? "Cited text" : text_.id;
  }

  std::array<int, 6> VerdictCounts() const {
    std::array<int, 6> counts{};
    for (const CitedClaim& claim : text_.claims) ++counts[static_cast<size_t>(claim.verdict)];
    return counts;
  }

  std::vector<std::vector<SentenceUses>> Uses() const {
    std::vector<std::vector<SentenceUses>> uses;
    for (const Document& document : text_.documents) uses.emplace_back(document.sentences.size());
    for (size_t claim = 0; claim < exhibits_.size(); ++claim) {
      for (const Exhibit& exhibit : exhibits_[claim]) {
        for (const SentenceRef& ref : exhibit.sentences) {
          SentenceUses& use =
              uses[static_cast<size_t>(ref.document)][static_cast<size_t>(ref.sentence)];
          std::vector<size_t>& list = exhibit.kind == "contradicts" ? use.contradicts
                                      : exhibit.kind == "cited"     ? use.cited
                                                                    : use.supports;
          if (list.empty() || list.back() != claim) list.push_back(claim);
        }
      }
    }
    return uses;
  }

  // ---- The text ----------------------------------------------------------------------------

  void AppendTextPane() {
    out_ +=
        "<section class=\"pane\" id=\"response\" aria-labelledby=\"response-title\">\n"
        "<h2 id=\"response-title\">Text</h2>\n";
    if (text_.sentences.empty()) {
      out_ += "<p class=\"empty\">The text has no sentences.</p>\n";
    } else {
      Document language;
      language.language = text_.language;
      Add("<ol class=\"sentences\"{}>\n", LanguageAttribute(language));
      for (size_t i = 0; i < text_.sentences.size(); ++i) AppendSentence(i);
      out_ += "</ol>\n";
    }
    AppendLoose();
    AppendFix();
    out_ += "</section>\n";
  }

  void AppendSentence(size_t index) {
    const CitedSentence& sentence = text_.sentences[index];
    Add("<li class=\"sentence\" id=\"r{}\">\n<p class=\"text\" dir=\"auto\">", index);
    AppendFragments(sentence);
    out_ += "</p>\n";
    if (sentence.origin == CitedOrigin::kQuoted || sentence.origin == CitedOrigin::kShortened) {
      Add("<p class=\"reason\">{} from the source</p>\n",
          sentence.origin == CitedOrigin::kQuoted ? "Quoted" : "Shortened");
    }
    AppendUnclaimed(sentence);
    if (sentence.claims.empty()) {
      out_ += "<p class=\"no-claim\">No claim was taken from this sentence.</p>\n";
    } else {
      out_ += "<ul class=\"claims\">\n";
      for (const int claim : sentence.claims) AppendClaim(static_cast<size_t>(claim), sentence);
      out_ += "</ul>\n";
    }
    out_ += "</li>\n";
  }

  /// Unknown citations, and those that follow no claim.
  void AppendUnclaimed(const CitedSentence& sentence) {
    for (const int index : sentence.citations) {
      const Citation& citation = text_.citations[static_cast<size_t>(index)];
      if (citation.state == CitationState::kUnknown || citation.claims.empty()) {
        AppendCitationNote(citation);
      }
    }
  }

  void AppendCitationNote(const Citation& citation) {
    const std::string note = CitationNote(citation);
    Add("<p class=\"reason\" dir=\"auto\"><b>{}</b> {}{}{}</p>\n",
        EscapeHtml(CitationName(text_, citation)), CitationLabel(citation),
        note.empty() ? "" : ": ", EscapeHtml(note));
  }

  /// The sentence cut where claims and marks begin and end.
  void AppendFragments(const CitedSentence& sentence) {
    std::vector<size_t> cuts = {sentence.span.begin, sentence.span.end};
    const auto cut = [&](const Span& span) {
      cuts.push_back(std::clamp(span.begin, sentence.span.begin, sentence.span.end));
      cuts.push_back(std::clamp(span.end, sentence.span.begin, sentence.span.end));
    };
    std::vector<int> marks;
    for (const int index : sentence.citations) {
      const Citation& citation = text_.citations[static_cast<size_t>(index)];
      // What a mark encloses is text of the sentence: only short ones are shown as links.
      if (citation.form == MarkForm::kAnnotation || Encloses(citation)) continue;
      marks.push_back(index);
      cut(citation.span);
    }
    for (const int claim : sentence.claims) cut(text_.claims[static_cast<size_t>(claim)].span);
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    size_t next = 0;  // Marks are in the order of their spans.
    for (size_t i = 0; i + 1 < cuts.size(); ++i) {
      const Span part{cuts[i], cuts[i + 1]};
      const auto mark_at = [&](size_t index) -> const Span& {
        return text_.citations[static_cast<size_t>(marks[index])].span;
      };
      while (next < marks.size() && mark_at(next).end <= part.begin) ++next;
      if (next < marks.size() && mark_at(next).Contains(part)) {
        AppendMark(static_cast<size_t>(marks[next]), part);
      } else {
        AppendPart(sentence, part);
      }
    }
  }

  bool Encloses(const Citation& citation) const {
    return std::any_of(citation.claims.begin(), citation.claims.end(), [&](int claim) {
      return citation.span.Contains(text_.claims[static_cast<size_t>(claim)].span);
    });
  }

  std::string TargetOf(size_t claim, size_t exhibit) const {
    const Exhibit& shown = exhibits_[claim][exhibit];
    if (!shown.sentences.empty()) return SentenceAnchor(shown.sentences.front());
    const Citation& citation = text_.citations[static_cast<size_t>(shown.citation)];
    return DocumentAnchor(static_cast<size_t>(citation.document));
  }

  void AppendMark(size_t index, const Span& part) {
    const Citation& citation = text_.citations[index];
    const std::string text = EscapeHtml(part.In(text_.text));
    const std::string label =
        EscapeHtml(fmt::format("{}: {}", CitationName(text_, citation), CitationLabel(citation)));
    const auto shown = shown_at_.find(static_cast<int>(index));
    if (shown == shown_at_.end()) {
      Add("<span class=\"cite {}\" title=\"{}\">{}</span>",
          citation.state == CitationState::kUnknown ? "contradicted" : "unchecked", label, text);
      return;
    }
    const auto& [claim, exhibit] = shown->second;
    Add("<a class=\"cite {}\" href=\"#{}\" data-claim=\"{}\" data-set=\"{}\" title=\"{}\">{}</a>",
        KindOf(citation), TargetOf(claim, exhibit), claim, exhibit, label, text);
  }

  void AppendPart(const CitedSentence& sentence, const Span& part) {
    std::string names;
    const Verdict* worst = nullptr;
    for (const int index : sentence.claims) {
      const CitedClaim& claim = text_.claims[static_cast<size_t>(index)];
      if (!claim.span.Contains(part)) continue;
      names += fmt::format("{}{}", names.empty() ? "" : " ", index);
      if (worst == nullptr || VerdictUrgency(claim.verdict) > VerdictUrgency(*worst)) {
        worst = &claim.verdict;
      }
    }
    const std::string text = EscapeHtml(part.In(text_.text));
    if (worst == nullptr) {
      out_ += text;
    } else {
      Add("<span class=\"part {}\" data-claims=\"{}\">{}</span>", VerdictName(*worst), names, text);
    }
  }

  // ---- Claims ------------------------------------------------------------------------------

  void AppendClaim(size_t index, const CitedSentence& sentence) {
    const CitedClaim& claim = text_.claims[index];
    const std::string anchor = ClaimAnchor(index);
    const bool uncited = claim.needs_citation && claim.citations.empty();
    Add("<li class=\"claim {0}\" id=\"{1}\">\n<a class=\"claim-link\" href=\"#{2}\" "
        "data-claim=\"{3}\">{4}<span class=\"verdict\">{5}</span>",
        VerdictName(claim.verdict), anchor, exhibits_[index].empty() ? anchor : TargetOf(index, 0),
        index, IconMarkup(VerdictName(claim.verdict)),
        uncited ? "Needs a citation" : VerdictLabel(claim.verdict));
    if (claim.text == sentence.statement) {
      out_ += "<span class=\"whole\">the whole sentence</span>";
    } else {
      Add("<span class=\"claim-text\" dir=\"auto\">{}</span>", EscapeHtml(claim.text));
    }
    out_ += "</a>\n";
    if (!claim.reason.empty() && !uncited) {
      Add("<p class=\"reason\" dir=\"auto\">{}</p>\n", EscapeHtml(claim.reason));
    }
    AppendExhibits(index);
    out_ += "</li>\n";
  }

  void AppendExhibits(size_t claim) {
    if (exhibits_[claim].empty()) return;
    out_ += "<ul class=\"evidence\">\n";
    for (size_t i = 0; i < exhibits_[claim].size(); ++i) {
      const Exhibit& exhibit = exhibits_[claim][i];
      Add("<li class=\"{0}\">{1}<span class=\"links\">", exhibit.kind, IconMarkup(exhibit.kind));
      if (exhibit.citation < 0) {
        out_ += "would support it: ";
      } else {
        const Citation& citation = text_.citations[static_cast<size_t>(exhibit.citation)];
        Add("<bdi>{}</bdi> {}: ", EscapeHtml(CitationName(text_, citation)), LowerLabel(citation));
      }
      AppendLinks(claim, i);
      out_ += "</span></li>\n";
    }
    out_ += "</ul>\n";
    for (const Exhibit& exhibit : exhibits_[claim]) {
      if (exhibit.citation < 0) continue;
      const Citation& citation = text_.citations[static_cast<size_t>(exhibit.citation)];
      const std::string note = CitationNote(citation);
      // Its claim says the same already.
      if (note.empty() || note == text_.claims[claim].reason) continue;
      Add("<p class=\"reason\" dir=\"auto\"><bdi>{}</bdi> {}</p>\n",
          EscapeHtml(CitationName(text_, citation)), EscapeHtml(note));
    }
  }

  static std::string LowerLabel(const Citation& citation) {
    std::string label(CitationLabel(citation));
    label[0] = static_cast<char>(label[0] - 'A' + 'a');
    return label;
  }

  void AppendLinks(size_t claim, size_t index) {
    const Exhibit& exhibit = exhibits_[claim][index];
    if (exhibit.sentences.empty()) {
      const Citation& citation = text_.citations[static_cast<size_t>(exhibit.citation)];
      const auto document = static_cast<size_t>(citation.document);
      Add("<a href=\"#{}\" data-claim=\"{}\" data-set=\"{}\"><bdi class=\"name\">{}</bdi> "
          "<span class=\"at\">as a whole</span></a>",
          DocumentAnchor(document), claim, index,
          EscapeHtml(DocumentName(text_.documents[document])));
      return;
    }
    for (size_t i = 0; i < std::min(exhibit.sentences.size(), kMostLinks); ++i) {
      AppendEvidenceLink(text_.documents, exhibit.sentences[i], claim, index, &out_);
    }
  }

  // ---- What is left ------------------------------------------------------------------------

  void AppendLoose() {
    if (loose_.empty()) return;
    out_ += "<details class=\"fold\" open><summary>Citations that follow no sentence</summary>\n";
    for (const size_t index : loose_) AppendCitationNote(text_.citations[index]);
    out_ += "</details>\n";
  }

  void AppendFix() {
    if (!text_.fix) return;
    Add("<details class=\"fold\" id=\"reformulated\" open><summary>The corrected text</summary>\n"
        "<p>{}</p>\n<blockquote class=\"new-text diff\" dir=\"auto\">",
        EscapeHtml(FixLine(*text_.fix)));
    for (const DiffPart& part : FixDiff(text_)) {
      if (part.kind == DiffKind::kSame) {
        AppendEscapedHtml(part.text, &out_);
      } else {
        const std::string_view tag = part.kind == DiffKind::kRemoved ? "del" : "ins";
        Add("<{0}>{1}</{0}>", tag, EscapeHtml(part.text));
      }
    }
    out_ += "</blockquote>\n<ul>\n";
    for (const CitationChange& change : text_.fix->changes) {
      const std::string before = EscapeHtml(change.before.In(text_.text));
      const std::string after = EscapeHtml(change.after.In(text_.fix->text));
      Add("<li dir=\"auto\">{}: {}{}{}{}</li>\n", CitationEditName(change.edit), before,
          before.empty() || after.empty() ? "" : " → ", after,
          change.reason.empty() ? "" : fmt::format(" ({})", EscapeHtml(change.reason)));
    }
    out_ += "</ul>\n</details>\n";
  }

  const CitedText& text_;
  const HtmlOptions& options_;
  std::vector<std::vector<Exhibit>> exhibits_;  ///< By claim.
  /// Where a citation stands on the page: a claim and its exhibit.
  std::map<int, std::pair<size_t, size_t>> shown_at_;
  std::vector<size_t> loose_;  ///< Citations that follow nothing.
  std::string out_;
};

}  // namespace

std::string RenderCitedHtml(const CitedText& text, const HtmlOptions& options) {
  return CitedPage(text, options).Render();
}

}  // namespace gloss
