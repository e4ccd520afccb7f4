#include "writing/statement_check.h"

#include <deque>
#include <optional>

#include "grounding/embed_texts.h"
#include "grounding/evidence_rule.h"
#include "grounding/figures_check.h"
#include "grounding/pair_batch.h"
#include "retrieval/terms.h"
#include "text/words.h"

namespace gloss {
namespace {

constexpr float kVerbatim = 0.99F;

/// The first figure or name that the evidence does not bear out, in words.
std::optional<std::string> FigureFaultOf(const StatementPair& pair) {
  const FigureReport figures = CheckFigures(pair.statement, pair.evidence, pair.language);
  if (!figures.conflicts.empty()) return DescribeMismatch(figures.conflicts.front());
  if (!figures.missing.empty()) return DescribeMismatch(figures.missing.front());
  return std::nullopt;
}

}  // namespace

Result<std::vector<StatementVerdict>> StatementChecker::Check(std::span<const StatementPair> pairs,
                                                              const WritingProgress& progress,
                                                              const std::stop_token& stop) {
  std::vector<StatementVerdict> verdicts(pairs.size());
  std::vector<size_t> open;
  std::vector<PremiseHypothesis> questions;
  UniqueTexts texts;
  std::deque<std::string> made;
  // Sentences and claims are embedded as the grounder does it.
  std::vector<size_t> evidence_at;
  std::vector<size_t> statement_at;
  for (size_t i = 0; i < pairs.size(); ++i) {
    if (WordKey(pairs[i].statement) == WordKey(pairs[i].evidence)) {
      verdicts[i] = {true, Relation::kEntailment, kVerbatim, ""};
      continue;
    }
    if (const auto fault = FigureFaultOf(pairs[i])) {
      verdicts[i].reason = *fault;
      continue;
    }
    open.push_back(i);
    questions.push_back({pairs[i].evidence, pairs[i].statement});
    evidence_at.push_back(texts.Add(AsPassage(embedder_, pairs[i].evidence, made)));
    statement_at.push_back(
        texts.Add(made.emplace_back(QueryText(embedder_.spec(), pairs[i].statement))));
  }
  TextEmbeddings embeddings = EmbedTexts(embedder_, texts.texts(), {}, stop);
  GLOSS_RETURN_IF_ERROR(embeddings.status);
  const PairBatch labels =
      ClassifyPairs(classifier_, questions, stop, [&progress](size_t done, size_t total) {
        if (progress) progress("verify", done, total);
      });
  // A statement that is longer than the model's window is not checked, so it does not stand.
  const bool some_too_long = labels.status.code() == StatusCode::kTooLarge;
  if (!labels.status.ok() && !some_too_long) return labels.status;
  const EvidenceRule rule(classifier_.spec().calibration);
  for (size_t k = 0; k < open.size(); ++k) {
    const StatementPair& pair = pairs[open[k]];
    StatementVerdict& verdict = verdicts[open[k]];
    if (!labels.scores[k]) {
      verdict.reason = "it is too long to be checked";
      continue;
    }
    EvidenceFacts facts;
    facts.relation = *labels.scores[k];
    facts.importance =
        Cosine(*embeddings.items[evidence_at[k]], *embeddings.items[statement_at[k]]);
    facts.coverage = TermCoverage(TermSetOf(pair.statement, pair.language),
                                  TermSetOf(pair.evidence, pair.language));
    facts.is_set = pair.several;
    const EvidenceDecision decision = rule.Decide(facts);
    verdict.label = decision.label;
    verdict.probability = decision.support;
    verdict.supported = decision.label == Relation::kEntailment && decision.decides();
    if (!verdict.supported) {
      verdict.reason = decision.label == Relation::kContradiction
                           ? "the cited sentence contradicts it"
                           : "the cited sentence does not bear it out";
    }
  }
  return verdicts;
}

}  // namespace gloss
