#pragma once

#include <string>
#include <vector>

#include "types/grounding_report.h"

namespace gloss {

/// What is known about a claim when its verdict is taken.
struct VerdictFacts {
  bool supports = false;       ///< Some evidence supports it (it is in S).
  bool contradicts = false;    ///< Some evidence contradicts it (it is in C).
  bool unfinished = false;     ///< Some work on it was not done.
  bool has_context = false;    ///< At least one context sentence was there to compare it with.
  bool source_unread = false;  ///< A source that was asked for could not be read.
};

/// The one place where verdicts of checkable claims come from. In order:
///   unfinished                       -> unchecked
///   supports and contradicts         -> conflicting
///   supports                         -> supported
///   contradicts                      -> contradicted
///   no context, or a source unread   -> unchecked (what was not read might decide it)
///   else                             -> not_enough_info
/// Total, pure.
Verdict DecideVerdict(const VerdictFacts& facts);

/// eTracer, step 4: for each response sentence the union of its claims' evidence, by context
/// sentence, then supporting before contradicting. Evidence of unchecked claims is left out.
std::vector<SentenceCitations> CitationsOf(const std::vector<ClaimResult>& claims,
                                           size_t response_sentences);

}  // namespace gloss
