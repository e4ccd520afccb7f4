#include "engine/model_cache.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/engine.h"
#include "engine/run_record.h"
#include "models/scripted_classifier.h"
#include "models/scripted_embedder.h"
#include "models/scripted_generator.h"
#include "report/grounding_json.h"
#include "store/memory_store.h"

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A scripted model whose spec names the hash of a file, as those of real models do.
template <typename Scripted>
class Pinned : public Scripted {
 public:
  template <typename Options>
  explicit Pinned(Options options) : Scripted(std::move(options)) {
    spec_ = Scripted::spec();
    spec_.file = spec_.name + ".gguf";
    spec_.sha256 = "5ca1ab1e";
  }
  const ModelSpec& spec() const override { return spec_; }

 private:
  ModelSpec spec_;
};

ScriptedClassifierOptions SameText() {
  ScriptedClassifierOptions options;
  options.callback = [](const PremiseHypothesis& pair) -> std::optional<Relation> {
    return pair.premise.find(pair.hypothesis) != std::string_view::npos ? Relation::kEntailment
                                                                        : Relation::kNeutral;
  };
  return options;
}

ScriptedGeneratorOptions Claims() {
  ScriptedGeneratorOptions options;
  options.callback = [](const GenerationRequest& request) -> std::optional<std::string> {
    const bool river =
        request.messages.back().content.find("river is wide and") != std::string::npos;
    return river ? "- The river is wide.\n- The river is cold." : "- The bridge is red.";
  };
  return options;
}

std::unique_ptr<Engine> PinnedEngine() {
  return std::make_unique<Engine>(
      std::make_unique<Pinned<ScriptedEmbedder>>(ScriptedEmbedderOptions{}),
      std::make_unique<Pinned<ScriptedClassifier>>(SameText()),
      std::make_unique<Pinned<ScriptedGenerator>>(Claims()));
}

GroundRequest Request() {
  GroundRequest request;
  request.id = "r1";
  request.response.uri = "answer.txt";
  request.response.text = "The river is wide and cold. The bridge is red.";
  TextInput source;
  source.uri = "guide.txt";
  source.text = "The river is wide. It rains a lot in May. The bridge is red. The river is cold.";
  request.sources.push_back(source);
  return request;
}

std::string Ground(Engine& engine) {
  const auto report = engine.Ground(Request(), {}, {});
  EXPECT_TRUE(report.ok()) << report.status().ToString();
  return RenderGroundingJson(*report);
}

TEST(ModelCacheTest, ASecondEngineComputesNothingAndReportsTheSameBytes) {
  const auto cache = std::make_shared<MemoryResultCache>();
  const auto plain = PinnedEngine();
  const std::string report = Ground(*plain);
  EXPECT_FALSE(plain->cache_stats().on);

  const auto first = PinnedEngine();
  first->UseCache(cache);
  EXPECT_EQ(Ground(*first), report);
  EXPECT_GT(first->cache_stats().embeddings.misses, 0U);
  EXPECT_GT(first->cache_stats().generations.misses, 0U);
  EXPECT_GT(first->cache_stats().labels.misses, 0U);

  const auto second = PinnedEngine();
  second->UseCache(cache);
  EXPECT_EQ(Ground(*second), report);
  const CacheStats stats = second->cache_stats();
  EXPECT_TRUE(stats.on);
  EXPECT_EQ(stats.embeddings.misses, 0U);
  EXPECT_EQ(stats.generations.misses, 0U);
  EXPECT_EQ(stats.labels.misses, 0U);
  EXPECT_GT(stats.embeddings.hits, 0U);
  EXPECT_THAT(second->TakeCacheWarnings(), IsEmpty());
}

TEST(ModelCacheTest, AModelOfUnknownWeightsIsNotCached) {
  const auto cache = std::make_shared<MemoryResultCache>();
  Engine engine(std::make_unique<ScriptedEmbedder>(),
                std::make_unique<Pinned<ScriptedClassifier>>(SameText()), nullptr);
  engine.UseCache(cache);
  (void)Ground(engine);
  const uint64_t labels = engine.cache_stats().labels.misses;
  EXPECT_GT(labels, 0U);
  EXPECT_EQ(engine.cache_stats().embeddings, CacheCount{});
  EXPECT_THAT(engine.TakeCacheWarnings(),
              ElementsAre(HasSubstr("scripted-embedder: its spec does not pin a sha256")));
}

TEST(RunRecordTest, HoldsWhatTheReportsSay) {
  const auto engine = PinnedEngine();
  GroundRequest request = Request();
  TextInput missing;
  missing.uri = "missing.txt";
  request.sources.push_back(missing);
  const auto report = engine->Ground(request, {}, {});
  ASSERT_TRUE(report.ok());
  const RunRecord run = MakeRunRecord({&*report, 1}, "ground", {.started_ms = 5, .duration_ms = 7});
  EXPECT_EQ(run.started_ms, 5);
  EXPECT_EQ(run.duration_ms, 7);
  EXPECT_EQ(run.method, report->provenance.method);
  EXPECT_EQ(run.version, report->provenance.product_version);
  EXPECT_EQ(run.models.size(), 3U);
  EXPECT_EQ(run.settings, report->provenance.settings);
  ASSERT_EQ(run.reports.size(), 1U);
  const RunReport& kept = run.reports[0];
  EXPECT_EQ(kept.record, "r1");
  EXPECT_THAT(kept.inputs, ElementsAre(RunInput{"response", "answer.txt", report->response.sha256},
                                       RunInput{"source", "guide.txt", report->documents[0].sha256},
                                       RunInput{"source", "missing.txt", ""}));
  EXPECT_FALSE(kept.inputs[0].sha256.empty());
  int claims = 0;
  for (const auto& [name, count] : kept.verdicts) claims += count;
  EXPECT_EQ(claims, static_cast<int>(report->claims.size()));
  EXPECT_EQ(kept.metrics.contains("fcr"), report->metrics.fcr.has_value());
  const auto read = ReadGroundingJson(kept.json);
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  EXPECT_EQ(RenderGroundingJson(*read), RenderGroundingJson(*report));
}

}  // namespace
}  // namespace gloss
