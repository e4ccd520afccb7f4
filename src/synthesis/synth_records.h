#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "synthesis/instruction_generator.h"
#include "types/document.h"
#include "types/relation.h"

namespace gloss {

/// Why a text is not learned from; in the order of the filters (docs/formats/synth_examples.md).
enum class RejectionCode {
  kCutOff,
  kNoReasoning,
  kNoText,
  kStrayMarkup,
  kWrongLanguage,
  kNoCitation,
  kUnknownTag,
  kRepeatedTag,
  kUncitedStatement,
  kMisplacedCitation,
  kUnsupported,
  kContradicted,
  kUnchecked,
  kReasoningOmitsTag,
  kReasoningUnknownTag,
  kReasoningUnusedTags,
  kVerbatimCopy,
  kPoorSpread,
  kPoorSpacing,
  kFiller,
  kWrongLength,
  kFormatIgnored,
  kDuplicateText,
};

inline constexpr size_t kRejectionCodes = static_cast<size_t>(RejectionCode::kDuplicateText) + 1;

/// "cut_off", "no_reasoning" …
std::string_view RejectionCodeName(RejectionCode code);
std::optional<RejectionCode> RejectionCodeFromName(std::string_view name);

struct Rejection {
  RejectionCode code = RejectionCode::kNoText;
  std::string detail;  ///< In words: which tag, which sentence, how much.

  friend bool operator==(const Rejection&, const Rejection&) = default;
};

/// Measures of a teacher's text (writing/quality.h).
struct ExampleQuality {
  size_t words = 0;
  size_t sentences = 0;
  size_t citations = 0;
  std::optional<double> precision;
  std::optional<double> recall;
  size_t parts = 0;
  double spacing = 0;
  size_t longest_uncited = 0;
  size_t filler = 0;
  std::optional<double> length_error;
  size_t reasoning_words = 0;
  size_t reasoning_tags = 0;
};

/// A claim of an accepted text with the sentences that support it.
struct CitedClaimRecord {
  std::string claim;
  std::vector<size_t> evidence;  ///< Sentences of the part, in order.
};

/// What the filters say of one text.
struct ExampleVerdict {
  std::vector<Rejection> rejections;      ///< One a code at most; empty: accepted.
  std::optional<ExampleQuality> quality;  ///< Nothing where it was not measured.
  std::vector<CitedClaimRecord> claims;   ///< Of an accepted one.
};

/// What the teacher said to a task.
struct TeacherAnswer {
  std::string text;
  bool cut_off = false;  ///< It ended at its token limit.
  size_t prompt_tokens = 0;
  size_t completion_tokens = 0;
};

/// The prompt of a training example, so that the tagged document stands between `user_before` and
/// `user_after`.
struct ExamplePrompt {
  std::string id;
  std::string sha256;
  bool relaxed = false;
  std::string system;
  std::string user_before;
  std::string user_after;
};

/// A sentence with its claims.
struct ClaimGroup {
  std::string sentence;
  std::string before;
  std::vector<std::string> claims;
  std::string origin;  ///< "model", "rule" or "sentence".
  double coverage = 0;
};

/// A claim beside evidence.
struct ClaimPair {
  std::string id;
  std::string claim_id;
  std::string claim;
  std::string evidence;
  Relation label = Relation::kNeutral;
  std::string origin;   ///< "summary", "source", "rule", "teacher" or "document".
  std::string change;   ///< Of a contradiction: "number" …
  std::string changed;  ///< "evidence" or "claim".
  std::string was;
  std::string now;
  double probability = 0;
};

/// How many contradictions of a kind were made, and how many passed the checks.
struct ChangeCount {
  size_t made = 0;
  size_t kept = 0;
};

/// Grounding data of one part of a document.
struct GroundingRecords {
  std::vector<ClaimGroup> groups;
  std::vector<ClaimPair> pairs;
  std::map<std::string, ChangeCount> changes;
  size_t prompt_tokens = 0;  ///< Of the teacher.
  size_t completion_tokens = 0;
};

/// 32 hex digits that stand for the parts, in this order.
std::string RecordId(const std::vector<std::string>& parts);

}  // namespace gloss
