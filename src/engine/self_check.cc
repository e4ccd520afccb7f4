#include "engine/self_check.h"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

namespace gloss {
namespace {

constexpr std::string_view kSource =
    "The city council adopted the budget on 14 June 2026. "
    "The fire department receives $58.3 million in the budget. "
    "The council did not approve the downtown parking garage. "
    "The public library opens on Sundays from March. "
    "A new rental fee pays for repairs of roads and bridges.";

struct Planted {
  std::string_view kind;
  bool faulty;
  std::string_view sentence;
};

/// The last two need the verifier: no number, name or negation gives them away, and their words are
/// those of the source, so that they reach it.
constexpr std::array<Planted, 6> kPlanted = {{
    {"supported", false, "The fire department receives $58.3 million in the budget."},
    {"wrong number", true, "The fire department receives $85.3 million in the budget."},
    {"negation", true, "The council approved the downtown parking garage."},
    {"supported", false, "The city council adopted the budget on 14 June 2026."},
    {"no support", true, "The public library opens a new cafe and a shop on Sundays."},
    {"no support", true, "The rental fee is paid by owners of old houses."},
}};

std::string VerdictOf(const ClaimResult& claim) {
  std::string text(VerdictName(claim.verdict));
  if (!claim.reason.empty()) text += fmt::format(" ({})", claim.reason);
  return text;
}

bool IsRejected(Verdict verdict) {
  return verdict == Verdict::kContradicted || verdict == Verdict::kConflicting ||
         verdict == Verdict::kNotEnoughInfo;
}

SelfTestLine Judge(const Planted& planted, const std::vector<const ClaimResult*>& claims) {
  SelfTestLine line{.sentence = std::string(planted.sentence),
                    .kind = std::string(planted.kind),
                    .passed = !claims.empty(),
                    .detail = claims.empty() ? "no claim was taken from it" : ""};
  bool rejected = false;
  for (const ClaimResult* claim : claims) {
    line.detail += (line.detail.empty() ? "" : ", ") + VerdictOf(*claim);
    rejected = rejected || IsRejected(claim->verdict);
    if (claim->verdict == Verdict::kUnchecked) line.passed = false;
    if (!planted.faulty && claim->verdict != Verdict::kSupported) line.passed = false;
  }
  if (planted.faulty && !rejected) line.passed = false;
  if (!line.passed && !claims.empty()) {
    line.detail += planted.faulty ? ": the fault was not found" : ": it must be supported";
  }
  return line;
}

}  // namespace

Result<SelfTestResult> RunSelfTest(Engine& engine, GroundRequest settings, std::stop_token stop) {
  std::string response;
  for (const Planted& planted : kPlanted) {
    response += (response.empty() ? "" : "\n\n") + std::string(planted.sentence);
  }
  settings.id = "self-test";
  settings.question.clear();
  settings.response = {"", "", "self-test response", response};
  settings.response_truncated = false;
  settings.sources = {{"", "self-test source", "self-test source", std::string(kSource)}};
  GLOSS_ASSIGN_OR_RETURN(const GroundingReport report, engine.Ground(settings, {}, stop));

  SelfTestResult result;
  result.problems = report.coverage.gaps;
  if (report.response.sentences.size() != kPlanted.size()) {
    result.problems.push_back(fmt::format("the response was cut into {} sentences instead of {}",
                                          report.response.sentences.size(), kPlanted.size()));
  }
  for (size_t i = 0; i < kPlanted.size(); ++i) {
    std::vector<const ClaimResult*> claims;
    for (const ClaimResult& claim : report.claims) {
      if (static_cast<size_t>(claim.claim.sentence) == i) claims.push_back(&claim);
    }
    result.lines.push_back(Judge(kPlanted[i], claims));
  }
  result.passed = result.problems.empty();
  for (const SelfTestLine& line : result.lines) result.passed = result.passed && line.passed;
  return result;
}

}  // namespace gloss
