#include "report/junit.h"

#include <fmt/format.h>

#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "report/gate_text.h"
#include "report/html_text.h"
#include "report/summary.h"
#include "report/text_position.h"

namespace gloss {
namespace {

constexpr size_t kMostName = 160;
constexpr size_t kMostQuote = 600;

/// Text for XML 1.0 content and attributes. HTML's escapes are XML's; two code points are left that
/// XML does not allow.
std::string EscapeXml(std::string_view text) {
  std::string out = EscapeHtml(text);
  for (const std::string_view bad : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"}) {
    for (size_t at = out.find(bad); at != std::string::npos; at = out.find(bad, at + 3)) {
      out.replace(at, 3, "\xEF\xBF\xBD");
    }
  }
  return out;
}

enum class Outcome { kPassed, kFailure, kError, kSkipped };

struct Case {
  std::string name;
  std::string file;
  size_t line = 0;  ///< 0: none.
  Outcome outcome = Outcome::kPassed;
  std::string type;     ///< Of a failure or error.
  std::string message;  ///< One line.
  std::string text;
};

struct Suite {
  std::string name;
  std::vector<Case> cases;

  size_t Count(Outcome outcome) const {
    size_t count = 0;
    for (const Case& each : cases) count += each.outcome == outcome ? 1 : 0;
    return count;
  }
};

class JUnitWriter {
 public:
  JUnitWriter(std::span<const GroundingReport> reports, const GateResult& gate)
      : reports_(reports), gate_(gate) {}

  std::string Write() {
    std::vector<Suite> suites;
    std::map<std::string, int> names;
    for (size_t i = 0; i < reports_.size(); ++i) {
      suites.push_back(SuiteOf(i));
      // Test systems take suites of one name for one suite.
      const int count = ++names[suites.back().name];
      if (count > 1) suites.back().name += fmt::format(" ({})", count);
    }
    if (Suite run = RunSuite(); !run.cases.empty()) suites.push_back(std::move(run));

    size_t tests = 0;
    size_t failures = 0;
    size_t errors = 0;
    for (const Suite& suite : suites) {
      tests += suite.cases.size();
      failures += suite.Count(Outcome::kFailure);
      errors += suite.Count(Outcome::kError);
    }
    out_ = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    Add("<testsuites name=\"glossator\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
        "time=\"0\">\n",
        tests, failures, errors);
    for (const Suite& suite : suites) WriteSuite(suite);
    out_ += "</testsuites>\n";
    return std::move(out_);
  }

 private:
  template <typename... Values>
  void Add(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Values>(values)...);
  }

  Suite SuiteOf(size_t index) const {
    const GroundingReport& report = reports_[index];
    Suite suite{RecordName(report, index), {}};
    std::optional<LineIndex> lines;
    if (IsPlainFile(report.response)) lines.emplace(report.response.text);
    for (size_t claim = 0; claim < report.claims.size(); ++claim) {
      suite.cases.push_back(CaseOf(index, claim, lines));
    }
    for (const std::string& gap : GapLines(report)) {
      suite.cases.push_back({.name = "coverage: " + Clip(gap, kMostName),
                             .file = {},
                             .line = 0,
                             .outcome = Outcome::kError,
                             .type = "coverage",
                             .message = "not everything was checked",
                             .text = gap});
    }
    const bool red = suite.Count(Outcome::kFailure) + suite.Count(Outcome::kError) > 0;
    if (index < gate_.records.size() && !gate_.records[index].passed && !red) {
      suite.cases.push_back(GateCase(gate_.records[index].reasons));
    }
    return suite;
  }

  static Case GateCase(const std::vector<std::string>& reasons) {
    return {.name = "gate",
            .file = {},
            .line = 0,
            .outcome = Outcome::kFailure,
            .type = "gate",
            .message = Clip(reasons.empty() ? "the gate failed" : reasons.front(), kMostQuote),
            .text = fmt::format("{}", fmt::join(reasons, "\n"))};
  }

  /// `lines`: of a response that is a plain file.
  Case CaseOf(size_t index, size_t claim, const std::optional<LineIndex>& lines) const {
    const GroundingReport& report = reports_[index];
    const ClaimResult& result = report.claims[claim];
    const ClaimChangeKind change = gate_.ChangeOf(index, claim);
    TextPosition at{.line = 0, .column = 0};
    std::string place;
    if (lines) {
      at = lines->At(result.claim.span.begin);
      place = fmt::format("line {}, column {}: ", at.line, at.column);
    }
    Case out{.name = fmt::format("{}: {}", result.claim.id, Clip(result.claim.text, kMostName)),
             .file = report.response.uri,
             .line = at.line,
             .outcome = Outcome::kPassed,
             .type = std::string(VerdictName(result.verdict)),
             .message = ProblemLine(report, result, kMostQuote),
             .text = {}};
    if (result.verdict == Verdict::kUnchecked) {
      out.outcome = Outcome::kError;
    } else if (FailsGate(result, change, gate_)) {
      out.outcome = Outcome::kFailure;
    } else if (result.verdict == Verdict::kNotCheckable) {
      out.outcome = Outcome::kSkipped;
    }
    out.text = fmt::format("verdict: {}\nclaim: {}\nresponse: {}“{}”\n",
                           VerdictName(result.verdict), result.claim.text, place,
                           Clip(result.claim.span.In(report.response.text), kMostQuote));
    if (change != ClaimChangeKind::kNone) {
      out.text += fmt::format("baseline: {}\n", ClaimChangeLabel(change));
    }
    for (const SentenceRef& reference : EvidenceFor(result, 4)) {
      out.text += fmt::format("source: {}\n", QuotedSource(report, reference, kMostQuote));
    }
    if (!result.reason.empty()) out.text += fmt::format("reason: {}\n", result.reason);
    return out;
  }

  Suite RunSuite() const {
    std::vector<std::string> reasons;
    for (const std::string& reason : gate_.incomparable) {
      reasons.push_back("not comparable with the baseline: " + reason);
    }
    reasons.insert(reasons.end(), gate_.reasons.begin(), gate_.reasons.end());
    Suite suite{"gate", {}};
    if (!reasons.empty()) suite.cases.push_back(GateCase(reasons));
    return suite;
  }

  void WriteSuite(const Suite& suite) {
    Add("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" "
        "time=\"0\">\n",
        EscapeXml(suite.name), suite.cases.size(), suite.Count(Outcome::kFailure),
        suite.Count(Outcome::kError), suite.Count(Outcome::kSkipped));
    for (const Case& each : suite.cases) WriteCase(suite, each);
    out_ += "  </testsuite>\n";
  }

  void WriteCase(const Suite& suite, const Case& each) {
    Add("    <testcase name=\"{}\" classname=\"{}\" time=\"0\"", EscapeXml(each.name),
        EscapeXml(suite.name));
    if (!each.file.empty()) Add(" file=\"{}\"", EscapeXml(each.file));
    if (each.line > 0) Add(" line=\"{}\"", each.line);
    out_ += ">\n";
    switch (each.outcome) {
      case Outcome::kPassed:
        Add("      <system-out>{}</system-out>\n", EscapeXml(each.text));
        break;
      case Outcome::kSkipped:
        Add("      <skipped message=\"{}\"/>\n", EscapeXml(each.message));
        break;
      case Outcome::kFailure:
      case Outcome::kError: {
        const std::string_view element = each.outcome == Outcome::kFailure ? "failure" : "error";
        Add("      <{0} message=\"{1}\" type=\"{2}\">{3}</{0}>\n", element, EscapeXml(each.message),
            EscapeXml(each.type), EscapeXml(each.text));
        break;
      }
    }
    out_ += "    </testcase>\n";
  }

  std::span<const GroundingReport> reports_;
  const GateResult& gate_;
  std::string out_;
};

}  // namespace

std::string RenderJUnit(std::span<const GroundingReport> reports, const GateResult& gate) {
  return JUnitWriter(reports, gate).Write();
}

}  // namespace gloss
