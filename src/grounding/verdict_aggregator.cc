#include "grounding/verdict_aggregator.h"

#include <algorithm>
#include <map>
#include <utility>

namespace gloss {

Verdict DecideVerdict(const VerdictFacts& facts) {
  if (facts.unfinished) return Verdict::kUnchecked;
  if (facts.supports && facts.contradicts) return Verdict::kConflicting;
  if (facts.supports) return Verdict::kSupported;
  if (facts.contradicts) return Verdict::kContradicted;
  if (!facts.has_context || facts.source_unread) return Verdict::kUnchecked;
  return Verdict::kNotEnoughInfo;
}

std::vector<SentenceCitations> CitationsOf(const std::vector<ClaimResult>& claims,
                                           size_t response_sentences) {
  using Key = std::pair<SentenceRef, Polarity>;
  std::vector<std::map<Key, SentenceCitations::Link>> links(response_sentences);
  for (const ClaimResult& result : claims) {
    if (result.verdict == Verdict::kUnchecked) continue;
    std::map<Key, SentenceCitations::Link>& of_sentence =
        links[static_cast<size_t>(result.claim.sentence)];
    for (const EvidenceSet& set : result.evidence) {
      for (const SentenceRef& ref : set.sentences) {
        SentenceCitations::Link& link = of_sentence[{ref, set.polarity}];
        link.sentence = ref;
        link.polarity = set.polarity;
        link.score = std::max(link.score, set.score);
        if (link.claims.empty() || link.claims.back() != result.claim.id) {
          link.claims.push_back(result.claim.id);
        }
      }
    }
  }
  std::vector<SentenceCitations> citations(response_sentences);
  for (size_t s = 0; s < response_sentences; ++s) {
    citations[s].sentence = static_cast<int>(s);
    for (auto& [key, link] : links[s]) citations[s].links.push_back(std::move(link));
  }
  return citations;
}

}  // namespace gloss
