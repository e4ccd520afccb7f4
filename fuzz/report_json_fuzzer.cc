// A report read from hostile JSON is refused, or it can be rendered in every form and read again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "report/gate_markdown.h"
#include "report/grounding_json.h"
#include "report/html.h"
#include "report/junit.h"
#include "report/markdown.h"
#include "report/sarif.h"
#include "report/terminal.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto report = gloss::ReadGroundingJson(text);
  if (!report.ok()) return 0;
  const std::string json = gloss::RenderGroundingJson(*report);
  const auto again = gloss::ReadGroundingJson(json);
  if (!again.ok() || gloss::RenderGroundingJson(*again) != json) std::abort();

  const std::string terminal = gloss::RenderGroundingText(*report);
  for (const char c : terminal) {
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n') std::abort();
  }
  if (gloss::RenderGroundingMarkdown(*report).empty()) std::abort();
  if (gloss::RenderGroundingHtml(*report).empty()) std::abort();

  gloss::GateResult gate;
  gate.failing = {gloss::Verdict::kContradicted};
  gate.records = {{false, {"a reason"}}};
  for (const char c : gloss::RenderJUnit({&*report, 1}, gate)) {
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') std::abort();
  }
  if (gloss::RenderSarif({&*report, 1}, gate).empty()) std::abort();
  if (gloss::RenderGateMarkdown({&*report, 1}, gate).size() > 70'000) std::abort();
  return 0;
}
