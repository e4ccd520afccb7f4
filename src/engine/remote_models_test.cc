#include "engine/remote_models.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/remote/remote_test_util.h"
#include "engine/engine.h"

namespace gloss {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Pair;
using testing::SizeIs;

constexpr const char* kUrl = "http://127.0.0.1:8080";

/// TEI with a two-way classifier for entailment.
FakeServer Classifier() {
  FakeServer server;
  server.BeTei(R"({"classifier":{"id2label":{"0":"not_entailment","1":"entailment"}}})");
  server.transport->OnJson("/predict", R"([[{"label":"entailment","score":0.9},
                                            {"label":"not_entailment","score":0.1}]])");
  return server;
}

RemoteOptions EntailmentOn(const FakeServer& server) {
  RemoteOptions options;
  options.entailment = server.options;
  options.transport = server.transport;
  return options;
}

TEST(RemoteModelsTest, NotesWhatSawTheTextsAndWhatItCannotTell) {
  const FakeServer server = Classifier();
  const RemoteOptions options = EntailmentOn(server);
  const ModelRegistry registry;
  RemoteModels models(options, registry);
  const auto classifier = models.OpenClassifier("");
  ASSERT_TRUE(classifier.ok()) << classifier.status().ToString();
  EXPECT_EQ((*classifier)->spec().name, "org/nli");
  EXPECT_THAT(models.use().settings, AllOf(Contains(Pair("entailment_server", kUrl)),
                                           Contains(Pair("entailment_verifier", "predict")),
                                           Contains(Pair("entailment_calibration",
                                                         "temperature 1, entailment 0, "
                                                         "contradiction 0"))));
  ASSERT_THAT(models.use().warnings, SizeIs(1));
  EXPECT_THAT(models.use().warnings[0], HasSubstr("support only"));
}

TEST(RemoteModelsTest, DoctorsLines) {
  const FakeServer server = Classifier();
  RemoteOptions options = EntailmentOn(server);
  const ModelRegistry registry;
  auto checks = CheckServers(options, registry, {}, {});
  ASSERT_THAT(checks, SizeIs(1));
  EXPECT_TRUE(checks[0].status.ok()) << checks[0].status.ToString();
  EXPECT_THAT(checks[0].detail, AllOf(HasSubstr("tei 1.9.3"), HasSubstr("org/nli"),
                                      HasSubstr("predict (support only, no contradictions)")));
  options.decomposer = server.options;
  checks = CheckServers(options, registry, {{ModelRole::kEntailment, "other"}}, {});
  ASSERT_THAT(checks, SizeIs(2));
  EXPECT_THAT(checks[0].status.message(), HasSubstr("no model \"other\""));
  EXPECT_EQ(checks[1].status.code(), StatusCode::kModelUnavailable);
  EXPECT_THAT(CheckServers({}, registry, {}, {}), SizeIs(0));
}

TEST(RemoteModelsTest, AnEngineWhoseServerIsGoneIsNotMade) {
  FakeServer server;
  server.transport->On("/props", [](const HttpRequest&) -> Result<HttpResponse> {
    return Status(StatusCode::kUnavailable, "connection refused");
  });
  EngineOptions options;
  options.remote.embedder = server.options;
  options.remote.embedder->retries = 0;
  options.remote.transport = server.transport;
  const auto engine = Engine::Create(options);
  EXPECT_EQ(engine.status().code(), StatusCode::kUnavailable);
  EXPECT_THAT(engine.status().message(), HasSubstr(kUrl));
}

}  // namespace
}  // namespace gloss
