#include "report/judge_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "report/html_parts.h"
#include "report/html_text.h"
#include "report/judge_html_parts.h"
#include "report/judge_json.h"
#include "report/judge_summary.h"
#include "report/page_assets.h"
#include "report/summary.h"

namespace gloss {
namespace {

constexpr size_t kMostOpen = 2;  ///< Pages of so few texts show them open.

/// Texts on one task over the same sources.
struct TaskGroup {
  std::vector<size_t> texts;  ///< Into JudgeReport::texts.
};

bool SameSources(const CitedText& a, const CitedText& b) {
  return std::equal(
      a.documents.begin(), a.documents.end(), b.documents.begin(), b.documents.end(),
      [](const Document& x, const Document& y) { return x.text == y.text && x.id == y.id; });
}

/// In the order of the first run's texts.
std::vector<TaskGroup> GroupsOf(const JudgeReport& report) {
  std::vector<TaskGroup> groups;
  std::map<std::string, std::vector<size_t>> by_id;
  for (size_t i = 0; i < report.texts.size(); ++i) {
    std::vector<size_t>& candidates = by_id[report.texts[i].id];
    const auto same = std::find_if(candidates.begin(), candidates.end(), [&](size_t group) {
      const JudgedText& first = report.texts[groups[group].texts.front()];
      return SameSources(first.text, report.texts[i].text);
    });
    if (same != candidates.end()) {
      groups[*same].texts.push_back(i);
    } else {
      candidates.push_back(groups.size());
      groups.push_back({{i}});
    }
  }
  return groups;
}

class EvaluationPage {
 public:
  EvaluationPage(const JudgeReport& report, const HtmlOptions& options)
      : report_(report), options_(options) {}

  std::string Render() && {
    const PageKit kit{EvaluationStyle(), EvaluationScript(),
                      "<a class=\"skip\" href=\"#texts\">To the texts</a>\n", "evaluation"};
    AppendPageStart({Title(), "evaluation", report_.provenance.product_version}, kit, &out_);
    AppendHeader();
    out_ += "<main id=\"texts\">\n<p id=\"shown\" role=\"status\"></p>\n";
    const std::vector<TaskGroup> groups = GroupsOf(report_);
    for (size_t i = 0; i < groups.size(); ++i) AppendGroup(groups[i], i);
    out_ +=
        "</main>\n<div id=\"dock\" hidden>\n<p id=\"where\" role=\"status\"></p>\n<div "
        "class=\"steps\"><button type=\"button\" id=\"back\">Back</button></div>\n</div>\n";
    AppendProvenance(report_.provenance, {}, {}, options_.embed_data, &out_);
    const std::string data =
        options_.embed_data ? RenderJudgeJson(report_, {.compact = true, .html_safe = true}) : "";
    AppendPageEnd(data, kit, &out_);
    return std::move(out_);
  }

 private:
  template <typename... Values>
  void Add(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Values>(values)...);
  }

  std::string Title() const {
    if (!options_.title.empty()) return options_.title;
    return report_.title.empty() ? "Evaluation" : report_.title;
  }

  void AppendHeader() {
    Add("<header class=\"top\">\n<div class=\"line\">\n<p class=\"brand\">{}Glossator</p>\n"
        "<div class=\"title\"><h1 dir=\"auto\">{}</h1><p class=\"sub\"><span>{}</span></p></div>\n",
        IconMarkup("brand"), EscapeHtml(Title()), EscapeHtml(UsageLine(report_)));
    out_ +=
        "<div class=\"tools\"><label class=\"hidden\" for=\"search\">Search texts, checks and "
        "sources</label><input type=\"search\" id=\"search\" placeholder=\"Search\" "
        "autocomplete=\"off\" spellcheck=\"false\"></div>\n</div>\n";
    AppendGaps(report_.gaps, &out_);
    AppendNotes(report_.warnings, &out_);
    AppendRates(report_, &out_);
    AppendFilters();
    out_ += "</header>\n";
  }

  void AppendButton(std::string_view filter, const std::string& value, const std::string& label,
                    std::string_view tone = "") {
    Add("<button type=\"button\" class=\"{}\" data-filter=\"{}\" data-value=\"{}\" "
        "aria-pressed=\"{}\">{}</button>\n",
        tone, filter, EscapeHtml(value), value.empty() ? "true" : "false", EscapeHtml(label));
  }

  void AppendFilters() {
    out_ += "<div class=\"filters\">\n";
    if (report_.runs.size() > 1) {
      out_ += "<div class=\"counts\" role=\"group\" aria-label=\"Run\"><span>Run</span>\n";
      AppendButton("run", "", "All");
      for (const std::string& run : report_.runs) AppendButton("run", run, run);
      out_ += "</div>\n";
    }
    out_ += "<div class=\"counts\" role=\"group\" aria-label=\"Checks\"><span>Checks</span>\n";
    AppendButton("outcome", "", "All");
    AppendButton("outcome", "failed", "Failed", "failed");
    AppendButton("outcome", "unchecked", "Unchecked", "unchecked");
    out_ +=
        "</div>\n<div class=\"counts\" role=\"group\" aria-label=\"Criterion\">"
        "<span>Criterion</span>\n";
    AppendButton("criterion", "", "All");
    for (const Criterion criterion : kAllCriteria) {
      AppendButton("criterion", std::string(CriterionName(criterion)),
                   std::string(CriterionLabel(criterion)));
    }
    out_ +=
        "</div>\n<button type=\"button\" class=\"plain-button\" id=\"open-all\">Open all</button>\n"
        "</div>\n";
  }

  void AppendGroup(const TaskGroup& group, size_t index) {
    const JudgedText& first = report_.texts[group.texts.front()];
    Add("<section class=\"sample\" aria-labelledby=\"n{0}\">\n<div class=\"sample-head\"><h2 "
        "id=\"n{0}\" dir=\"auto\">{1}</h2>",
        index, EscapeHtml(first.id));
    AppendTask(first);
    out_ += "</div>\n";
    std::vector<const JudgedText*> texts;
    for (const size_t text : group.texts) {
      AppendEntry(text, {index});
      texts.push_back(&report_.texts[text]);
    }
    Add("<details class=\"source-of\"><summary><span>Sources: {}</span></summary>\n",
        SourceNames(first.text));
    AppendJudgeSources(first.text, texts, {index}, &out_);
    out_ += "</details>\n</section>\n";
  }

  static std::string SourceNames(const CitedText& text) {
    std::string names;
    for (const Document& document : text.documents) {
      names +=
          (names.empty() ? "<bdi>" : ", <bdi>") + EscapeHtml(DocumentName(document)) + "</bdi>";
    }
    return names.empty() ? "none" : names;
  }

  void AppendTask(const JudgedText& text) {
    const std::vector<std::string> lines = TaskLines(text.task);
    if (lines.empty() && text.text.question.empty()) return;
    out_ += "<p class=\"asked\">";
    if (!text.text.question.empty()) {
      Add("<span dir=\"auto\">{}</span>", EscapeHtml(text.text.question));
    }
    for (const std::string& line : lines) Add("<span dir=\"auto\">{}</span>", EscapeHtml(line));
    out_ += "</p>";
  }

  /// Names of the criteria in which the text has such checks.
  static std::string CriteriaWith(const JudgedText& text, CheckOutcome outcome) {
    std::string names;
    for (const Criterion criterion : kAllCriteria) {
      const bool has = std::any_of(text.checks.begin(), text.checks.end(), [&](const auto& check) {
        return check.criterion == criterion && check.outcome == outcome;
      });
      if (has) names += fmt::format("{}{}", names.empty() ? "" : " ", CriterionName(criterion));
    }
    return names;
  }

  void AppendEntry(size_t index, const SourceAnchor& anchor) {
    const JudgedText& text = report_.texts[index];
    const OutcomeCounts counts = CountOutcomes(text);
    Add("<details class=\"entry\" id=\"t{}\" data-run=\"{}\" data-failed=\"{}\" "
        "data-unchecked=\"{}\"{}>\n<summary>",
        index, EscapeHtml(text.run), CriteriaWith(text, CheckOutcome::kFailed),
        CriteriaWith(text, CheckOutcome::kUnchecked),
        report_.texts.size() <= kMostOpen ? " open" : "");
    if (!text.run.empty()) Add("<span class=\"run\" dir=\"auto\">{}</span>", EscapeHtml(text.run));
    Add("<span class=\"score\">{} of {} passed</span><span class=\"chips\">", counts.passed,
        counts.all());
    for (const Criterion criterion : kAllCriteria) AppendChip(text, criterion);
    out_ +=
        "</span></summary>\n<div class=\"entry-body\">\n<div class=\"text-side\"><h3>Text</h3>\n";
    AppendWrittenText(text, index, anchor, &out_);
    AppendNotes(text.text.warnings, &out_);
    out_ += "</div>\n<div><h3>Checks</h3>\n";
    for (const Criterion criterion : kAllCriteria) AppendCriterion(text, index, criterion);
    out_ += "</div>\n</div>\n</details>\n";
  }

  static CheckOutcome WorstOf(const OutcomeCounts& counts) {
    if (counts.failed > 0) return CheckOutcome::kFailed;
    return counts.unchecked > 0 ? CheckOutcome::kUnchecked : CheckOutcome::kPassed;
  }

  void AppendChip(const JudgedText& text, Criterion criterion) {
    const OutcomeCounts counts = CountOutcomes(text, criterion);
    if (counts.all() == 0) return;
    const CheckOutcome worst = WorstOf(counts);
    Add("<span class=\"chip {}\">{}{} {}/{}</span>", CheckOutcomeName(worst),
        IconMarkup(OutcomeIcon(worst)), CriterionLabel(criterion), counts.passed, counts.all());
  }

  void AppendCriterion(const JudgedText& text, size_t index, Criterion criterion) {
    const OutcomeCounts counts = CountOutcomes(text, criterion);
    if (counts.all() == 0) return;
    Add("<section class=\"criterion\" data-criterion=\"{}\"><h4>{} <small>{} of {} "
        "passed</small></h4>\n<ul>\n",
        CriterionName(criterion), CriterionLabel(criterion), counts.passed, counts.all());
    for (const JudgeCheck& check : text.checks) {
      if (check.criterion == criterion) AppendCheck(check, index);
    }
    out_ += "</ul></section>\n";
  }

  void AppendCheck(const JudgeCheck& check, size_t index) {
    Add("<li class=\"check {}\">{}<p><span class=\"asks\" dir=\"auto\">{}</span> <span "
        "class=\"outcome\">{}:</span> <span dir=\"auto\">{}</span> <span class=\"by\">({}){}",
        CheckOutcomeName(check.outcome), IconMarkup(OutcomeIcon(check.outcome)),
        EscapeHtml(check.question), OutcomeLabel(check.outcome), EscapeHtml(check.explanation),
        DeciderLine(check),
        check.sentences.empty()       ? ""
        : check.sentences.size() == 1 ? " sentence"
                                      : " sentences");
    for (const int sentence : check.sentences) {
      Add(" <a href=\"#{}\">{}</a>", StatementAnchor(index, static_cast<size_t>(sentence)),
          sentence + 1);
    }
    out_ += "</span></p></li>\n";
  }

  const JudgeReport& report_;
  const HtmlOptions& options_;
  std::string out_;
};

}  // namespace

std::string RenderJudgeHtml(const JudgeReport& report, const HtmlOptions& options) {
  return EvaluationPage(report, options).Render();
}

}  // namespace gloss
