#include "grounding/evidence_matcher.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>
#include <utility>

#include "grounding/embed_texts.h"
#include "grounding/pair_batch.h"

namespace gloss {
namespace {

/// One context sentence: where it is, and which of the unique texts it has.
struct Place {
  SentenceRef ref;
  size_t text = 0;
};

struct Candidate {
  size_t claim = 0;
  SentenceRef ref;
  float importance = 0;
};

}  // namespace

std::vector<EvidenceSet> EvidenceOf(const std::vector<PairScore>& scores) {
  std::vector<EvidenceSet> evidence;
  for (const PairScore& pair : scores) {
    if (pair.signed_score == 0) continue;
    EvidenceSet set;
    set.polarity = pair.signed_score > 0 ? Polarity::kSupports : Polarity::kContradicts;
    set.sentences = {pair.sentence};
    set.score = std::abs(pair.signed_score);
    set.probability = pair.relation.probability(pair.relation.label);
    evidence.push_back(std::move(set));
  }
  std::stable_sort(evidence.begin(), evidence.end(),
                   [](const EvidenceSet& a, const EvidenceSet& b) {
                     return a.score != b.score ? a.score > b.score : a.sentences < b.sentences;
                   });
  return evidence;
}

MatchResult EvidenceMatcher::Match(std::span<const std::string_view> claims,
                                   std::span<const Document> documents, float tau,
                                   const GroundingProgress& progress, const std::stop_token& stop) {
  MatchResult result;
  result.claims.resize(claims.size());

  UniqueTexts texts;
  std::vector<size_t> claim_text;
  const std::vector<std::string> queries = QueryTexts(embedder_, claims);
  for (const std::string_view query : queries) claim_text.push_back(texts.Add(query));
  std::vector<Place> places;
  std::deque<std::string> passages;
  for (size_t d = 0; d < documents.size(); ++d) {
    for (size_t s = 0; s < documents[d].sentences.size(); ++s) {
      const std::string_view text = AsPassage(embedder_, documents[d].SentenceText(s), passages);
      places.push_back({{static_cast<int>(d), static_cast<int>(s)}, texts.Add(text)});
    }
  }
  if (claims.empty() || places.empty()) return result;

  const TextEmbeddings embeddings = EmbedTexts(embedder_, texts.texts(), progress, stop);

  std::vector<Candidate> candidates;
  for (size_t c = 0; c < claims.size(); ++c) {
    ClaimMatch& match = result.claims[c];
    const std::optional<Embedding>& claim = embeddings.items[claim_text[c]];
    for (const Place& place : places) {
      const std::optional<Embedding>& sentence = embeddings.items[place.text];
      if (!claim || !sentence) {
        ++match.unchecked_pairs;
        match.status = embeddings.status;
        continue;
      }
      const float importance = Cosine(*claim, *sentence);
      if (importance >= tau) candidates.push_back({c, place.ref, importance});
    }
  }

  std::vector<PremiseHypothesis> pairs;
  pairs.reserve(candidates.size());
  for (const Candidate& candidate : candidates) {
    const Document& document = documents[static_cast<size_t>(candidate.ref.document)];
    pairs.push_back({document.SentenceText(static_cast<size_t>(candidate.ref.sentence)),
                     claims[candidate.claim]});
  }
  const PairBatch labels =
      ClassifyPairs(classifier_, pairs, stop, [&progress](size_t done, size_t total) {
        if (progress) progress(GroundingStage::kMatch, done, total);
      });
  for (size_t i = 0; i < candidates.size(); ++i) {
    const Candidate& candidate = candidates[i];
    ClaimMatch& match = result.claims[candidate.claim];
    if (!labels.scores[i]) {
      ++match.unchecked_pairs;
      if (match.status.ok()) match.status = labels.status;
      continue;
    }
    PairScore pair;
    pair.sentence = candidate.ref;
    pair.importance = candidate.importance;
    pair.relation = *labels.scores[i];
    const int sign = SignOf(pair.relation.label);
    pair.signed_score = sign == 0 ? 0.0F : candidate.importance * static_cast<float>(sign);
    match.scores.push_back(pair);
  }
  for (ClaimMatch& match : result.claims) match.evidence = EvidenceOf(match.scores);
  return result;
}

}  // namespace gloss
