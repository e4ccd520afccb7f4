#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <vector>

#include "report/html_parts.h"
#include "report/html_text.h"
#include "report/reformulation_text.h"
#include "report/summary.h"
#include "types/verdict_urgency.h"

namespace gloss {
namespace {

class ResponsePane {
 public:
  ResponsePane(const GroundingReport& report, std::string* out) : report_(report), out_(*out) {}

  void Append() {
    out_ +=
        "<section class=\"pane\" id=\"response\" aria-labelledby=\"response-title\">\n"
        "<h2 id=\"response-title\">Response</h2>\n";
    const auto claims = ClaimsBySentence(report_);
    const auto& sentences = report_.response.sentences;
    if (sentences.empty()) {
      out_ += "<p class=\"empty\">The response has no sentences.</p>\n";
    } else {
      Add("<ol class=\"sentences\"{}>\n", LanguageAttribute(report_.response));
      for (size_t i = 0; i < sentences.size(); ++i) AppendSentence(i, claims[i]);
      out_ += "</ol>\n";
    }
    AppendReformulated();
    AppendDropped();
    out_ += "</section>\n";
  }

 private:
  template <typename... Values>
  void Add(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Values>(values)...);
  }

  void AppendSentence(size_t index, const std::vector<size_t>& claims) {
    const auto& sentences = report_.response.sentences;
    const bool new_block = index > 0 && sentences[index].block != sentences[index - 1].block;
    Add("<li class=\"sentence{}{}\" id=\"r{}\">\n<p class=\"text\" dir=\"auto\">",
        KindClass(sentences[index]), new_block ? " gap" : "", index);
    AppendFragments(sentences[index].span, claims);
    out_ += "</p>\n";
    AppendChange(index);
    if (claims.empty()) {
      out_ += "<p class=\"no-claim\">No claim was taken from this sentence.</p>\n";
    } else {
      out_ += "<ul class=\"claims\">\n";
      for (size_t claim : claims) AppendClaim(claim, report_.response.SentenceText(index));
      out_ += "</ul>\n";
    }
    out_ += "</li>\n";
  }

  std::string_view KindClass(const Sentence& sentence) const {
    if (sentence.block < 0) return "";
    switch (report_.response.blocks[static_cast<size_t>(sentence.block)].kind) {
      case BlockKind::kHeading:
        return " heading";
      case BlockKind::kListItem:
        return " item";
      default:
        return "";
    }
  }

  /// The sentence cut where the spans of its claims begin and end.
  void AppendFragments(const Span& sentence, const std::vector<size_t>& claims) {
    std::vector<size_t> cuts = {sentence.begin, sentence.end};
    for (size_t claim : claims) {
      const Span& span = report_.claims[claim].claim.span;
      cuts.push_back(std::clamp(span.begin, sentence.begin, sentence.end));
      cuts.push_back(std::clamp(span.end, sentence.begin, sentence.end));
    }
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    for (size_t i = 0; i + 1 < cuts.size(); ++i) {
      const Span part{cuts[i], cuts[i + 1]};
      std::string names;
      const Verdict* worst = nullptr;
      for (size_t claim : claims) {
        const ClaimResult& result = report_.claims[claim];
        if (!result.claim.span.Contains(part)) continue;
        names += fmt::format("{}{}", names.empty() ? "" : " ", claim);
        if (worst == nullptr || VerdictUrgency(result.verdict) > VerdictUrgency(*worst))
          worst = &result.verdict;
      }
      const std::string text = EscapeHtml(part.In(report_.response.text));
      if (worst == nullptr) {
        out_ += text;
      } else {
        Add("<span class=\"part {}\" data-claims=\"{}\">{}</span>", VerdictName(*worst), names,
            text);
      }
    }
  }

  void AppendClaim(size_t index, std::string_view sentence_text) {
    const ClaimResult& result = report_.claims[index];
    const std::string anchor = ClaimAnchor(index);
    const std::string target =
        result.evidence.empty() ? anchor : SentenceAnchor(BestSet(result).sentences.front());
    Add("<li class=\"claim {0}\" id=\"{1}\">\n<a class=\"claim-link\" href=\"#{2}\" "
        "data-claim=\"{3}\">{4}<span class=\"verdict\">{5}</span>",
        VerdictName(result.verdict), anchor, target, index, IconMarkup(VerdictName(result.verdict)),
        VerdictLabel(result.verdict));
    if (result.claim.text == sentence_text) {
      out_ += "<span class=\"whole\">the whole sentence</span>";
    } else {
      Add("<span class=\"claim-text\" dir=\"auto\">{}</span>", EscapeHtml(result.claim.text));
    }
    out_ += "</a>\n";
    AppendReason(result);
    for (const std::string& note : ReferenceNotes(result.claim, report_.response.text)) {
      Add("<p class=\"reason\" dir=\"auto\">{}</p>\n", EscapeHtml(note));
    }
    AppendEvidence(index, result);
    out_ += "</li>\n";
  }

  /// What the claim's link leads to: evidence that speaks for its verdict.
  static const EvidenceSet& BestSet(const ClaimResult& result) {
    const bool contradicted = result.verdict == Verdict::kContradicted;
    const EvidenceSet* best =
        BestEvidence(result, contradicted ? Polarity::kContradicts : Polarity::kSupports);
    return best != nullptr ? *best : result.evidence.front();
  }

  void AppendReason(const ClaimResult& result) {
    std::string reason = result.reason;
    if (reason.empty() && result.verdict == Verdict::kNotEnoughInfo) {
      reason = "nothing in the sources supports or contradicts it";
    }
    if (result.unchecked_pairs > 0) {
      reason +=
          fmt::format("{}{} not compared", reason.empty() ? "" : "; ",
                      CountLabel(result.unchecked_pairs, "source sentence", "source sentences"));
    }
    if (!reason.empty()) Add("<p class=\"reason\">{}</p>\n", EscapeHtml(reason));
  }

  /// What may support a claim that nothing decides: links, no evidence that the page counts.
  void AppendWeakEvidence(const ClaimResult& result) {
    if (!result.evidence.empty() || result.weak_evidence.empty()) return;
    out_ += "<p class=\"reason\">May support it:";
    for (const SentenceRef& reference : result.weak_evidence.front().sentences) {
      const Document& document = report_.documents[static_cast<size_t>(reference.document)];
      Add(" <a href=\"#{}\"><bdi>{}</bdi></a>", SentenceAnchor(reference),
          EscapeHtml(document.SentenceText(static_cast<size_t>(reference.sentence))));
    }
    out_ += "</p>\n";
  }

  void AppendEvidence(size_t claim, const ClaimResult& result) {
    AppendWeakEvidence(result);
    if (result.evidence.empty()) return;
    out_ += "<ul class=\"evidence\">\n";
    for (size_t i = 0; i < result.evidence.size(); ++i) {
      const EvidenceSet& set = result.evidence[i];
      Add("<li class=\"{}\">{}", PolarityName(set.polarity),
          IconMarkup(PolarityName(set.polarity)));
      Add("<span class=\"links\"><span class=\"hidden\">{} </span>", PolarityName(set.polarity));
      for (const SentenceRef& reference : set.sentences) {
        AppendEvidenceLink(report_.documents, reference, claim, i, &out_);
      }
      Add("<span class=\"score\" title=\"Signed score\">{}{:.2f}</span></span></li>\n",
          set.polarity == Polarity::kSupports ? "+" : "−", set.score);
    }
    out_ += "</ul>\n";
  }

  /// What reformulation did to a sentence, as a word diff.
  void AppendChange(size_t index) {
    if (!report_.reformulation) return;
    const ReformulatedSentence& sentence = report_.reformulation->sentences[index];
    if (sentence.action == SentenceAction::kKept) return;
    Add("<div class=\"change {}\">\n<p class=\"reason\"><b>{}</b>: {}</p>\n"
        "<p class=\"diff\" dir=\"auto\">",
        SentenceActionName(sentence.action), ActionLabel(sentence.action),
        EscapeHtml(sentence.reason));
    for (const DiffPart& part : SentenceDiff(report_, index)) {
      if (part.kind == DiffKind::kSame) {
        out_ += EscapeHtml(part.text);
        continue;
      }
      // The space before a word stays outside of its mark.
      const size_t word = std::min(part.text.find_first_not_of(' '), part.text.size());
      const std::string_view tag = part.kind == DiffKind::kRemoved ? "del" : "ins";
      Add("{}<{}>{}</{}>", part.text.substr(0, word), tag,
          EscapeHtml(std::string_view(part.text).substr(word)), tag);
    }
    out_ += "</p>\n</div>\n";
  }

  void AppendReformulated() {
    if (!report_.reformulation) return;
    Add("<details class=\"fold\" id=\"reformulated\"><summary>The new text</summary>\n<p>{}</p>\n"
        "<blockquote class=\"new-text\" dir=\"auto\">{}</blockquote>\n</details>\n",
        EscapeHtml(ReformulationLine(*report_.reformulation)),
        EscapeHtml(report_.reformulation->text));
  }

  void AppendDropped() {
    if (report_.dropped_claims.empty()) return;
    Add("<details class=\"fold\"><summary>{} left out</summary>\n<p>Written by the decomposition "
        "model and refused, since the response sentence does not say it. Not part of the "
        "counts.</p>\n<ul>\n",
        CountLabel(static_cast<int>(report_.dropped_claims.size()), "claim", "claims"));
    for (const DroppedClaim& claim : report_.dropped_claims) {
      std::string reason = claim.reason;
      std::replace(reason.begin(), reason.end(), '_', ' ');
      Add("<li><bdi>{}</bdi> <span class=\"muted\">(<a href=\"#r{}\">sentence {}</a>, {})</span>"
          "</li>\n",
          EscapeHtml(claim.text), claim.sentence, claim.sentence + 1, EscapeHtml(reason));
    }
    out_ += "</ul>\n</details>\n";
  }

  const GroundingReport& report_;
  std::string& out_;
};

}  // namespace

void AppendEvidenceLink(std::span<const Document> documents, const SentenceRef& reference,
                        size_t claim, size_t set, std::string* out) {
  const Document& document = documents[static_cast<size_t>(reference.document)];
  const Sentence& sentence = document.sentences[static_cast<size_t>(reference.sentence)];
  std::string place = PageLabel(document, sentence);
  const std::string cell = CellLabel(document, sentence);
  if (!cell.empty()) place += (place.empty() ? "" : ", ") + cell;
  if (place.empty()) place = fmt::format("sentence {}", reference.sentence + 1);
  // With one source its name would only repeat itself; the heading says more.
  std::string name;
  if (documents.size() > 1) {
    name = DocumentName(document);
  } else if (const auto headings = HeadingPath(document, sentence); !headings.empty()) {
    name = headings.back();
  }
  if (!name.empty()) name = fmt::format("<bdi class=\"name\">{}</bdi> ", EscapeHtml(name));
  *out += fmt::format(
      "<a href=\"#{}\" data-claim=\"{}\" data-set=\"{}\">{}<span class=\"at\">{}</span></a>",
      SentenceAnchor(reference), claim, set, name, place);
}

void AppendResponsePane(const GroundingReport& report, std::string* out) {
  ResponsePane(report, out).Append();
}

}  // namespace gloss
