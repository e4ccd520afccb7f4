#include "report/gate_markdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "report/gate_text.h"
#include "report/markdown.h"
#include "report/summary.h"
#include "report/text_position.h"

namespace gloss {
namespace {

constexpr size_t kMostReasons = 20;

struct Problem {
  size_t report = 0;
  size_t claim = 0;
  ClaimChangeKind change = ClaimChangeKind::kNone;
  bool fails = false;
};

/// Regressions, then what fails the gate and is new, then the rest; in order otherwise.
int Rank(const Problem& problem) {
  if (problem.change == ClaimChangeKind::kRegression) return 0;
  const bool known = problem.change == ClaimChangeKind::kKnownProblem;
  return (problem.fails ? 1 : 3) + (known ? 1 : 0);
}

std::vector<Problem> ProblemsOf(std::span<const GroundingReport> reports, const GateResult& gate) {
  std::vector<Problem> problems;
  for (size_t i = 0; i < reports.size(); ++i) {
    for (size_t c = 0; c < reports[i].claims.size(); ++c) {
      const ClaimResult& claim = reports[i].claims[c];
      const ClaimChangeKind change = gate.ChangeOf(i, c);
      const bool fails = FailsGate(claim, change, gate) || claim.verdict == Verdict::kUnchecked;
      if (fails || IsProblem(claim.verdict)) problems.push_back({i, c, change, fails});
    }
  }
  std::stable_sort(problems.begin(), problems.end(),
                   [](const Problem& a, const Problem& b) { return Rank(a) < Rank(b); });
  return problems;
}

std::string Headline(std::span<const GroundingReport> reports, const GateResult& gate) {
  std::array<int, 6> counts{};
  int claims = 0;
  for (const GroundingReport& report : reports) {
    const auto own = CountVerdicts(report);
    for (size_t i = 0; i < counts.size(); ++i) counts[i] += own[i];
    claims += static_cast<int>(report.claims.size());
  }
  std::string line =
      fmt::format("## {} Glossator: gate {}\n\n{} in {}",
                  VerdictIcon(gate.passed ? Verdict::kSupported : Verdict::kContradicted, true),
                  GateState(gate), CountLabel(claims, "claim", "claims"),
                  CountLabel(static_cast<int>(reports.size()), "record", "records"));
  for (const Verdict verdict : kAllVerdicts) {
    const int count = counts[static_cast<size_t>(verdict)];
    if (count == 0 && verdict != Verdict::kUnchecked) continue;
    line += fmt::format(" · {} {} {}", VerdictIcon(verdict, true), count, VerdictLabel(verdict));
  }
  return line + "\n";
}

}  // namespace

std::string EscapeForHost(std::string_view text) {
  // Hosts look for these in the text after Markdown is read, so a backslash does not help.
  constexpr std::string_view kSigils = "@#!%~$&^:";
  const std::string escaped = EscapeMarkdown(text);
  std::string out;
  out.reserve(escaped.size());
  const auto joins = [&](size_t at) {
    if (at >= escaped.size()) return false;
    const auto c = static_cast<unsigned char>(escaped[at]);
    return c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || c == '"' || c == '_' || c == '\\' || c == '+' || c == '-';
  };
  for (size_t i = 0; i < escaped.size(); ++i) {
    out.push_back(escaped[i]);
    const bool sigil = kSigils.find(escaped[i]) != std::string_view::npos && joins(i + 1);
    const bool issue =
        escaped[i] == '-' && i >= 2 &&
        (escaped.compare(i - 2, 2, "GH") == 0 || escaped.compare(i - 2, 2, "gh") == 0);
    if (sigil || issue) out += "&#8203;";
  }
  return out;
}

std::string RenderGateMarkdown(std::span<const GroundingReport> reports, const GateResult& gate,
                               const GateMarkdownOptions& options) {
  std::string out = Headline(reports, gate);
  const std::vector<std::string> reasons = GateReasons(reports, gate);
  if (!reasons.empty()) out += "\n";
  for (size_t i = 0; i < reasons.size(); ++i) {
    if (i == kMostReasons || out.size() > options.max_bytes / 2) {
      out += fmt::format("- and {} more reasons\n", reasons.size() - i);
      break;
    }
    out += "- " + EscapeForHost(Clip(reasons[i], options.max_quote)) + "\n";
  }

  const std::vector<Problem> problems = ProblemsOf(reports, gate);
  if (problems.empty()) return out;
  const bool with_record = reports.size() > 1;
  const bool with_change = gate.has_baseline;
  out += fmt::format("\n|{} Verdict |{} Claim | Why |\n|{}---|{}---|---|\n",
                     with_record ? " Record |" : "", with_change ? " Baseline |" : "",
                     with_record ? "---|" : "", with_change ? "---|" : "");
  size_t shown = 0;
  for (const Problem& problem : problems) {
    const GroundingReport& report = reports[problem.report];
    const ClaimResult& claim = report.claims[problem.claim];
    std::string row = "|";
    if (with_record) {
      row += fmt::format(" {} |", EscapeForHost(Clip(RecordName(report, problem.report), 60)));
    }
    row += fmt::format(" {} {}{} |", VerdictIcon(claim.verdict, true), VerdictLabel(claim.verdict),
                       problem.fails ? "" : " (let pass)");
    if (with_change) row += fmt::format(" {} |", ClaimChangeLabel(problem.change));
    row += fmt::format(
        " {} | {} |\n", EscapeForHost(Clip(claim.claim.text, options.max_quote)),
        EscapeForHost(Clip(ProblemLine(report, claim, options.max_quote), 2 * options.max_quote)));
    // The last line must still fit.
    if (shown == options.max_rows || out.size() + row.size() + 64 > options.max_bytes) break;
    out += row;
    ++shown;
  }
  if (shown < problems.size()) {
    const auto left = static_cast<int>(problems.size() - shown);
    out += fmt::format("\nAnd {}.\n", CountLabel(left, "more problem", "more problems"));
  }
  return out;
}

}  // namespace gloss
