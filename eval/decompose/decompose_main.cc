// gloss_decompose --models DIR… [--decomposer NAME] [--attempts N] [--prompt ID] [--threads N]
//                 < responses.jsonl > claims.jsonl
//
// Splits responses into claims as the product does (grounding/claim_extractor.h); the work of
// eval/decompose/claims.py. NAME is a model of the folders, "rules" (the default) or "none"; with
// --attempts 1 a model is asked once and no rules stand in for it. A response:
//   {"language": "en", "question": "", "sentences": [{"text": …, "wanted": true}, …]}
// One line for each, in order: {"sentences": [{"claims": [{"text", "origin"}], "written": […],
// "refused": {reason: how many}}], "seconds": …}. "written" are all claims that the model wrote at
// the attempt that was chosen, refused ones too; "seconds" are of processor time. The first line is
// {"models": […], "prompt": {…}}.

#include <ctime>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "backends/llama_cpp/llama_generator.h"
#include "eval_models.h"
#include "grounding/claim_extractor.h"

namespace gloss {
namespace {

using Json = nlohmann::json;

/// Of all threads of this process: says more than time on a busy machine.
double CpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

int Fail(const Status& status) {
  std::cerr << "gloss_decompose: " << status.ToString() << "\n";
  return 1;
}

struct Response {
  Document document;
  std::string question;
  std::vector<bool> context_only;
};

Result<Response> ReadResponse(const std::string& line, size_t number) {
  const Json row = Json::parse(line, nullptr, false);
  const std::string where = "line " + std::to_string(number) + ": ";
  if (!row.is_object() || !row.contains("sentences") || !row["sentences"].is_array()) {
    return Status(StatusCode::kParseError, where + "no list \"sentences\"");
  }
  Response response;
  response.document.language = row.value("language", "en");
  response.question = row.value("question", "");
  for (const Json& item : row["sentences"]) {
    if (!item.is_object() || !item.contains("text") || !item["text"].is_string()) {
      return Status(StatusCode::kParseError, where + "a sentence without \"text\"");
    }
    const std::string text = item["text"].get<std::string>();
    std::string& whole = response.document.text;
    Sentence sentence;
    sentence.span = {whole.size(), whole.size() + text.size()};
    whole += text + "\n";
    response.document.sentences.push_back(std::move(sentence));
    response.context_only.push_back(!item.value("wanted", true));
  }
  return response;
}

/// The claims of each sentence, and what was written beside them.
Json AnswerOf(const Response& response, const Extraction& extraction, double seconds) {
  std::vector<Json> sentences(
      response.document.sentences.size(),
      {{"claims", Json::array()}, {"written", Json::array()}, {"refused", Json::object()}});
  std::vector<int> chosen(sentences.size(), 1);
  for (const ExtractedClaim& extracted : extraction.claims) {
    const Claim& claim = extracted.claim;
    Json& own = sentences[static_cast<size_t>(claim.sentence)];
    own["claims"].push_back({{"text", claim.text}, {"origin", ClaimOriginName(claim.origin)}});
    if (claim.origin == ClaimOrigin::kModel) own["written"].push_back(claim.text);
    chosen[static_cast<size_t>(claim.sentence)] = claim.attempts;
  }
  for (const DroppedClaim& dropped : extraction.dropped) {
    const auto at = static_cast<size_t>(dropped.sentence);
    Json& refused = sentences[at]["refused"];
    refused[dropped.reason] = refused.value(dropped.reason, 0) + 1;
    const bool is_line = dropped.reason == "malformed" || dropped.reason == "duplicate" ||
                         dropped.reason == "over_limit";
    if (!is_line && dropped.attempt == chosen[at]) {
      sentences[at]["written"].push_back(dropped.text);
    }
  }
  return {{"sentences", sentences}, {"seconds", seconds}};
}

int Run(int argc, char** argv) {
  EvalModelOptions options;
  auto flags = ReadFlags(argc, argv, options);
  if (!flags.ok()) return Fail(flags.status());
  const auto take = [&flags](const char* name, std::string value) {
    if (const auto found = flags->find(name); found != flags->end()) {
      value = found->second;
      flags->erase(found);
    }
    return value;
  };
  const std::string name = take("--decomposer", "rules");
  const std::string prompt_id = take("--prompt", "");
  const std::string attempts = take("--attempts", "3");
  if (!flags->empty() || (attempts != "1" && attempts != "2" && attempts != "3")) {
    return Fail({StatusCode::kInvalidArgument, flags->empty()
                                                   ? "--attempts: must be 1, 2 or 3"
                                                   : "unknown flag " + flags->begin()->first});
  }
  EvalModelSet set(options);
  std::unique_ptr<LlamaGenerator> decomposer;
  GroundingOptions grounding;
  grounding.decomposition = name == "rules" || name == "none" ? name : "model";
  grounding.max_attempts = attempts[0] - '0';
  grounding.rule_fallback = grounding.max_attempts > 1;
  if (grounding.decomposition == "model") {
    const auto registry = ModelRegistry::Load(options.folders, options.folders);
    if (!registry.ok()) return Fail(registry.status());
    const auto spec = registry->Find(name);
    if (!spec.ok()) return Fail(spec.status());
    const auto path = registry->Locate(*spec);
    if (!path.ok()) return Fail(path.status());
    auto model = LlamaGenerator::Load(*spec, *path);
    if (!model.ok()) return Fail(model.status());
    decomposer = *std::move(model);
  }
  const auto prompt = DecompositionPrompt(prompt_id, decomposer.get());
  if (!prompt.ok()) return Fail(prompt.status());

  bool first = true;
  size_t number = 0;
  for (std::string line; std::getline(std::cin, line);) {
    const auto response = ReadResponse(line, ++number);
    if (!response.ok()) return Fail(response.status());
    const auto models = set.For(response->document.language);
    if (!models.ok()) return Fail(models.status());
    if (first) {
      Json uses = UsesOf(*models);
      if (decomposer) {
        const ModelSpec& spec = decomposer->spec();
        uses.push_back({{"role", "decomposer"}, {"name", spec.name}, {"sha256", spec.sha256}});
        if (spec.adapter) {
          uses.push_back({{"role", "decomposer_adapter"},
                          {"name", spec.name},
                          {"sha256", spec.adapter->sha256}});
        }
      }
      std::cout << Json{{"models", uses},
                        {"prompt", {{"id", prompt->id}, {"sha256", prompt->sha256}}}}
                       .dump()
                << "\n";
      first = false;
    }
    const double begin = CpuSeconds();
    ClaimExtractor extractor(decomposer.get(), *models->classifier, *prompt, grounding);
    const Extraction extraction = extractor.Extract({.response = response->document,
                                                     .question = response->question,
                                                     .response_truncated = false,
                                                     .documents = {},
                                                     .context_only = response->context_only},
                                                    {}, {});
    if (!extraction.failure.ok()) return Fail(extraction.failure);
    std::cout << AnswerOf(*response, extraction, CpuSeconds() - begin).dump() << "\n" << std::flush;
  }
  return 0;
}

}  // namespace
}  // namespace gloss

int main(int argc, char** argv) { return gloss::Run(argc, argv); }
