#include "grounding/metrics.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <string_view>

#include "grounding/pair_batch.h"
#include "grounding/polarity_flip.h"

namespace gloss {
namespace {

std::optional<double> Share(size_t part, size_t whole) {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(whole);
}

/// True for claims that were dropped since their sentence does not say them, by the model's check
/// or by a rule; the others say nothing wrong, or nothing at all.
bool IsNotEntailed(std::string_view reason) {
  return reason != "duplicate" && reason != "over_limit" && reason != "malformed" &&
         reason != "cut_short";
}

/// Claims of the chosen decompositions that were dropped since their sentence does not entail them.
size_t CountNotEntailed(std::span<const ClaimResult> claims,
                        std::span<const DroppedClaim> dropped) {
  std::map<int, int> chosen;  // by sentence
  for (const ClaimResult& result : claims) {
    if (result.claim.origin == ClaimOrigin::kModel) {
      chosen[result.claim.sentence] = result.claim.attempts;
    }
  }
  std::map<int, int> last;
  for (const DroppedClaim& claim : dropped) {
    int& attempt = last[claim.sentence];
    attempt = std::max(attempt, claim.attempt);
  }
  size_t count = 0;
  for (const DroppedClaim& claim : dropped) {
    if (!IsNotEntailed(claim.reason)) continue;
    const auto found = chosen.find(claim.sentence);
    const int attempt = found != chosen.end() ? found->second : last[claim.sentence];
    if (claim.attempt == attempt) ++count;
  }
  return count;
}

}  // namespace

GroundingMetrics ComputeMetrics(std::span<const ClaimResult> claims,
                                std::span<const DroppedClaim> dropped) {
  std::map<Verdict, size_t> count;
  size_t checkable = 0;
  size_t entailed = 0;
  size_t asked = 0;
  double importance = 0;
  size_t evidence = 0;
  for (const ClaimResult& result : claims) {
    ++count[result.verdict];
    if (result.verdict == Verdict::kNotCheckable) continue;
    ++checkable;
    if (result.verdict != Verdict::kUnchecked) {
      ++asked;
      if (result.claim.entailed_by_sentence) ++entailed;
      for (const EvidenceSet& set : result.evidence) {
        importance += static_cast<double>(set.score);
        ++evidence;
      }
    }
  }
  GroundingMetrics metrics;
  metrics.fcr = Share(count[Verdict::kSupported], checkable);
  metrics.acr = Share(count[Verdict::kConflicting], checkable);
  metrics.hcr = Share(count[Verdict::kContradicted], checkable);
  metrics.ucr = Share(count[Verdict::kNotEnoughInfo], checkable);
  metrics.unchecked = Share(count[Verdict::kUnchecked], checkable);
  metrics.cer = Share(entailed, asked + CountNotEntailed(claims, dropped));
  if (evidence > 0) metrics.ecss = importance / static_cast<double>(evidence);
  return metrics;
}

FlipConsistency ComputePfcr(const GroundingReport& report, EntailmentClassifier& classifier,
                            const GroundingProgress& progress, const std::stop_token& stop) {
  FlipConsistency result;
  std::vector<std::optional<std::string>> flipped(report.claims.size());
  std::vector<PremiseHypothesis> pairs;
  std::deque<std::string> joined;  // What the pairs' premises are views of.
  std::vector<Relation> expected;
  for (size_t c = 0; c < report.claims.size(); ++c) {
    const ClaimResult& claim = report.claims[c];
    if (claim.verdict == Verdict::kUnchecked || claim.evidence.empty()) continue;
    // A claim that is read after its context cannot be denied alone.
    if (claim.claim.context.empty()) {
      flipped[c] = FlipPolarity(claim.claim.text, report.response.language);
    }
    for (const EvidenceSet& set : claim.evidence) {
      if (!flipped[c]) {
        ++result.left_out;
        continue;
      }
      pairs.push_back({joined.emplace_back(JoinedText(report.documents, set)), *flipped[c]});
      expected.push_back(set.polarity == Polarity::kSupports ? Relation::kContradiction
                                                             : Relation::kEntailment);
    }
  }
  result.pairs = static_cast<int>(pairs.size());
  const PairBatch labels =
      ClassifyPairs(classifier, pairs, stop, [&progress](size_t done, size_t total) {
        if (progress) progress(GroundingStage::kMetrics, done, total);
      });
  result.status = labels.status;
  if (!labels.status.ok()) return result;
  size_t turned = 0;
  for (size_t i = 0; i < pairs.size(); ++i) {
    if (labels.scores[i]->label == expected[i]) ++turned;
  }
  result.rate = Share(turned, pairs.size());
  return result;
}

}  // namespace gloss
