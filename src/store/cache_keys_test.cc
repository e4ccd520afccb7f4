#include "store/cache_keys.h"

#include <gtest/gtest.h>

#include <set>

namespace gloss {
namespace {

ModelSpec Spec() {
  ModelSpec spec;
  spec.name = "m";
  spec.role = ModelRole::kEntailment;
  spec.file = "m.gguf";
  spec.sha256 = "aa";
  spec.max_tokens = 256;
  spec.template_name = "pair";
  spec.labels = {Relation::kEntailment, Relation::kNeutral, Relation::kContradiction};
  return spec;
}

TEST(ModelIdentityTest, ChangesWithWhatChangesResultsAndNothingElse) {
  const std::string identity = ModelIdentity(Spec(), "1.0");
  ModelSpec same = Spec();
  same.name = "another name";
  same.calibration.entailment_threshold = 0.9F;
  same.licence = "MIT";
  same.is_default = true;
  EXPECT_EQ(ModelIdentity(same, "1.0"), identity);

  std::set<std::string> identities = {identity, ModelIdentity(Spec(), "1.1")};
  const auto add = [&](auto change) {
    ModelSpec spec = Spec();
    change(spec);
    identities.insert(ModelIdentity(spec, "1.0"));
  };
  add([](ModelSpec& spec) { spec.sha256 = "ab"; });
  add([](ModelSpec& spec) { spec.role = ModelRole::kEmbedder; });
  add([](ModelSpec& spec) { spec.max_tokens = 128; });
  add([](ModelSpec& spec) { spec.template_name = "chatml"; });
  add([](ModelSpec& spec) { std::swap(spec.labels[0], spec.labels[2]); });
  add([](ModelSpec& spec) { spec.pooling = "cls"; });
  add([](ModelSpec& spec) { spec.asks_in_words = true; });
  add([](ModelSpec& spec) { spec.parts = {{"m.gguf", "aa", 0}, {"m2.gguf", "bb", 0}}; });
  add([](ModelSpec& spec) { spec.adapter = ModelFile{"a.gguf", "cc", 0}; });
  add([](ModelSpec& spec) { spec.adapter = ModelFile{"a.gguf", "dd", 0}; });
  add([](ModelSpec& spec) { spec.server = "http://127.0.0.1:1"; });
  add([](ModelSpec& spec) {
    spec.server = "http://127.0.0.1:1";
    spec.remote_name = "n";
  });
  EXPECT_EQ(identities.size(), 14U);
}

TEST(ModelIdentityTest, AFileThatIsNotPinnedHasNone) {
  ModelSpec spec = Spec();
  spec.sha256.clear();
  EXPECT_EQ(ModelIdentity(spec, "1.0"), "");
  spec.parts = {{"m.gguf", "aa", 0}, {"m2.gguf", "", 0}};
  EXPECT_EQ(ModelIdentity(spec, "1.0"), "");
  spec.server = "http://127.0.0.1:1";
  EXPECT_NE(ModelIdentity(spec, "1.0"), "");
  spec = Spec();
  spec.adapter = ModelFile{"a.gguf", "", 0};
  EXPECT_EQ(ModelIdentity(spec, "1.0"), "");
}

TEST(CacheKeysTest, TextsModelsAndKindsAreApart) {
  const CacheKeys keys(ResultKind::kEmbedding, "m");
  EXPECT_EQ(keys.OfText("a"), CacheKeys(ResultKind::kEmbedding, "m").OfText("a"));
  const std::set<ResultKey> all = {keys.OfText("a"),
                                   keys.OfText("b"),
                                   keys.OfText(""),
                                   keys.OfText(std::string_view("a\0", 2)),
                                   CacheKeys(ResultKind::kEmbedding, "n").OfText("a"),
                                   CacheKeys(ResultKind::kGeneration, "m").OfText("a")};
  EXPECT_EQ(all.size(), 6U);
}

TEST(CacheKeysTest, PairsAreCutInOnePlaceOnly) {
  const CacheKeys keys(ResultKind::kEntailment, "m");
  const std::set<ResultKey> all = {keys.OfPair({"ab", "c"}, 1), keys.OfPair({"a", "bc"}, 1),
                                   keys.OfPair({"c", "ab"}, 1), keys.OfPair({"ab", "c"}, 2)};
  EXPECT_EQ(all.size(), 4U);
}

GenerationRequest Request(const std::string& text) {
  GenerationRequest request;
  request.messages = {{"user", text}};
  request.stop = {"\n\n"};
  request.temperature = 0.5F;
  request.seed = 1;
  return request;
}

TEST(CacheKeysTest, EveryPartOfARequestCounts) {
  const CacheKeys keys(ResultKind::kGeneration, "m");
  std::vector<GenerationRequest> requests(14, Request("a"));
  requests[1].messages[0].content = "b";
  requests[2].messages[0].role = "system";
  requests[3].messages.push_back({"assistant", ""});
  requests[4].max_tokens = 1;
  requests[5].temperature = 0.7F;
  requests[6].seed = 2;
  requests[7].stop = {"\n", "\n"};
  requests[8].grammar = "root ::= \"a\"";
  requests[9].citations.emplace();
  requests[10].citations = CitationConstraint{.tags = {"5d41402a"}};
  requests[11].citations = CitationConstraint{.tags = {"5d41402a"}, .once = false};
  requests[12].citations = CitationConstraint{.tags = {"5d41402a"}, .closing_forms = true};
  const auto list = keys.OfRequests(requests, GenerationKeying::kRequest);
  EXPECT_EQ(std::set<ResultKey>(list.begin(), list.end()).size(), 13U);
  EXPECT_EQ(list[13], list[0]);
}

TEST(CacheKeysTest, TheSeedOfAGreedyTextDoesNotMatter) {
  const CacheKeys keys(ResultKind::kGeneration, "m");
  std::vector<GenerationRequest> requests(2, Request("a"));
  requests[0].temperature = requests[1].temperature = 0;
  requests[1].seed = 7;
  const auto list = keys.OfRequests(requests, GenerationKeying::kRequest);
  EXPECT_EQ(list[0], list[1]);
}

TEST(CacheKeysTest, ARequestOfACallBelongsToItsNeighboursAndPlace) {
  const CacheKeys keys(ResultKind::kGeneration, "m");
  const std::vector<GenerationRequest> two = {Request("a"), Request("b")};
  const std::vector<GenerationRequest> twisted = {Request("b"), Request("a")};
  const std::vector<GenerationRequest> twice = {Request("a"), Request("a")};
  const auto of = [&](const std::vector<GenerationRequest>& requests) {
    return keys.OfRequests(requests, GenerationKeying::kCall);
  };
  EXPECT_EQ(of(two), of(two));
  EXPECT_NE(of(two)[0], of(twisted)[1]);
  EXPECT_NE(of(two)[0], of({Request("a")})[0]);
  EXPECT_NE(of(twice)[0], of(twice)[1]);
}

}  // namespace
}  // namespace gloss
