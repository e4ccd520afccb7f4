#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "judge/check_table.h"
#include "judge/text_checks.h"
#include "writing/quality.h"
#include "writing/text_measures.h"

namespace gloss {
namespace {

/// All faults of one kind as one check.
class FaultsOfKind {
 public:
  void Add(int sentence, const std::string& what) {
    if (sentence >= 0 && (sentences_.empty() || sentences_.back() != sentence)) {
      sentences_.push_back(sentence);
    }
    if (count_++ < kMostNamed) explanation_ += (explanation_.empty() ? "" : "; ") + what;
  }

  Finding Take(std::string_view when_none) && {
    if (count_ == 0) return {CheckOutcome::kPassed, std::string(when_none)};
    if (count_ > kMostNamed) explanation_ += fmt::format("; and {} more", count_ - kMostNamed);
    return {CheckOutcome::kFailed, std::move(explanation_), std::move(sentences_)};
  }

 private:
  static constexpr size_t kMostNamed = 3;

  size_t count_ = 0;
  std::string explanation_;
  std::vector<int> sentences_;
};

/// The sentence tags that are used again; sources as a whole ([1]) may be.
FaultsOfKind TagsUsedAgain(const CitedText& text) {
  FaultsOfKind again;
  std::set<std::string> used;
  for (const Citation& citation : text.citations) {
    if (citation.form != MarkForm::kTag || citation.resolved.empty()) continue;
    if (!used.insert(citation.resolved).second) {
      again.Add(citation.sentence, fmt::format("{} is used again", citation.id));
    }
  }
  return again;
}

}  // namespace

std::vector<JudgeCheck> FormatChecks(const CheckInput& input) {
  const CitedText& text = input.text;
  const CitedQuality quality = MeasureQuality(text, {});
  FaultsOfKind unknown;
  FaultsOfKind uncited;
  FaultsOfKind before;
  FaultsOfKind copied;
  for (size_t i = 0; i < quality.faults.size(); ++i) {
    const FaultPlace& place = quality.fault_places[i];
    const auto statement = [&] {
      return Excerpt(text.sentences[static_cast<size_t>(place.sentence)].statement);
    };
    switch (place.kind) {
      case FormatFault::kUnknownMark:
        unknown.Add(place.sentence, quality.faults[i]);
        break;
      case FormatFault::kUncited:
        uncited.Add(place.sentence, statement());
        break;
      case FormatFault::kMarkBefore:
        before.Add(place.sentence, quality.faults[i]);
        break;
      case FormatFault::kCopied:
        copied.Add(place.sentence, statement());
        break;
      case FormatFault::kCitedAgain:
        break;  // TagsUsedAgain.
    }
  }
  FaultsOfKind damaged;
  size_t known = 0;
  for (const Citation& citation : text.citations) {
    if (citation.state != CitationState::kUnknown) ++known;
    if (citation.state == CitationState::kRepaired) {
      damaged.Add(citation.sentence, citation.reason.empty()
                                         ? fmt::format("{} had to be repaired", citation.id)
                                         : citation.reason);
    }
  }
  std::vector<JudgeCheck> checks;
  checks.push_back(MakeCheck(
      "has_citations",
      {PassedIf(known > 0), known > 0 ? Counted(known, "citation") + " of the sources"
                                      : std::string("no citation names anything in the sources")}));
  checks.push_back(MakeCheck("statements_cited",
                             input.parts.statements.empty()
                                 ? Finding{CheckOutcome::kFailed, "the text states nothing"}
                                 : std::move(uncited).Take("every statement has a citation")));
  checks.push_back(MakeCheck(
      "no_copies",
      std::move(copied).Take(fmt::format("no more than {} words in a row without quotation marks",
                                         kMostVerbatimWords))));
  if (text.citations.empty()) return checks;  // Nothing is known of citations that are not there.
  checks.push_back(
      MakeCheck("citations_exist", std::move(unknown).Take("every citation names something")));
  checks.push_back(MakeCheck("citations_well_formed",
                             std::move(damaged).Take("no citation had to be repaired")));
  checks.push_back(
      MakeCheck("marks_after", std::move(before).Take("every citation follows its statement")));
  const bool tags = std::any_of(text.citations.begin(), text.citations.end(),
                                [](const auto& each) { return each.form == MarkForm::kTag; });
  if (tags) {
    checks.push_back(
        MakeCheck("cited_once", TagsUsedAgain(text).Take("no sentence tag is used again")));
  }
  return checks;
}

}  // namespace gloss
