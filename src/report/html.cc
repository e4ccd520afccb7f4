#include "report/html.h"

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <utility>

#include "report/grounding_json.h"
#include "report/html_parts.h"
#include "report/html_text.h"
#include "report/summary.h"

namespace gloss {
namespace {

class Page {
 public:
  Page(const GroundingReport& report, const HtmlOptions& options)
      : report_(report), options_(options) {}

  std::string Render() && {
    const std::string title = Title();
    AppendPageStart({title, "grounding report", report_.provenance.product_version}, TwoPaneKit(),
                    &out_);
    AppendHeader();
    out_ += "<main>\n";
    AppendResponsePane(report_, &out_);
    AppendSourcePane(report_.documents, UsesOfSentences(report_), &out_);
    out_ += "</main>\n";
    AppendDock(&out_);
    AppendProvenance(report_.provenance, report_.documents, MetricLines(report_.metrics),
                     options_.embed_data, &out_);
    const std::string data =
        options_.embed_data
            ? RenderGroundingJson(report_,
                                  {.compact = true, .word_boxes = false, .html_safe = true})
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
    return options_.title.empty() ? DocumentName(report_.response) : options_.title;
  }

  void AppendHeader() {
    AppendHeaderLine(Title(), CoverageLine(report_), report_.question, &out_);
    AppendGaps(GapLines(report_), &out_);
    AppendNotes(report_.warnings, &out_);
    AppendVerdictCounts(CountVerdicts(report_), &out_);
    AppendMetrics();
    AppendShares(CountVerdicts(report_), &out_);
    out_ += "</header>\n";
  }

  void AppendMetrics() {
    out_ += "<dl class=\"metrics\">\n";
    for (const MetricLine& metric : MetricLines(report_.metrics)) {
      if (metric.value == "n/a") continue;
      Add("<div title=\"{}\"><dt>{}{}</dt><dd>{}</dd></div>\n", EscapeHtml(metric.meaning),
          metric.name,
          metric.abbreviation.empty() ? "" : fmt::format(" <abbr>{}</abbr>", metric.abbreviation),
          metric.value);
    }
    out_ += "</dl>\n";
  }

  const GroundingReport& report_;
  const HtmlOptions& options_;
  std::string out_;
};

}  // namespace

std::string RenderGroundingHtml(const GroundingReport& report, const HtmlOptions& options) {
  return Page(report, options).Render();
}

}  // namespace gloss
