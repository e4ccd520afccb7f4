#include "judge/check_table.h"

#include <algorithm>
#include <array>
#include <utility>

namespace gloss {
namespace {

using enum Criterion;
using enum DecidedBy;

constexpr auto kChecks = std::to_array<CheckKind>({
    {"claims_supported", kFactualAccuracy, kGrounder,
     "Is every claim borne out by a sentence of the sources?"},
    {"none_contradicted", kFactualAccuracy, kGrounder,
     "Is no claim contradicted by what it cites?"},
    {"citations_support", kFactualAccuracy, kGrounder,
     "Does every citation support what it follows?"},
    {"figures_match", kFactualAccuracy, kRules,
     "Are all numbers, dates, names, negations and directions those of the cited sentences?"},
    {"judge_facts", kFactualAccuracy, kJudge,
     "Is everything that the text says stated in the source?"},
    {"salient_covered", kCoverage, kGrounder,
     "Are the most important sentences of the sources covered?"},
    {"parts_covered", kCoverage, kGrounder, "Is every part of the sources covered?"},
    {"judge_main_points", kCoverage, kJudge,
     "Does the text mention every main point of the source?"},
    {"no_filler", kSpecificity, kRules, "Does every sentence say something of the sources?"},
    {"no_vague_words", kSpecificity, kRules,
     "Does the text do without vague words that its sources do not use?"},
    {"details_kept", kSpecificity, kRules,
     "Do the statements keep figures or names of the sentences that they cite?"},
    {"judge_concrete", kSpecificity, kJudge,
     "Does the text give concrete facts (who, what, when, how much) and no empty phrases?"},
    {"has_citations", kFormatCompliance, kRules, "Does the text cite its sources?"},
    {"citations_exist", kFormatCompliance, kRules,
     "Does every citation name something in the sources?"},
    {"citations_well_formed", kFormatCompliance, kRules,
     "Is every citation written as it should be?"},
    {"cited_once", kFormatCompliance, kRules, "Is every sentence tag used once at most?"},
    {"statements_cited", kFormatCompliance, kRules, "Does every statement have a citation?"},
    {"marks_after", kFormatCompliance, kRules, "Does every citation stand behind its statement?"},
    {"no_copies", kFormatCompliance, kRules,
     "Is nothing copied from the sources without quotation marks?"},
    {"length", kInstructionFollowing, kRules, "Does the text have the length asked for?"},
    {"style", kInstructionFollowing, kRules, "Does the text have the form asked for?"},
    {"item_count", kInstructionFollowing, kRules,
     "Does the list have the number of items asked for?"},
    {"language", kInstructionFollowing, kRules, "Is the text in the language asked for?"},
    {"focus", kInstructionFollowing, kGrounder, "Is the text about what was asked for?"},
    {"begins_with", kInstructionFollowing, kRules, "Does the text begin with what was asked for?"},
    {"mentions", kInstructionFollowing, kRules, "Does the text mention what was asked for?"},
    {"leaves_out", kInstructionFollowing, kRules,
     "Does the text leave out what it was to leave out?"},
    {"rules_kept", kInstructionFollowing, kRules,
     "Are the rules of citation kept against an instruction to break them?"},
    {"judge_instruction", kInstructionFollowing, kJudge,
     "Does the text do what the instruction says?"},
});

size_t PlaceOf(std::string_view id) {
  return static_cast<size_t>(std::find_if(kChecks.begin(), kChecks.end(),
                                          [&](const auto& kind) { return kind.id == id; }) -
                             kChecks.begin());
}

}  // namespace

std::span<const CheckKind> AllChecks() { return kChecks; }

const CheckKind& CheckKindOf(std::string_view id) { return kChecks.at(PlaceOf(id)); }

JudgeCheck MakeCheck(std::string_view id, Finding finding) {
  const CheckKind& kind = CheckKindOf(id);
  JudgeCheck check;
  check.id = kind.id;
  check.criterion = kind.criterion;
  check.decided_by = kind.decided_by;
  check.question = kind.question;
  check.outcome = finding.outcome;
  check.explanation = std::move(finding.explanation);
  check.sentences = std::move(finding.sentences);
  return check;
}

void SortChecks(std::vector<JudgeCheck>* checks) {
  std::stable_sort(checks->begin(), checks->end(), [](const JudgeCheck& a, const JudgeCheck& b) {
    return PlaceOf(a.id) < PlaceOf(b.id);
  });
}

}  // namespace gloss
