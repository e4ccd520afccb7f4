// gloss_bench_ground --models DIR… [--threads N] < requests > measurements
//
// Measures warm Engine::Ground by stage, for bench/stages.py and bench/compare.py. The models are
// loaded once, without a cache. A request is a line "METHOD<TAB>RESPONSE FILE<TAB>SOURCE FILE"; its
// answer is a line of JSON. So two programs can be measured in turns, the idle one waiting.
//
// Stages: load (documents read, sentences found), decompose, check_claims, shortlist, embed, match,
// metrics. The time of a model call belongs to the stage that reports it, the work between two
// calls to the stage before. Tokens of texts and pairs are counted after the clock has stopped.

#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "backends/llama_cpp/llama_embedder.h"
#include "backends/llama_cpp/llama_entailment_classifier.h"
#include "backends/llama_cpp/llama_generator.h"
#include "base/thread_budget.h"
#include "engine/engine.h"
#include "models/model_spec.h"

namespace gloss {
namespace {

using Json = nlohmann::ordered_json;

double Seconds(const timeval& value) {
  return static_cast<double>(value.tv_sec) + static_cast<double>(value.tv_usec) * 1e-6;
}

struct Times {
  double wall = 0;
  double cpu = 0;

  static Times Now() {
    rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return {std::chrono::duration<double>(now).count(),
            Seconds(usage.ru_utime) + Seconds(usage.ru_stime)};
  }
  Times Since(const Times& begin) const { return {wall - begin.wall, cpu - begin.cpu}; }
  Times& operator+=(const Times& other) {
    wall += other.wall;
    cpu += other.cpu;
    return *this;
  }
};

/// Which stage the time since the last mark belongs to.
class StageClock {
 public:
  void Start() {
    stages_.clear();
    current_ = "load";
    last_ = Times::Now();
  }
  /// The time since the last mark belongs to `stage`, which goes on.
  void Mark(std::string_view stage) {
    const Times now = Times::Now();
    stages_[std::string(stage)] += now.Since(last_);
    last_ = now;
    current_ = stage;
  }
  void MarkCurrent() { Mark(current_); }
  const std::map<std::string, Times>& stages() const { return stages_; }

 private:
  std::map<std::string, Times> stages_;
  std::string current_;
  Times last_;
};

/// What one model was asked in one run.
struct ModelUseCount {
  size_t calls = 0;
  size_t items = 0;
  Times times;
  size_t prompt_tokens = 0;
  size_t generated_tokens = 0;
  std::vector<std::string> texts;  ///< Kept to count their tokens later.

  void Add(const Times& begin, size_t count) {
    ++calls;
    items += count;
    times += Times::Now().Since(begin);
  }
};

class MeasuredEmbedder : public Embedder {
 public:
  MeasuredEmbedder(std::unique_ptr<Embedder> model, StageClock& clock)
      : model_(std::move(model)), clock_(clock) {}
  BatchResult<Embedding> Embed(std::span<const std::string_view> texts,
                               std::stop_token stop) override {
    if (use.calls == 0) {
      clock_.Mark("shortlist");
    } else {
      clock_.MarkCurrent();
    }
    const Times begin = Times::Now();
    auto result = model_->Embed(texts, std::move(stop));
    use.Add(begin, texts.size());
    use.texts.insert(use.texts.end(), texts.begin(), texts.end());
    return result;
  }
  const ModelSpec& spec() const override { return model_->spec(); }
  const TokenVectors* token_vectors() const override { return model_->token_vectors(); }

  ModelUseCount use;

 private:
  std::unique_ptr<Embedder> model_;
  StageClock& clock_;
};

class MeasuredClassifier : public EntailmentClassifier {
 public:
  MeasuredClassifier(std::unique_ptr<EntailmentClassifier> model, StageClock& clock)
      : model_(std::move(model)), clock_(clock) {}
  BatchResult<RelationScores> Classify(std::span<const PremiseHypothesis> pairs,
                                       std::stop_token stop) override {
    clock_.MarkCurrent();
    const Times begin = Times::Now();
    auto result = model_->Classify(pairs, std::move(stop));
    use.Add(begin, pairs.size());
    for (const PremiseHypothesis& pair : pairs) {
      use.texts.emplace_back(pair.premise);
      use.texts.emplace_back(pair.hypothesis);
    }
    return result;
  }
  const ModelSpec& spec() const override { return model_->spec(); }

  ModelUseCount use;

 private:
  std::unique_ptr<EntailmentClassifier> model_;
  StageClock& clock_;
};

class MeasuredGenerator : public Generator {
 public:
  MeasuredGenerator(std::unique_ptr<Generator> model, StageClock& clock)
      : model_(std::move(model)), clock_(clock) {}
  BatchResult<GenerationResult> Generate(std::span<const GenerationRequest> requests,
                                         std::stop_token stop) override {
    clock_.MarkCurrent();
    const Times begin = Times::Now();
    auto result = model_->Generate(requests, std::move(stop));
    use.Add(begin, requests.size());
    for (const auto& item : result.items) {
      if (!item) continue;
      use.prompt_tokens += static_cast<size_t>(item->prompt_tokens);
      use.generated_tokens += static_cast<size_t>(item->generated_tokens);
    }
    return result;
  }
  const ModelSpec& spec() const override { return model_->spec(); }

  ModelUseCount use;

 private:
  std::unique_ptr<Generator> model_;
  StageClock& clock_;
};

/// Peak resident memory since ResetPeak, in bytes; -1 when the system does not tell.
int64_t PeakMemory() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    if (word != "VmHWM:") continue;
    int64_t kilobytes = 0;
    status >> kilobytes;
    return kilobytes * 1024;
  }
  return -1;
}

void ResetPeak() { std::ofstream("/proc/self/clear_refs") << "5"; }

template <typename Interface, typename Model, typename Options>
Result<std::unique_ptr<Interface>> Open(const ModelRegistry& registry, ModelRole role,
                                        const Options& options) {
  GLOSS_ASSIGN_OR_RETURN(const ModelSpec spec, registry.DefaultFor(role));
  GLOSS_ASSIGN_OR_RETURN(const std::string path, registry.Locate(spec));
  GLOSS_ASSIGN_OR_RETURN(std::unique_ptr<Model> model, Model::Load(spec, path, options));
  return std::unique_ptr<Interface>(std::move(model));
}

/// An engine whose models are watched.
class Bench {
 public:
  Status Load(const std::vector<std::string>& folders, int threads) {
    GLOSS_ASSIGN_OR_RETURN(const ModelRegistry registry, ModelRegistry::Load(folders, folders));
    ThreadBudget::Set(threads);
    auto embedder = Open<Embedder, LlamaEmbedder>(registry, ModelRole::kEmbedder, EncoderOptions{});
    if (!embedder.ok()) return embedder.status();
    auto classifier = Open<EntailmentClassifier, LlamaEntailmentClassifier>(
        registry, ModelRole::kEntailment, EncoderOptions{});
    if (!classifier.ok()) return classifier.status();
    auto decomposer =
        Open<Generator, LlamaGenerator>(registry, ModelRole::kDecomposer, GeneratorOptions{});
    if (!decomposer.ok()) return decomposer.status();
    auto watched_embedder = std::make_unique<MeasuredEmbedder>(*std::move(embedder), clock_);
    auto watched_classifier = std::make_unique<MeasuredClassifier>(*std::move(classifier), clock_);
    auto watched_decomposer = std::make_unique<MeasuredGenerator>(*std::move(decomposer), clock_);
    embedder_ = watched_embedder.get();
    classifier_ = watched_classifier.get();
    decomposer_ = watched_decomposer.get();
    engine_ = std::make_unique<Engine>(std::move(watched_embedder), std::move(watched_classifier),
                                       std::move(watched_decomposer));
    return Status::Ok();
  }

  Result<Json> Run(const std::string& method, const std::string& response,
                   const std::string& source) {
    GroundRequest request;
    request.response.uri = response;
    TextInput document;
    document.uri = source;
    request.sources.push_back(document);
    // The eval tools' names: METHOD or METHOD-DECOMPOSITION.
    const size_t dash = method.find('-');
    request.grounding.method = method.substr(0, dash);
    if (dash != std::string::npos) request.grounding.decomposition = method.substr(dash + 1);
    for (ModelUseCount* use : {&embedder_->use, &classifier_->use, &decomposer_->use}) *use = {};
    ResetPeak();
    clock_.Start();
    const Times begin = Times::Now();
    auto report = engine_->Ground(
        request,
        [this](GroundingStage stage, size_t, size_t) { clock_.Mark(GroundingStageName(stage)); },
        {});
    clock_.MarkCurrent();
    const Times total = Times::Now().Since(begin);
    if (!report.ok()) return report.status();
    if (!report->unread_sources.empty()) return report->unread_sources[0].status;
    return Describe(*report, total);
  }

 private:
  size_t TokensOf(const ModelUseCount& use) const {
    const TokenVectors* table = embedder_->token_vectors();
    if (table == nullptr) return 0;
    size_t count = 0;
    for (const std::string& text : use.texts) count += table->Tokens(text).size() + 1;
    return count;
  }

  Json Describe(const GroundingReport& report, const Times& total) const {
    Json stages = Json::object();
    for (const auto& [name, times] : clock_.stages()) {
      stages[name] = {{"wall", times.wall}, {"cpu", times.cpu}};
    }
    const auto describe = [](const ModelUseCount& use, size_t prompt_tokens) {
      return Json{{"calls", use.calls},      {"items", use.items},
                  {"wall", use.times.wall},  {"cpu", use.times.cpu},
                  {"tokens", prompt_tokens}, {"generated_tokens", use.generated_tokens}};
    };
    std::map<std::string, size_t> verdicts;
    for (const ClaimResult& claim : report.claims) {
      ++verdicts[std::string(VerdictName(claim.verdict))];
    }
    size_t sentences = 0;
    for (const Document& source : report.documents) sentences += source.sentences.size();
    return {{"wall", total.wall},
            {"cpu", total.cpu},
            {"peak_memory", PeakMemory()},
            {"threads", ThreadBudget::Get()},
            {"response_sentences", report.response.sentences.size()},
            {"source_sentences", sentences},
            {"language", report.documents.empty() ? "" : report.documents[0].language},
            {"claims", report.claims.size()},
            {"verdicts", verdicts},
            {"stages", std::move(stages)},
            {"models",
             {{"embedder", describe(embedder_->use, TokensOf(embedder_->use))},
              {"entailment", describe(classifier_->use, TokensOf(classifier_->use))},
              {"decomposer", describe(decomposer_->use, decomposer_->use.prompt_tokens)}}}};
  }

  StageClock clock_;
  std::unique_ptr<Engine> engine_;
  MeasuredEmbedder* embedder_ = nullptr;
  MeasuredClassifier* classifier_ = nullptr;
  MeasuredGenerator* decomposer_ = nullptr;
};

int Main(int argc, char** argv) {
  std::vector<std::string> folders;
  int threads = 0;
  for (int i = 1; i < argc; i += 2) {
    const std::string flag = argv[i];
    if (i + 1 < argc && flag == "--models") {
      folders.emplace_back(argv[i + 1]);
    } else if (i + 1 < argc && flag == "--threads") {
      threads = std::stoi(argv[i + 1]);
    } else {
      std::cerr << "usage: gloss_bench_ground --models DIR… [--threads N] < requests\n";
      return 2;
    }
  }
  Bench bench;
  if (const Status status = bench.Load(folders, threads); !status.ok()) {
    std::cerr << status.ToString() << "\n";
    return 1;
  }
  std::string method;
  std::string response;
  std::string source;
  while (std::getline(std::cin, method, '\t') && std::getline(std::cin, response, '\t') &&
         std::getline(std::cin, source)) {
    const Result<Json> answer = bench.Run(method, response, source);
    const Json line = answer.ok() ? *answer : Json{{"error", answer.status().ToString()}};
    std::cout << line.dump() << "\n" << std::flush;
  }
  return 0;
}

}  // namespace
}  // namespace gloss

int main(int argc, char** argv) { return gloss::Main(argc, argv); }
