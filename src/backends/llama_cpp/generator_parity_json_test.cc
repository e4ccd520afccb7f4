// A LoRA adapter of a spec: libllama applies it on the quantised file as PyTorch, which trained it,
// does (fixture made by training/decomposer/export.py).

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <sstream>

#include "backends/llama_cpp/llama_generator.h"
#include "backends/llama_cpp/test_models.h"
#include "base/file_system.h"

namespace gloss {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* kTrained = "decomposer-smollm2-135m-lora";

struct Row {
  GenerationRequest request;
  std::string text;
};

std::vector<Row> ReadFixture() {
  const auto file =
      ReadFile(std::string(GLOSSATOR_SOURCE_DIR) + "/models/parity/" + kTrained + ".jsonl");
  EXPECT_TRUE(file.ok()) << file.status().ToString();
  std::vector<Row> rows;
  std::istringstream lines(file.ok() ? *file : "");
  for (std::string line; std::getline(lines, line);) {
    const auto json = nlohmann::json::parse(line);
    Row row;
    for (const auto& message : json["messages"]) {
      row.request.messages.push_back({message["role"], message["content"]});
    }
    row.request.max_tokens = 120;
    row.text = json["text"];
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<GenerationRequest> RequestsOf(std::span<const Row> rows) {
  std::vector<GenerationRequest> requests;
  for (const Row& row : rows) requests.push_back(row.request);
  return requests;
}

size_t SameTexts(LlamaGenerator& generator, std::span<const Row> rows) {
  const auto result = generator.Generate(RequestsOf(rows), {});
  EXPECT_TRUE(result.status.ok()) << result.status.ToString();
  size_t same = 0;
  for (size_t i = 0; i < rows.size(); ++i) same += result.items[i]->text == rows[i].text ? 1 : 0;
  return same;
}

TEST(GeneratorAdapterTest, WritesWhatPyTorchWrites) {
  GLOSS_TEST_MODEL(model, kTrained);
  const std::vector<Row> rows = ReadFixture();
  ASSERT_GE(rows.size(), 10U);
  const auto trained = LlamaGenerator::Load(model.spec, model.path);
  ASSERT_TRUE(trained.ok()) << trained.status().ToString();
  // libllama rounds activations to 8 bits, so a near tie may fall the other way.
  EXPECT_GE(SameTexts(**trained, rows), rows.size() * 3 / 4);

  ModelSpec without = model.spec;
  without.adapter.reset();
  const auto base = LlamaGenerator::Load(without, model.path);
  ASSERT_TRUE(base.ok()) << base.status().ToString();
  EXPECT_LE(SameTexts(**base, std::span(rows).first(4)), 1U) << "the file alone writes others";
}

TEST(GeneratorAdapterTest, EveryThreadHasIt) {
  GLOSS_TEST_MODEL(model, kTrained);
  const std::vector<Row> rows = ReadFixture();
  ASSERT_GE(rows.size(), 6U);
  const std::vector<GenerationRequest> requests = RequestsOf(std::span(rows).first(6));
  const auto texts = [&](int threads) {
    const ScopedThreads scope(threads);
    const auto generator = LlamaGenerator::Load(model.spec, model.path);
    EXPECT_TRUE(generator.ok()) << generator.status().ToString();
    std::vector<std::string> all;
    for (const auto& item : (*generator)->Generate(requests, {}).items) all.push_back(item->text);
    return all;
  };
  EXPECT_EQ(texts(1), texts(2));
}

TEST(GeneratorAdapterTest, AnAdapterThatIsNoneIsRefused) {
  GLOSS_TEST_MODEL(model, kTrained);
  const auto bytes = ReadFile(model.spec.adapter->file);
  ASSERT_TRUE(bytes.ok());
  const std::string path =
      (fs::temp_directory_path() / ("gloss_adapter_" + std::to_string(getpid()))).string();
  ModelSpec spec = model.spec;
  spec.adapter = ModelFile{path, "", 0};
  const auto refusal = [&](std::string_view content) {
    EXPECT_TRUE(WriteFileAtomically(path, content).ok());
    const auto loaded = LlamaGenerator::Load(spec, model.path);
    EXPECT_FALSE(loaded.ok());
    EXPECT_EQ(loaded.status().code(), StatusCode::kModelUnavailable);
    return loaded.status().message();
  };
  EXPECT_THAT(refusal("no adapter"), HasSubstr(path));
  EXPECT_THAT(refusal(std::string_view(*bytes).substr(0, bytes->size() / 2)), HasSubstr("damaged"));
  std::string other = *bytes;
  const size_t name = other.find("blk.0.attn_k.weight.lora_a");
  ASSERT_NE(name, std::string::npos);
  other.replace(name, 5, "blk.x");
  EXPECT_THAT(refusal(other), HasSubstr("adapter"));

  fs::remove(path);
  const auto absent = LlamaGenerator::Load(spec, model.path);
  EXPECT_THAT(absent.status().message(), HasSubstr(path));

  ASSERT_TRUE(WriteFileAtomically(path, *bytes).ok());
  spec.adapter->sha256 = std::string(64, '0');
  const auto changed = LlamaGenerator::Load(spec, model.path);
  EXPECT_THAT(changed.status().message(), HasSubstr("damaged: sha256 is"));
  fs::remove(path);
}

}  // namespace
}  // namespace gloss
