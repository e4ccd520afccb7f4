#pragma once

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "grounding/grounding_options.h"
#include "grounding/prompt.h"
#include "grounding/sentence_words.h"
#include "models/entailment_classifier.h"
#include "models/generator.h"
#include "types/claim.h"
#include "types/document.h"
#include "types/grounding_report.h"

namespace gloss {

/// What claims are taken from.
struct ExtractionInput {
  const Document& response;             ///< Segmented.
  std::string_view question;            ///< Context of the first sentences; may be empty.
  bool response_truncated = false;      ///< The caller knows that the response was cut off.
  std::span<const Document> documents;  ///< The sources: their words tell a word that was cut.
  /// Sentences of which no claims are wanted, by index; empty: none.
  std::vector<bool> context_only = {};
};

struct ExtractedClaim {
  Claim claim;
  /// kNotCheckable or kUnchecked when nothing is to be matched any more.
  std::optional<Verdict> settled;
  std::string reason;  ///< Of `settled`.
};

struct Extraction {
  std::vector<ExtractedClaim> claims;  ///< In response order, with ids.
  std::vector<DroppedClaim> dropped;
  Status failure;          ///< The first failure that left a sentence unchecked.
  ClaimCoverage coverage;  ///< Of all sentences that state something, by their claims.
  std::vector<std::string> warnings;
};

/// eTracer, step 1: response sentences → claims.
///
/// Every sentence is decomposed by the model, all together; a claim passes when no rule objects
/// (claim_guard.h) and its sentence entails it, read with the sentences before it where the claim
/// takes words from them. A sentence with a claim that is wrong, or without any, is decomposed
/// again at another seed and a higher temperature, until all pass or max_attempts is reached; the
/// attempt that covers the sentence best is kept. Where no attempt covers it, clause rules split it
/// (clause_splitter.h; ClaimOrigin::kRule), checked alike; a sentence that its claims do not cover
/// either way becomes a claim itself (ClaimOrigin::kSentence).
///
/// Words that refer back are resolved first (references.h), and the sentence is decomposed in its
/// resolved form. That form must be entailed by the sentence with those before it; else, and where
/// a reference is open, the claim keeps its wording and is read with the sentence before it.
///
/// Sentences that state nothing are not checkable (checkability.h). Unchecked from the start are: a
/// last sentence that is cut off, a bare answer or fragment that cannot be made a statement, and
/// sentences on which a model failed before one attempt was finished.
class ClaimExtractor {
 public:
  /// `decomposer` may be null: every sentence is its own claim, unless options.decomposition is
  /// "rules". All must outlive the extractor.
  ClaimExtractor(Generator* decomposer, EntailmentClassifier& classifier, const Prompt& prompt,
                 const GroundingOptions& options)
      : decomposer_(decomposer), classifier_(classifier), prompt_(prompt), options_(options) {}

  Extraction Extract(const ExtractionInput& input, const GroundingProgress& progress,
                     const std::stop_token& stop);

 private:
  struct Attempt;
  struct Task;

  std::vector<Task> MakeTasks(const ExtractionInput& input, Extraction& extraction) const;
  void ResolveReferences(const ExtractionInput& input, std::vector<Task>& tasks,
                         const std::stop_token& stop) const;
  void SettleWithoutModel(const ExtractionInput& input, Task& task, Extraction& extraction) const;
  void RunAttempt(std::span<Task* const> pending, int number, const GroundingProgress& progress,
                  const std::stop_token& stop);
  GenerationRequest RequestFor(const Task& task, int number) const;
  void ReadAnswer(Task& task, const GenerationResult& answer, int number) const;
  void SplitByRule(std::span<Task> tasks, const GroundingProgress& progress,
                   const std::stop_token& stop);
  void CheckClaims(std::span<Task* const> tasks, const GroundingProgress& progress,
                   const std::stop_token& stop);
  void Finish(const Document& response, const Task& task, Extraction& extraction) const;
  static void DropRefused(const Task& task, Extraction& extraction);
  static void AddCoverage(const std::vector<std::string_view>& claims, const Task& task,
                          Extraction& extraction);

  Generator* decomposer_;
  EntailmentClassifier& classifier_;
  const Prompt& prompt_;
  const GroundingOptions& options_;
};

}  // namespace gloss
