#include "report/judge_html_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "report/cited_summary.h"
#include "report/html_text.h"
#include "report/judge_summary.h"
#include "report/summary.h"

namespace gloss {
namespace {

template <typename... Values>
void Add(std::string* out, fmt::format_string<Values...> format, Values&&... values) {
  fmt::format_to(std::back_inserter(*out), format, std::forward<Values>(values)...);
}

std::string_view KindOf(const Citation& citation) {
  if (citation.state == CitationState::kUnknown) return "contradicted";
  switch (citation.verdict) {
    case CitationVerdict::kSupports:
      return "supports";
    case CitationVerdict::kContradicts:
      return "contradicts";
    case CitationVerdict::kDoesNotAddress:
      return "cited";
    case CitationVerdict::kUnchecked:
      return "unchecked";
  }
  return "unchecked";
}

/// A text cut into stretches: its sentences and the marks in them.
class TextWriter {
 public:
  TextWriter(const JudgedText& text, size_t index, const SourceAnchor& anchor, std::string* out)
      : text_(text.text), index_(index), anchor_(anchor), out_(out) {
    for (size_t i = 0; i < text_.citations.size(); ++i) {
      const Citation& citation = text_.citations[i];
      // Annotations have no mark in the text, and what a mark encloses is text to be read.
      if (citation.form == MarkForm::kAnnotation || Encloses(citation)) continue;
      marks_.push_back(i);
    }
  }

  void Write() {
    size_t at = 0;
    for (size_t i = 0; i < text_.sentences.size(); ++i) {
      const Span& span = text_.sentences[i].span;
      if (span.begin < at) continue;
      WriteRange({at, span.begin});
      Add(out_, "<span class=\"st part {}\" id=\"{}\">", VerdictName(text_.sentences[i].verdict),
          StatementAnchor(index_, i));
      WriteRange(span);
      *out_ += "</span>";
      at = span.end;
    }
    WriteRange({at, text_.text.size()});
  }

 private:
  bool Encloses(const Citation& citation) const {
    return std::any_of(citation.claims.begin(), citation.claims.end(), [&](int claim) {
      return citation.span.Contains(text_.claims[static_cast<size_t>(claim)].span);
    });
  }

  void WriteRange(const Span& range) {
    size_t at = range.begin;
    while (next_ < marks_.size() && text_.citations[marks_[next_]].span.begin < range.end) {
      const Citation& citation = text_.citations[marks_[next_++]];
      // Several ids in one mark share its span: the first one is the link.
      if (citation.span.begin < at || citation.span.end > range.end) continue;
      AppendEscapedHtml(Span{at, citation.span.begin}.In(text_.text), out_);
      WriteMark(citation);
      at = citation.span.end;
    }
    AppendEscapedHtml(Span{at, range.end}.In(text_.text), out_);
  }

  void WriteMark(const Citation& citation) {
    const std::string mark = EscapeHtml(citation.span.In(text_.text));
    const std::string title =
        EscapeHtml(fmt::format("{}: {}", CitationName(text_, citation), CitationLabel(citation)));
    std::string target;
    if (!citation.sentences.empty()) target = anchor_.Of(citation.sentences.front());
    if (citation.cites_document()) {
      target = anchor_.OfDocument(static_cast<size_t>(citation.document));
    }
    if (target.empty()) {
      Add(out_, "<span class=\"cite {}\" title=\"{}\">{}</span>", KindOf(citation), title, mark);
    } else {
      Add(out_, "<a class=\"cite {}\" href=\"#{}\" title=\"{}\">{}</a>", KindOf(citation), target,
          title, mark);
    }
  }

  const CitedText& text_;
  size_t index_;
  const SourceAnchor& anchor_;
  std::string* out_;
  std::vector<size_t> marks_;  ///< Into the citations, in order.
  size_t next_ = 0;
};

/// How the texts cite a sentence, the worst first: what the reader should look at.
std::map<SentenceRef, std::string_view> UsesOf(const std::vector<const JudgedText*>& texts) {
  constexpr std::array<std::string_view, 4> kUrgency = {"supports", "unchecked", "cited",
                                                        "contradicts"};
  const auto urgency = [&](std::string_view kind) {
    return std::find(kUrgency.begin(), kUrgency.end(), kind) - kUrgency.begin();
  };
  std::map<SentenceRef, std::string_view> uses;
  for (const JudgedText* text : texts) {
    for (const Citation& citation : text->text.citations) {
      for (const SentenceRef& ref : citation.sentences) {
        std::string_view& kind = uses.try_emplace(ref, "supports").first->second;
        if (urgency(KindOf(citation)) > urgency(kind)) kind = KindOf(citation);
      }
    }
  }
  return uses;
}

/// A bar of 0 to 100 with the interval as a line over it.
void AppendBar(const CriterionRate& rate, std::string* out) {
  const double value = 100 * *rate.rate;
  const double low = 100 * rate.low;
  const double high = 100 * rate.high;
  Add(out,
      "<svg class=\"bar\" viewBox=\"0 0 100 14\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
      "<rect class=\"track\" x=\"0\" y=\"4\" width=\"100\" height=\"6\" rx=\"1\"/>"
      "<rect class=\"value\" x=\"0\" y=\"4\" width=\"{:.1f}\" height=\"6\" rx=\"1\"/>"
      "<path class=\"whisker\" d=\"M{:.1f} 7H{:.1f}M{:.1f} 2.5V11.5M{:.1f} 2.5V11.5\"/></svg>",
      value, low, high, low, high);
}

void AppendRate(const CriterionRate& rate, std::string_view run, std::string* out) {
  Add(out, "<td data-run=\"{}\" title=\"{}\">", EscapeHtml(run), EscapeHtml(CountsLine(rate)));
  if (!rate.rate) {
    *out += "<span class=\"muted\">no such checks</span></td>";
    return;
  }
  Add(out, "<div class=\"rate\"><span>{}</span>", RateText(rate));
  AppendBar(rate, out);
  Add(out, "<span class=\"interval\">{}{}</span></div></td>", IntervalText(rate),
      rate.unchecked == 0 ? "" : fmt::format(" · {} unchecked", rate.unchecked));
}

void AppendRow(std::string_view name, const JudgeReport& report, std::optional<Criterion> criterion,
               std::string* out) {
  const auto index = static_cast<size_t>(criterion.value_or(Criterion::kFactualAccuracy));
  Add(out, "<tr><th scope=\"row\">{}</th>", name);
  for (const RunSummary& summary : report.summaries) {
    AppendRate(criterion ? summary.criteria[index] : summary.overall, summary.run, out);
  }
  for (const RunDifference& difference : report.differences) {
    Add(out, "<td class=\"change-cell\" data-run=\"{} against {}\">{}</td>",
        EscapeHtml(difference.run), EscapeHtml(difference.baseline),
        DifferenceText(criterion ? difference.criteria[index] : difference.overall));
  }
  *out += "</tr>\n";
}

void AppendPairs(const JudgeReport& report, std::string* out) {
  if (report.pairs.empty()) return;
  const PairCounts counts = CountPairs(report);
  Add(out,
      "<section class=\"notice\"><h2>Pairs</h2><ul>\n<li>{} question{}, each in both orders: “{}” "
      "better {}, “{}” better {}, tied {}, changed with the order {}, unchecked {}</li>\n",
      report.pairs.size(), report.pairs.size() == 1 ? "" : "s", EscapeHtml(report.runs[0]),
      counts.first, EscapeHtml(report.runs[1]), counts.second, counts.ties, counts.order_dependent,
      counts.unchecked);
  Add(out, "<li>Answers that chose the text placed first: {}, second: {}</li>\n</ul></section>\n",
      counts.chose_first_place, counts.chose_second_place);
}

void AppendAgreement(const JudgeReport& report, std::string* out) {
  if (report.agreement.empty()) return;
  *out += "<section class=\"notice\"><h2>Agreement with people</h2><ul>\n";
  for (const LabelAgreement& agreement : report.agreement) {
    Add(out, "<li>{}: {}</li>\n", CriterionLabel(agreement.criterion), AgreementLine(agreement));
  }
  *out += "</ul></section>\n";
}

}  // namespace

std::string SourceAnchor::Of(const SentenceRef& reference) const {
  return fmt::format("g{}d{}s{}", group, reference.document, reference.sentence);
}

std::string SourceAnchor::OfDocument(size_t document) const {
  return fmt::format("g{}d{}", group, document);
}

std::string StatementAnchor(size_t text, size_t sentence) {
  return fmt::format("t{}r{}", text, sentence);
}

std::string_view OutcomeIcon(CheckOutcome outcome) {
  switch (outcome) {
    case CheckOutcome::kPassed:
      return "supported";
    case CheckOutcome::kFailed:
      return "contradicted";
    case CheckOutcome::kUnchecked:
      return "unchecked";
  }
  return "unchecked";
}

void AppendWrittenText(const JudgedText& text, size_t index, const SourceAnchor& anchor,
                       std::string* out) {
  Document language;
  language.language = text.text.language;
  Add(out, "<div class=\"written\" dir=\"auto\"{}>", LanguageAttribute(language));
  TextWriter(text, index, anchor, out).Write();
  *out += "</div>\n";
}

void AppendJudgeSources(const CitedText& text, const std::vector<const JudgedText*>& texts,
                        const SourceAnchor& anchor, std::string* out) {
  const auto uses = UsesOf(texts);
  for (size_t d = 0; d < text.documents.size(); ++d) {
    const Document& document = text.documents[d];
    Add(out, "<section id=\"{}\"><h3 dir=\"auto\">{}</h3>\n<div class=\"body\" dir=\"auto\"{}>",
        anchor.OfDocument(d), EscapeHtml(DocumentName(document)), LanguageAttribute(document));
    size_t at = 0;
    for (size_t s = 0; s < document.sentences.size(); ++s) {
      const Span& span = document.sentences[s].span;
      if (span.begin < at) continue;
      const SentenceRef ref{static_cast<int>(d), static_cast<int>(s)};
      AppendEscapedHtml(Span{at, span.begin}.In(document.text), out);
      const auto use = uses.find(ref);
      const bool used = use != uses.end();
      Add(out, "<span class=\"s{}{}\" id=\"{}\"><{}>", used ? " e " : "",
          used ? use->second : std::string_view(), anchor.Of(ref), used ? "mark" : "span");
      AppendEscapedHtml(span.In(document.text), out);
      *out += used ? "</mark></span>" : "</span></span>";
      at = span.end;
    }
    AppendEscapedHtml(Span{at, document.text.size()}.In(document.text), out);
    *out += "</div></section>\n";
  }
}

void AppendRates(const JudgeReport& report, std::string* out) {
  *out +=
      "<div class=\"rates-box\"><table class=\"rates\"><caption>Share of checks passed, with 95 % "
      "intervals; what was not "
      "checked counts as not passed</caption>\n<thead><tr><th scope=\"col\">Criterion</th>";
  for (const RunSummary& summary : report.summaries) {
    Add(out, "<th scope=\"col\">{} <span class=\"muted\">{}</span></th>",
        summary.run.empty() ? "Rate" : EscapeHtml(summary.run),
        fmt::format("{} text{}", summary.texts, summary.texts == 1 ? "" : "s"));
  }
  for (const RunDifference& difference : report.differences) {
    Add(out, "<th scope=\"col\">{} against {}</th>", EscapeHtml(difference.run),
        EscapeHtml(difference.baseline));
  }
  *out += "</tr></thead>\n<tbody>\n";
  AppendRow("Overall", report, std::nullopt, out);
  for (const Criterion criterion : kAllCriteria) {
    AppendRow(CriterionLabel(criterion), report, criterion, out);
  }
  *out += "</tbody></table></div>\n";
  AppendPairs(report, out);
  AppendAgreement(report, out);
}

}  // namespace gloss
