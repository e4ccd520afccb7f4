// gloss_check_figures: lines "language<TAB>claim<TAB>evidence", or with a fourth field, the rest of
// what is known of the document, on standard input; for each one line
// on standard output: the mismatches of the figures check, divided by U+001F, each as
// "conflict|missing<TAB>kind<TAB>claim text<TAB>evidence text". A tool for measurements, not for
// users.

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "grounding/figures_check.h"

namespace {

/// Cuts off what is before the first `divider`.
std::string_view TakeUntil(std::string_view& rest, char divider) {
  const size_t end = std::min(rest.find(divider), rest.size());
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return part;
}

void Append(std::string_view name, const std::vector<gloss::FigureMismatch>& mismatches,
            std::string& line) {
  for (const gloss::FigureMismatch& mismatch : mismatches) {
    if (!line.empty()) line += '\x1f';
    line += name;
    line += '\t';
    line += gloss::FigureFaultName(mismatch.kind);
    line += '\t' + mismatch.claim_text + '\t' + mismatch.evidence_text;
  }
}

}  // namespace

int main() {
  const gloss::Result<std::string> input = gloss::ReadFile("-");
  if (!input.ok()) {
    std::fprintf(stderr, "%s\n", input.status().ToString().c_str());
    return 1;
  }
  std::string_view rest = *input;
  while (!rest.empty()) {
    std::string_view fields = TakeUntil(rest, '\n');
    const std::string_view language = TakeUntil(fields, '\t');
    const std::string_view claim = TakeUntil(fields, '\t');
    const std::string_view evidence = TakeUntil(fields, '\t');
    const gloss::FigureReport report = gloss::CheckFigures(gloss::ParseFigures(claim, language),
                                                           gloss::ParseFigures(evidence, language),
                                                           gloss::ParseFigures(fields, language));
    std::string line;
    Append("conflict", report.conflicts, line);
    Append("missing", report.missing, line);
    std::puts(line.c_str());
  }
  return 0;
}
