// The contracts of the model interfaces, on models behind a server.

#include <gtest/gtest.h>

#include <memory>

#include "backends/remote/remote_embedder.h"
#include "backends/remote/remote_entailment_classifier.h"
#include "backends/remote/remote_generator.h"
#include "backends/remote/remote_test_util.h"
#include "backends/remote/remote_wire_test_json.h"
#include "models/model_conformance_cases.h"

namespace gloss {
namespace {

/// Embeddings by length and first letter.
Result<HttpResponse> Embeddings(const HttpRequest& request) {
  std::string data;
  const std::vector<std::string> texts = InputsOf(request.body);
  for (size_t i = 0; i < texts.size(); ++i) {
    data += (i == 0 ? "" : ",") + std::string(R"({"index":)") + std::to_string(i) +
            R"(,"embedding":[1,)" + std::to_string(texts[i].size()) + "," +
            std::to_string(texts[i].empty() ? 0 : texts[i][0]) + "]}";
  }
  return JsonResponse(R"({"data":[)" + data + "]}");
}

/// A model that finds the statement in the text or not, and that writes as many words as it may.
Result<HttpResponse> Chat(const HttpRequest& request) {
  const std::string text = UserMessageOf(request.body);
  if (request.body.find("top_logprobs") != std::string::npos) {
    const bool same = text.find("It rains.") != text.rfind("It rains.") ||
                      text.find("1932") != text.rfind("1932");
    return JsonResponse(std::string(R"({"choices":[{"message":{"content":"A"},
        "finish_reason":"length","logprobs":{"content":[{"token":"A","logprob":)") +
                        (same ? "-0.1" : "-3") + R"(,"top_logprobs":[{"token":"B","logprob":)" +
                        (same ? "-3" : "-0.1") + "}]}]}}]}");
  }
  return JsonResponse(R"({"choices":[{"finish_reason":"length","message":{"content":)" +
                      Quoted("words " + text.substr(0, 3)) +
                      R"(}}],"usage":{"prompt_tokens":5,"completion_tokens":3}})");
}

Result<std::shared_ptr<RemoteServer>> Connect() {
  FakeServer server;
  server.BeLlamaServer();
  server.transport->On("/v1/embeddings", Embeddings);
  server.transport->On("/v1/chat/completions", Chat);
  return server.Connect();
}

struct OnAServer {
  static Result<std::unique_ptr<Embedder>> MakeEmbedder() {
    GLOSS_ASSIGN_OR_RETURN(auto server, Connect());
    GLOSS_ASSIGN_OR_RETURN(auto model, RemoteEmbedder::Connect(std::move(server), {}, {}));
    return std::unique_ptr<Embedder>(std::move(model));
  }
  static Result<std::unique_ptr<EntailmentClassifier>> MakeClassifier() {
    GLOSS_ASSIGN_OR_RETURN(auto server, Connect());
    GLOSS_ASSIGN_OR_RETURN(auto model, RemoteEntailmentClassifier::Connect(
                                           std::move(server), {}, VerifierKind::kAuto, {}));
    return std::unique_ptr<EntailmentClassifier>(std::move(model));
  }
  static Result<std::unique_ptr<Generator>> MakeGenerator() {
    GLOSS_ASSIGN_OR_RETURN(auto server, Connect());
    ModelSpec spec;
    spec.role = ModelRole::kDecomposer;
    GLOSS_ASSIGN_OR_RETURN(auto model, RemoteGenerator::Connect(std::move(server), spec));
    return std::unique_ptr<Generator>(std::move(model));
  }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Remote, ModelConformanceTest, testing::Types<OnAServer>);

}  // namespace
}  // namespace gloss
