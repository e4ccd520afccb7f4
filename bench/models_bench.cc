// gloss_bench_models [--threads N] [--seconds S] [--parallel P]
//     [embedder|entailment|generator|citations …]
//
// Throughput of the default models on this machine: sentences, pairs and tokens a second, with the
// load average beside them, since a busy machine says little. Inputs are made up with the lengths
// of real ones (sentences of about 30 tokens, pairs of about 46).

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "backends/llama_cpp/llama_embedder.h"
#include "backends/llama_cpp/llama_entailment_classifier.h"
#include "backends/llama_cpp/llama_generator.h"
#include "base/thread_budget.h"
#include "models/model_spec.h"

namespace gloss {
namespace {

struct BenchOptions {
  int threads = 0;      ///< 0: all cores.
  double seconds = 5;   ///< Time for each model.
  size_t parallel = 0;  ///< Sequences decoded together; 0: the default.
  std::vector<std::string> what;
};

/// Words with the length distribution of English sentences in abstracts.
class TextMaker {
 public:
  std::string Sentence(double median_words) {
    static const std::vector<std::string> kWords = {
        "the",  "patients",   "were",      "treated",  "with",       "a",      "lower",
        "dose", "of",         "protein",   "after",    "randomised", "trial",  "showed",
        "no",   "difference", "in",        "survival", "between",    "groups", "and",
        "12",   "weeks",      "mortality", "risk",     "increased",  "by",     "significantly"};
    std::lognormal_distribution<double> length(std::log(median_words), 0.4);
    const auto count = std::clamp(static_cast<int>(length(random_)), 3, 80);
    std::string text;
    for (int i = 0; i < count; ++i) text += (i == 0 ? "" : " ") + kWords[random_() % kWords.size()];
    return text + ".";
  }

 private:
  std::mt19937 random_{42};
};

class Stopwatch {
 public:
  double Seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

struct Located {
  ModelSpec spec;
  std::string path;
};

Result<Located> Find(ModelRole role) {
  std::vector<std::string> spec_folders = {GLOSSATOR_SOURCE_DIR "/models"};
  std::vector<std::string> file_folders = {GLOSSATOR_MODEL_CACHE};
  if (const char* folder = std::getenv("GLOSSATOR_MODEL_DIR")) {
    spec_folders.insert(spec_folders.begin(), folder);
    file_folders.insert(file_folders.begin(), folder);
  }
  GLOSS_ASSIGN_OR_RETURN(const ModelRegistry registry,
                         ModelRegistry::Load(spec_folders, file_folders));
  Located located;
  GLOSS_ASSIGN_OR_RETURN(located.spec, registry.DefaultFor(role));
  GLOSS_ASSIGN_OR_RETURN(located.path, registry.Locate(located.spec));
  return located;
}

Status BenchEmbedder(const BenchOptions& options) {
  GLOSS_ASSIGN_OR_RETURN(const Located model, Find(ModelRole::kEmbedder));
  GLOSS_ASSIGN_OR_RETURN(const auto embedder, LlamaEmbedder::Load(model.spec, model.path));
  TextMaker maker;
  std::vector<std::string> texts(64);
  for (std::string& text : texts) text = maker.Sentence(24);
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const Stopwatch watch;
  size_t done = 0;
  while (watch.Seconds() < options.seconds) {
    GLOSS_RETURN_IF_ERROR(embedder->Embed(views, {}).status);
    done += views.size();
  }
  fmt::print("{}: {:.1f} sentences/s\n", model.spec.name,
             static_cast<double>(done) / watch.Seconds());
  return Status::Ok();
}

Status BenchEntailment(const BenchOptions& options) {
  GLOSS_ASSIGN_OR_RETURN(const Located model, Find(ModelRole::kEntailment));
  GLOSS_ASSIGN_OR_RETURN(const auto classifier,
                         LlamaEntailmentClassifier::Load(model.spec, model.path));
  TextMaker maker;
  std::vector<std::string> texts(128);
  for (size_t i = 0; i < texts.size(); ++i) texts[i] = maker.Sentence(i % 2 == 0 ? 24 : 12);
  std::vector<PremiseHypothesis> pairs;
  for (size_t i = 0; i < texts.size(); i += 2) pairs.push_back({texts[i], texts[i + 1]});
  const Stopwatch watch;
  size_t done = 0;
  while (watch.Seconds() < options.seconds) {
    GLOSS_RETURN_IF_ERROR(classifier->Classify(pairs, {}).status);
    done += pairs.size();
  }
  fmt::print("{}: {:.1f} pairs/s\n", model.spec.name, static_cast<double>(done) / watch.Seconds());
  return Status::Ok();
}

Status BenchGenerator(const BenchOptions& options) {
  GLOSS_ASSIGN_OR_RETURN(const Located model, Find(ModelRole::kDecomposer));
  GeneratorOptions generator_options;
  if (options.parallel > 0) generator_options.parallel_sequences = options.parallel;
  GLOSS_ASSIGN_OR_RETURN(const auto generator,
                         LlamaGenerator::Load(model.spec, model.path, generator_options));
  TextMaker maker;
  std::vector<GenerationRequest> requests(16);
  for (GenerationRequest& request : requests) {
    request.messages = {{"user", "Go on with this story: " + maker.Sentence(24)}};
    request.max_tokens = 48;
  }
  const Stopwatch watch;
  size_t prompt_tokens = 0;
  size_t generated_tokens = 0;
  do {
    const auto result = generator->Generate(requests, {});
    GLOSS_RETURN_IF_ERROR(result.status);
    for (const auto& item : result.items) {
      prompt_tokens += static_cast<size_t>(item->prompt_tokens);
      generated_tokens += static_cast<size_t>(item->generated_tokens);
    }
  } while (watch.Seconds() < options.seconds);
  fmt::print("{}: {:.1f} generated tokens/s beside {:.1f} prompt tokens/s, 16 requests\n",
             model.spec.name, static_cast<double>(generated_tokens) / watch.Seconds(),
             static_cast<double>(prompt_tokens) / watch.Seconds());
  return Status::Ok();
}

/// Of all threads of this process: says more than time on a busy machine.
double CpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// What a citation constraint costs: the same requests with and without one, in turns. The model
/// has seen tags in every answer, so that it writes many, and most of what it would write is false.
Status BenchCitations(const BenchOptions& options) {
  GLOSS_ASSIGN_OR_RETURN(const Located model, Find(ModelRole::kDecomposer));
  GLOSS_ASSIGN_OR_RETURN(const auto generator, LlamaGenerator::Load(model.spec, model.path));
  TextMaker maker;
  std::mt19937 random(7);
  CitationConstraint constraint;
  for (int i = 0; i < 1500; ++i) constraint.tags.push_back(fmt::format("{:08x}", random()));
  std::vector<GenerationRequest> requests(16);
  for (GenerationRequest& request : requests) {
    for (int turn = 0; turn < 3; ++turn) {
      const std::string& tag = constraint.tags[random() % constraint.tags.size()];
      request.messages.push_back({"user", "Write a line and cite it."});
      request.messages.push_back(
          {"assistant", fmt::format("It rains a lot <{}> here <{}>.", tag, tag)});
    }
    request.messages.push_back({"user", "Write a line and cite it."});
    request.max_tokens = 64;
    request.temperature = 0.8F;
  }
  struct Side {
    double seconds = 0;
    size_t tokens = 0;
    size_t angles = 0;
  };
  Side sides[2];
  const Stopwatch whole;
  for (int round = 0; whole.Seconds() < options.seconds || round < 4; ++round) {
    Side& side = sides[round % 2];
    for (size_t i = 0; i < requests.size(); ++i) {
      requests[i].citations.reset();
      if (round % 2 == 1) requests[i].citations = constraint;
      requests[i].seed = i + static_cast<size_t>(round / 2) * requests.size();
    }
    const double begin = CpuSeconds();
    const auto result = generator->Generate(requests, {});
    GLOSS_RETURN_IF_ERROR(result.status);
    // The first of each side makes tables and warms up.
    if (round < 2) continue;
    side.seconds += CpuSeconds() - begin;
    for (const auto& item : result.items) {
      side.tokens += static_cast<size_t>(item->generated_tokens);
      side.angles += static_cast<size_t>(std::count(item->text.begin(), item->text.end(), '<'));
    }
  }
  const auto per_token = [](const Side& side) {
    return 1000 * side.seconds / static_cast<double>(std::max<size_t>(1, side.tokens));
  };
  fmt::print(
      "citation constraint of {} tags: {:.3f} ms of CPU a generated token without, {:.3f} with "
      "({:+.1f} %); \"<\" written {} and {} times in {} and {} tokens\n",
      constraint.tags.size(), per_token(sides[0]), per_token(sides[1]),
      100 * (per_token(sides[1]) / per_token(sides[0]) - 1), sides[0].angles, sides[1].angles,
      sides[0].tokens, sides[1].tokens);
  return Status::Ok();
}

bool Wanted(const BenchOptions& options, std::string_view what) {
  return options.what.empty() ||
         std::find(options.what.begin(), options.what.end(), what) != options.what.end();
}

int Main(int argc, char** argv) {
  BenchOptions options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--threads" && i + 1 < argc) {
      options.threads = std::atoi(argv[++i]);
    } else if (argument == "--seconds" && i + 1 < argc) {
      options.seconds = std::atof(argv[++i]);
    } else if (argument == "--parallel" && i + 1 < argc) {
      options.parallel = static_cast<size_t>(std::max(0, std::atoi(argv[++i])));
    } else {
      options.what.push_back(argument);
    }
  }
  ThreadBudget::Set(options.threads);
  double load = 0;
  if (getloadavg(&load, 1) == 1) {
    fmt::print("threads {}, load average before the run {:.1f}\n", ThreadBudget::Get(), load);
  }
  int failures = 0;
  const auto run = [&](std::string_view what, Status (*bench)(const BenchOptions&)) {
    if (!Wanted(options, what)) return;
    if (const Status status = bench(options); !status.ok()) {
      fmt::print(stderr, "{}: {}\n", what, status.ToString());
      ++failures;
    }
  };
  run("embedder", BenchEmbedder);
  run("entailment", BenchEntailment);
  run("generator", BenchGenerator);
  run("citations", BenchCitations);
  return failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace gloss

int main(int argc, char** argv) { return gloss::Main(argc, argv); }
