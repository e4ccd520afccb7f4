// gloss_ground_evidence --models DIR… --methods M,… [--threads N] < rows.jsonl > answers.jsonl
//
// Grounds claims in sentences that are given, with the product's own models and matching; the work
// of eval/evidence/measure.py. A row: {"claims": […], "sentences": […], "title": ""}. An answer
// line for each row and method: what supports and contradicts each claim (sentence numbers), the
// pairs that were labelled, and for "exhaustive" all scores.
//
// Methods: cascade, etracer, exhaustive (cascade over all pairs); "-rules" or "-model" after a
// name splits the claims first ("cascade-rules"), "-single" leaves groups of sentences out, and
// "-nofigures" the check of figures.

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "backends/llama_cpp/llama_embedder.h"
#include "backends/llama_cpp/llama_entailment_classifier.h"
#include "backends/llama_cpp/llama_generator.h"
#include "base/thread_budget.h"
#include "grounding/grounder.h"
#include "models/model_spec.h"
#include "retrieval/terms.h"
#include "store/caching_models.h"
#include "store/memory_store.h"

namespace gloss {
namespace {

using Json = nlohmann::json;

struct EvalOptions {
  std::vector<std::string> folders;
  std::vector<std::string> methods;
  int threads = 0;
};

/// Counts the pairs that a method has labelled, whether or not a cache had them.
class CountingClassifier : public EntailmentClassifier {
 public:
  explicit CountingClassifier(EntailmentClassifier& model) : model_(model) {}
  BatchResult<RelationScores> Classify(std::span<const PremiseHypothesis> pairs,
                                       std::stop_token stop) override {
    count_ += pairs.size();
    return model_.Classify(pairs, stop);
  }
  const ModelSpec& spec() const override { return model_.spec(); }
  size_t TakeCount() { return std::exchange(count_, 0); }

 private:
  EntailmentClassifier& model_;
  size_t count_ = 0;
};

struct Models {
  std::unique_ptr<Embedder> embedder;
  std::unique_ptr<EntailmentClassifier> classifier;
  std::unique_ptr<Generator> decomposer;
};

template <typename Model, typename Options>
Result<std::unique_ptr<Model>> Open(const ModelRegistry& registry, ModelRole role,
                                    const Options& options) {
  GLOSS_ASSIGN_OR_RETURN(const ModelSpec spec, registry.DefaultFor(role));
  GLOSS_ASSIGN_OR_RETURN(const std::string path, registry.Locate(spec));
  return Model::Load(spec, path, options);
}

Result<Models> OpenModels(const EvalOptions& options) {
  GLOSS_ASSIGN_OR_RETURN(const ModelRegistry registry,
                         ModelRegistry::Load(options.folders, options.folders));
  ThreadBudget::Set(options.threads);
  const auto cache = std::make_shared<MemoryResultCache>(uint64_t{4} << 30);
  Models models;
  GLOSS_ASSIGN_OR_RETURN(auto embedder,
                         Open<LlamaEmbedder>(registry, ModelRole::kEmbedder, EncoderOptions{}));
  models.embedder = std::make_unique<CachingEmbedder>(std::move(embedder), cache, "embedder");
  GLOSS_ASSIGN_OR_RETURN(auto classifier, Open<LlamaEntailmentClassifier>(
                                              registry, ModelRole::kEntailment, EncoderOptions{}));
  models.classifier =
      std::make_unique<CachingEntailmentClassifier>(std::move(classifier), cache, "entailment");
  const bool decomposes = std::any_of(
      options.methods.begin(), options.methods.end(),
      [](const std::string& method) { return method.find("-model") != std::string::npos; });
  if (decomposes) {
    GLOSS_ASSIGN_OR_RETURN(models.decomposer, Open<LlamaGenerator>(registry, ModelRole::kDecomposer,
                                                                   GeneratorOptions{}));
  }
  return models;
}

/// A document whose sentences are those given, one a line.
Document MakeDocument(std::string id, const std::vector<std::string>& sentences) {
  Document document;
  document.id = std::move(id);
  document.language = "en";
  for (const std::string& sentence : sentences) {
    Sentence entry;
    entry.span = {document.text.size(), document.text.size() + sentence.size()};
    document.text += sentence + "\n";
    document.sentences.push_back(std::move(entry));
  }
  return document;
}

GroundingOptions OptionsFor(std::string_view method) {
  const auto has = [&](std::string_view part) { return method.find(part) != method.npos; };
  GroundingOptions options;
  options.method = has("etracer") ? "etracer" : "cascade";
  options.exhaustive = has("exhaustive");
  options.decomposition = has("-rules") ? "rules" : has("-model") ? "model" : "none";
  options.evidence_sets = !has("-single");
  options.check_figures = !has("-nofigures");
  options.compute_pfcr = false;
  options.context_sentences = 0;  // The claims of a row do not belong together.
  options.resolve_references = false;
  return options;
}

Json AllScores(const GroundingReport& report) {
  Json all = Json::array();
  for (const ClaimResult& claim : report.claims) {
    const std::set<std::string> terms = TermSetOf(claim.claim.text, "en");
    Json scores = Json::array();
    for (const PairScore& pair : claim.scores) {
      const std::string_view sentence =
          report.documents[0].SentenceText(static_cast<size_t>(pair.sentence.sentence));
      const auto& logits = pair.relation.logits;
      scores.push_back({pair.sentence.sentence, pair.importance, logits[0], logits[1], logits[2],
                        TermCoverage(terms, TermSetOf(sentence, "en"))});
    }
    all.push_back({{"claim", claim.claim.sentence}, {"scores", std::move(scores)}});
  }
  return all;
}

Json Answer(const GroundingReport& report, size_t claims) {
  std::vector<std::set<int>> supports(claims);
  std::vector<std::set<int>> contradicts(claims);
  size_t groups = 0;
  for (const ClaimResult& result : report.claims) {
    for (const EvidenceSet& set : result.evidence) {
      auto& side = set.polarity == Polarity::kSupports ? supports : contradicts;
      for (const SentenceRef& ref : set.sentences) {
        side[static_cast<size_t>(result.claim.sentence)].insert(ref.sentence);
      }
      if (set.sentences.size() > 1) ++groups;
    }
  }
  return {{"supports", supports}, {"contradicts", contradicts}, {"groups", groups}};
}

int Run(const EvalOptions& options) {
  Result<Models> models = OpenModels(options);
  if (!models.ok()) {
    std::cerr << models.status().ToString() << "\n";
    return 1;
  }
  CountingClassifier counting(*models->classifier);
  const Grounder grounder(*models->embedder, counting, models->decomposer.get());
  std::string line;
  for (size_t row = 0; std::getline(std::cin, line); ++row) {
    const Json input = Json::parse(line);
    const auto claims = input.at("claims").get<std::vector<std::string>>();
    for (const std::string& method : options.methods) {
      GroundingInput request;
      request.response = MakeDocument("response", claims);
      request.documents.push_back(
          MakeDocument("d1", input.at("sentences").get<std::vector<std::string>>()));
      request.documents[0].title = input.value("title", "");
      auto report = grounder.Ground(std::move(request), OptionsFor(method), {}, {});
      if (!report.ok()) {
        std::cerr << "row " << row << ": " << report.status().ToString() << "\n";
        return 1;
      }
      Json answer = Answer(*report, claims.size());
      answer["row"] = row;
      answer["method"] = method;
      answer["labelled"] = counting.TakeCount();
      if (method.find("-scores") != method.npos) answer["scores"] = AllScores(*report);
      std::cout << answer.dump() << "\n" << std::flush;
    }
  }
  return 0;
}

}  // namespace
}  // namespace gloss

int main(int argc, char** argv) {
  gloss::EvalOptions options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string flag = argv[i];
    const std::string value = argv[i + 1];
    if (flag == "--models") {
      options.folders.push_back(value);
    } else if (flag == "--threads") {
      options.threads = std::stoi(value);
    } else if (flag == "--methods") {
      for (size_t begin = 0; begin <= value.size();) {
        const size_t end = std::min(value.find(',', begin), value.size());
        options.methods.push_back(value.substr(begin, end - begin));
        begin = end + 1;
      }
    } else {
      std::cerr << "unknown flag " << flag << "\n";
      return 2;
    }
  }
  return gloss::Run(options);
}
