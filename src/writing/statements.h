#pragma once

#include <cstddef>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "base/status.h"
#include "models/embedder.h"
#include "models/entailment_classifier.h"
#include "models/generator.h"
#include "types/cited_text.h"
#include "writing/salience.h"
#include "writing/source_sentences.h"

namespace gloss {

/// A sentence that can stand in the text for a source sentence, verified against it.
struct Statement {
  std::string text;  ///< With quotation marks where it is quoted.
  CitedOrigin origin = CitedOrigin::kQuoted;
  size_t words = 0;
  float probability = 0;  ///< Calibrated, that the source sentence supports it.
  std::string reason;     ///< Why no better one stands there; empty: it is the writer's.
};

struct StatementOptions {
  /// Asks `prompt` for a sentence in the writer's own words. False: rules alone.
  bool ask_writer = true;
  /// Shortens by rule and verifies what is left. False: quotations alone, without a model.
  bool shorten = true;
  int attempts = 2;  ///< Of the writer for one sentence: the second with a temperature.
  float retry_temperature = 0.7F;
  uint64_t seed = 42;
  std::string prompt = "write_sentence_v1";
  size_t ideal_words = 24;  ///< Quotations of about this length are preferred.
};

/// How often the writer's sentences could be used.
struct WriterCounts {
  size_t sentences = 0;  ///< That it was asked for.
  size_t accepted = 0;
  size_t attempts = 0;
};

/// Makes statements of source sentences: "attribute first, then write" (Slobodkin et al., 2024).
///
/// For each sentence, in order of preference:
/// - the writer's own sentence, if no rule objects to it (claim_guard.h: numbers, names, negations,
///   hedges), it copies no more than kMostVerbatimWords words, and the source bears it out
///   (statement_check.h);
/// - the sentence shortened by rule (sentence_shortener.h), where what is left has no longer copy
///   either, and is borne out;
/// - the sentence, or what the shortening left of it, as a marked quotation: those of about
///   `ideal_words` first. The whole sentence is always among them.
/// A writer that fails costs its sentences and no more; it is noted in the reasons.
class StatementMaker {
 public:
  /// `writer` may be null. All must outlive the maker.
  StatementMaker(Embedder& embedder, EntailmentClassifier& classifier, Generator* writer)
      : embedder_(embedder), classifier_(classifier), writer_(writer) {}

  /// For each sentence its statements, preferred first, none empty. Errors: those of embedder and
  /// entailment model; kCancelled; kNotFound for the prompt.
  Result<std::vector<std::vector<Statement>>> Make(std::span<const SourceSentence> sentences,
                                                   std::span<const Document> documents,
                                                   const StatementOptions& options,
                                                   const WritingProgress& progress,
                                                   const std::stop_token& stop);

  /// Of the last Make.
  const WriterCounts& counts() const { return counts_; }

 private:
  class Run;

  Embedder& embedder_;
  EntailmentClassifier& classifier_;
  Generator* writer_;
  WriterCounts counts_;
};

}  // namespace gloss
