#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "base/status.h"
#include "engine/engine.h"

namespace gloss {

/// One planted sentence and what became of it.
struct SelfTestLine {
  std::string sentence;
  std::string kind;     ///< "supported", "wrong number", "negation", "no support".
  bool passed = false;  ///< It was judged as it must be.
  std::string detail;   ///< What it was judged to be, and why that is wrong.
};

struct SelfTestResult {
  bool passed = false;
  std::vector<SelfTestLine> lines;
  std::vector<std::string> problems;  ///< Of the run as a whole: gaps, missing claims.
};

/// Grounds a planted response in a planted source, with the caller's own models and settings, and
/// says whether faults are found: a sentence that the source states must be supported, and a
/// changed number, a dropped "not" and two sentences that the source says nothing of must not be;
/// all must be checked. A verifier that always answers the same, or fails, cannot pass, whatever
/// else of the pipeline works. Of `settings`, response, sources and question are replaced. Errors:
/// as Engine::Ground.
Result<SelfTestResult> RunSelfTest(Engine& engine, GroundRequest settings, std::stop_token stop);

}  // namespace gloss
