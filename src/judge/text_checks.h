#pragma once

#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "judge/asked_for.h"
#include "judge/judge_options.h"
#include "judge/text_parts.h"
#include "models/embedder.h"
#include "types/judge_report.h"

namespace gloss {

/// What every check of a text sees. Views of what the caller keeps.
struct CheckInput {
  const CitedText& text;  ///< As CitationVerifier gives it, with suggestions.
  const TextParts& parts;
  const AskedFor& asked;
  const JudgeOptions& options;
};

// Checks that the program decides, one function a criterion. A check that does not apply (no length
// was asked for) is not in the list; one that could not be made is, as unchecked.

/// How the text is written; with the faults of writing/quality.h.
std::vector<JudgeCheck> FormatChecks(const CheckInput& input);

/// By the verdicts that the grounder gave, and by figures and names.
std::vector<JudgeCheck> FactChecks(const CheckInput& input);

/// Filler, vague words, figures and names.
std::vector<JudgeCheck> SpecificityChecks(const CheckInput& input);

/// What was asked for, as far as rules can tell; the focus by embedder.
/// Errors: kCancelled. A model that fails leaves its checks unchecked.
Result<std::vector<JudgeCheck>> InstructionChecks(const CheckInput& input, Embedder& embedder,
                                                  const std::stop_token& stop);

/// The terms of `AskedFor::begin_with` that the sources have ("the latest figure for cranes" →
/// "cranes"). None: only a reader can tell what is meant.
std::set<std::string> TermsToBeginWith(const CitedText& text, std::string_view phrase);

/// The most salient sentences and the parts of the sources. With a focus: of what is about it.
/// Errors: as InstructionChecks.
Result<std::vector<JudgeCheck>> CoverageChecks(const CheckInput& input, Embedder& embedder,
                                               const std::stop_token& stop);

}  // namespace gloss
