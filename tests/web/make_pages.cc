// Writes the sample reports as pages into a folder, for the browser tests (and for looking at
// them).
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "base/file_system.h"
#include "report/cited_html.h"
#include "report/html.h"
#include "report/judge_html.h"
#include "report/testing/sample_cited.h"
#include "report/testing/sample_judge.h"
#include "report/testing/sample_report.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: make_pages FOLDER\n", stderr);
    return 2;
  }
  using namespace gloss::testing;
  const std::vector<std::pair<std::string, gloss::GroundingReport>> reports = {
      {"sample", SampleReport()}, {"hostile", HostileReport()},     {"rtl", RightToLeftReport()},
      {"empty", EmptyReport()},   {"unchecked", UncheckedReport()}, {"long", LongReport(7000)},
  };
  std::vector<std::pair<std::string, std::string>> pages = {
      {"cited", gloss::RenderCitedHtml(SampleCitedText())},
      {"cited_hostile", gloss::RenderCitedHtml(HostileCitedText())},
      {"judge", gloss::RenderJudgeHtml(SampleJudgeReport())},
      {"judge_hostile", gloss::RenderJudgeHtml(HostileJudgeReport())},
      {"judge_empty", gloss::RenderJudgeHtml(EmptyJudgeReport())},
      {"judge_long", gloss::RenderJudgeHtml(LongJudgeReport(300))}};
  for (const auto& [name, report] : reports) {
    pages.emplace_back(name, gloss::RenderGroundingHtml(report));
  }
  for (const auto& [name, page] : pages) {
    const std::string path = std::string(argv[1]) + "/" + name + ".html";
    const auto status = gloss::WriteFileAtomically(path, page);
    if (!status.ok()) {
      std::fprintf(stderr, "%s\n", status.ToString().c_str());
      return 1;
    }
  }
  return 0;
}
