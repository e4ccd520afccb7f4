#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/status.h"
#include "engine/documents.h"
#include "engine/judge.h"
#include "engine/language_models.h"
#include "engine/model_cache.h"
#include "engine/remote_models.h"
#include "engine/summarize.h"
#include "engine/synthesize.h"
#include "engine/verify.h"
#include "grounding/grounding_options.h"
#include "grounding/reformulator.h"
#include "models/embedder.h"
#include "models/entailment_classifier.h"
#include "models/generator.h"
#include "models/model_spec.h"
#include "types/grounding_report.h"

namespace gloss {

/// Which models an engine uses and how it runs them.
struct EngineOptions {
  std::vector<std::string> model_folders;  ///< Specs and weights, first folder first.
  std::string embedder;    ///< Name of a spec; empty: by the texts' languages (LanguageModels).
  std::string entailment;  ///< Likewise.
  std::string decomposer;  ///< Also "rules" and "none": no model (GroundingOptions::decomposition).
  std::string writer;      ///< Of written texts; "rules" and empty: no model.
  std::string judge;       ///< Generative judge of texts; empty: none. A writer's spec.
  int threads = 0;         ///< Shared by all models; 0: all cores.
  int batch_size = 64;     ///< Most texts or pairs of one model call; changes speed, never results.
  RemoteOptions remote;    ///< Roles that servers compute.
  CacheOptions cache;      ///< Where results of models are kept; changes speed, never results.
};

/// One response to ground in its sources.
struct GroundRequest {
  std::string id;        ///< Kept in the report.
  std::string question;  ///< May be empty.
  TextInput response;
  bool response_truncated =
      false;  ///< The writer says that it was cut off (finish reason "length").
  std::vector<TextInput> sources;
  GroundingOptions grounding;
  std::optional<ReformulationOptions> reformulation;  ///< Not set: the response stays as it is.
  LoadOptions load;  ///< For the response and all sources; uri is ignored.
};

/// The one path that every front end takes. Models are opened once and serve all calls: those that
/// the options name in Create, those that the language picks when a text first needs them.
/// Thread-safe.
class Engine {
 public:
  /// Opens the named models. Errors: kNotFound (no such name), kModelUnavailable, kParseError (a
  /// spec).
  /// A stop request ends a wait for a server.
  static Result<std::unique_ptr<Engine>> Create(const EngineOptions& options,
                                                std::stop_token stop = {});

  /// An engine over models that the caller made (tests, other backends).
  Engine(std::unique_ptr<Embedder> embedder, std::unique_ptr<EntailmentClassifier> classifier,
         std::unique_ptr<Generator> decomposer);
  ~Engine();

  /// The generative judge of an engine over models that the caller made. REQUIRES: called once,
  /// before UseCache and Judge.
  void UseJudge(std::unique_ptr<Generator> judge) { judge_ = std::move(judge); }

  /// Lets the models answer from a cache what they can. REQUIRES: called once, before Ground.
  void UseCache(std::shared_ptr<ResultCache> cache);

  CacheStats cache_stats() const;

  /// What the user should know of the cache since the last call; no report says it, for a report
  /// does not depend on the cache.
  std::vector<std::string> TakeCacheWarnings();

  /// Reads response and sources and grounds the one in the others. A source that cannot be read, a
  /// model that fails, a stop request: all are in the report, as unchecked claims with reasons.
  /// Errors: a response that cannot be read, options that make no sense, a model that the language
  /// picks and that is not there (kModelUnavailable).
  Result<GroundingReport> Ground(const GroundRequest& request, const GroundingProgress& progress,
                                 std::stop_token stop);

  /// Reads the sources and writes a text about them in which every statement cites its sentence
  /// (writing/cited_writer.h). A source that cannot be read is in the result. Errors: those of
  /// ReadWritingInput, CitedWriter and of models that the language picks.
  Result<CitedText> Summarize(const SummarizeRequest& request, const WritingProgress& progress,
                              std::stop_token stop);

  /// Reads a cited text and its sources and verifies every citation; with `fix` the text is
  /// corrected and verified again (engine/verify.h). A source that cannot be read, a model that
  /// fails, a stop request: all are in the result, as unchecked with reasons.
  /// Errors: as Ground.
  Result<CitedText> Verify(const VerifyRequest& request, const GroundingProgress& progress,
                           std::stop_token stop);

  /// Verifies each text and makes the checks of all criteria (judge/text_judge.h); rates,
  /// intervals, differences of runs, pairs and agreement with labels as asked for. A text that
  /// cannot be read and what a model failed to judge are in the report's gaps, unchecked.
  /// Errors: kInvalidArgument (options, an id twice in a run, pairs of other than two runs),
  /// kModelUnavailable.
  Result<JudgeReport> Judge(const JudgeRequest& request, const JudgeProgress& progress,
                            std::stop_token stop);

  /// Makes training data, with the writer as the teacher (synthesis/synthesizer.h). `preview`: as
  /// PlanSynthesis gives it for the request and writer_name(). Errors: those of Synthesizer::Run
  /// and of models that the language picks.
  Result<SynthSummary> Synthesize(const SynthRequest& request, const SynthPreview& preview,
                                  const SynthProgress& progress, std::stop_token stop);

  /// Name of the writer model; empty: there is none.
  std::string writer_name() const;

 private:
  Engine(std::unique_ptr<LanguageModels> models, std::unique_ptr<Generator> decomposer);

  Status JudgeItemInto(const JudgeItem& item, const JudgeOptions& options,
                       const std::stop_token& stop, JudgeReport* report);
  Status ComparePairs(const JudgeOptions& options, const JudgeProgress& progress,
                      const std::stop_token& stop, JudgeReport* report);

  std::unique_ptr<ModelCache> cache_;  ///< Null: none. Outlives the models.
  std::unique_ptr<LanguageModels> models_;
  std::unique_ptr<Generator> decomposer_;
  std::unique_ptr<Generator> writer_;  ///< Null: rules alone.
  std::unique_ptr<Generator> judge_;   ///< Null: what the program can decide alone.
  RemoteUse remote_use_;               ///< What every report says of the servers.
};

}  // namespace gloss
