// A damaged or wrong model file gives an error, never an abort: every load runs in a child process.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <random>

#include "backends/llama_cpp/llama_embedder.h"
#include "backends/llama_cpp/llama_entailment_classifier.h"
#include "backends/llama_cpp/llama_generator.h"
#include "backends/llama_cpp/test_models.h"
#include "base/file_system.h"

namespace gloss {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr int kWorked = 0;         // the damage is where it does no harm
constexpr int kRefused = 1;        // kModelUnavailable that names the file
constexpr int kWrongError = 2;     // another error
constexpr unsigned kSeconds = 60;  // a load that hangs is killed

enum class Kind { kEmbedder, kEntailment, kGenerator };

/// Loads, and uses what loaded.
int LoadAndUse(Kind kind, const ModelSpec& spec, const std::string& path) {
  const auto outcome = [&](const Status& status) {
    const bool named = status.message().find(path) != std::string::npos;
    return status.code() == StatusCode::kModelUnavailable && named ? kRefused : kWrongError;
  };
  const auto used = [&](const Status& status) {
    return status.ok() || status.code() == StatusCode::kModelFailed ? kWorked : kWrongError;
  };
  switch (kind) {
    case Kind::kEmbedder: {
      auto model = LlamaEmbedder::Load(spec, path);
      if (!model.ok()) return outcome(model.status());
      const std::vector<std::string_view> texts = {"A cat sat.", "Zwölf Boxkämpfer", ""};
      return used((*model)->Embed(texts, {}).status);
    }
    case Kind::kEntailment: {
      auto model = LlamaEntailmentClassifier::Load(spec, path);
      if (!model.ok()) return outcome(model.status());
      const std::vector<PremiseHypothesis> pairs = {{"A cat sat on a mat.", "A cat sat."}};
      return used((*model)->Classify(pairs, {}).status);
    }
    case Kind::kGenerator: {
      auto model = LlamaGenerator::Load(spec, path);
      if (!model.ok()) return outcome(model.status());
      GenerationRequest request;
      request.messages = {{"user", "Name a colour."}};
      request.max_tokens = 2;
      return used((*model)->Generate(std::vector{request}, {}).status);
    }
  }
  return kWrongError;
}

/// Exit status of `work` in a child process, or minus the signal that ended it.
int InChild(const std::function<int()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    alarm(kSeconds);
    _exit(work());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

class DamagedModelTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = (fs::temp_directory_path() / ("gloss_damaged_" + std::to_string(getpid()))).string();
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  /// Takes a sound model without its pins, so that damage reaches the loader.
  void Take(const TestModel& model, Kind kind) {
    kind_ = kind;
    spec_ = model.spec;
    spec_.sha256.clear();
    spec_.size_bytes = 0;
    Result<std::string> bytes = ReadFile(model.path);
    ASSERT_TRUE(bytes.ok());
    bytes_ = std::move(bytes).value();
    path_ = folder_ + "/model.gguf";
    ASSERT_TRUE(WriteFileAtomically(path_, bytes_).ok());
    // Tensor data takes the rest: header and tensor table end where the first data may begin.
    header_size_ = std::min<size_t>(bytes_.size(), size_t{1} << 21);
  }

  int Try() {
    return InChild([&] { return LoadAndUse(kind_, spec_, path_); });
  }

  /// Writes bytes over a place of the file on disk, tries it, and restores it.
  int TryWith(size_t offset, std::string_view patch) {
    Patch(offset, patch);
    const int outcome = Try();
    Patch(offset, std::string_view(bytes_).substr(offset, patch.size()));
    return outcome;
  }

  void Patch(size_t offset, std::string_view bytes) {
    FILE* file = fopen(path_.c_str(), "r+b");
    ASSERT_NE(file, nullptr);
    fseek(file, static_cast<long>(offset), SEEK_SET);
    fwrite(bytes.data(), 1, bytes.size(), file);
    fclose(file);
  }

  int TryContent(std::string_view content) {
    EXPECT_TRUE(WriteFileAtomically(path_, content).ok());
    return Try();
  }

  /// Where each key of the metadata stands, by name.
  size_t ValueOf(std::string_view key) const {
    const size_t found = bytes_.find(key);
    return found == std::string::npos ? found : found + key.size();
  }

  Kind kind_ = Kind::kEmbedder;
  ModelSpec spec_;
  std::string folder_;
  std::string path_;
  std::string bytes_;
  size_t header_size_ = 0;
};

TEST_F(DamagedModelTest, SoundModelWorks) {
  GLOSS_TEST_MODEL(model, ModelRole::kEmbedder);
  Take(model, Kind::kEmbedder);
  EXPECT_EQ(Try(), kWorked);
}

TEST_F(DamagedModelTest, CutShortAnywhereIsRefused) {
  GLOSS_TEST_MODEL(model, ModelRole::kEmbedder);
  Take(model, Kind::kEmbedder);
  std::vector<size_t> sizes = {0, 1, 3, 4, 7, 8, 15, 16, 23, 24, 31, 64, 100, 1000};
  std::mt19937 random(1);
  for (int i = 0; i < 40; ++i) sizes.push_back(random() % header_size_);
  for (int i = 0; i < 6; ++i) sizes.push_back(random() % bytes_.size());
  sizes.push_back(bytes_.size() - 1);
  for (const size_t size : sizes) {
    EXPECT_EQ(TryContent(std::string_view(bytes_).substr(0, size)), kRefused) << size << " bytes";
  }
}

TEST_F(DamagedModelTest, OtherFilesAreRefused) {
  GLOSS_TEST_MODEL(model, ModelRole::kEmbedder);
  Take(model, Kind::kEmbedder);
  for (const std::string& content :
       {std::string("hello\n"), std::string("{\"role\": 1}"), std::string(100'000, '\0'),
        std::string("GGUF"), "GGUF\x03" + std::string(200, '\0'), std::string(4096, '\xff')}) {
    EXPECT_EQ(TryContent(content), kRefused);
  }
  spec_.file = path_ = folder_;  // a folder
  EXPECT_EQ(Try(), kRefused);
  path_ = folder_ + "/absent.gguf";
  EXPECT_EQ(Try(), kRefused);
}

/// Random damage to the header, the metadata and the tensor table.
class MutatedHeaderTest : public DamagedModelTest,
                          public testing::WithParamInterface<std::pair<Kind, ModelRole>> {};

TEST_P(MutatedHeaderTest, NeverEndsTheProcess) {
  GLOSS_TEST_MODEL(model, GetParam().second);
  Take(model, GetParam().first);
  std::mt19937 random(static_cast<unsigned>(GetParam().first) + 17);
  const std::vector<std::string> patterns = {std::string(1, '\0'),
                                             std::string(1, '\xff'),
                                             std::string(4, '\0'),
                                             std::string(8, '\xff'),
                                             std::string("\x00\x00\x00\x80", 4),
                                             std::string("\x01\x00\x00\x00", 4)};
  // The first bytes hold the counts and most sizes; a lost byte there does the most harm.
  // A generator takes far longer to load and to run.
  const int mutations = GetParam().first == Kind::kGenerator ? 40 : 130;
  for (int i = 0; i < mutations; ++i) {
    const size_t region = i % 3 == 0 ? 1024 : i % 3 == 1 ? 65'536 : header_size_;
    const size_t offset = random() % region;
    std::string patch = patterns[random() % patterns.size()];
    if (i % 4 == 0) patch = std::string(1, static_cast<char>(random() % 256));
    const int outcome = TryWith(offset, patch);
    EXPECT_TRUE(outcome == kWorked || outcome == kRefused)
        << "outcome " << outcome << " with " << patch.size() << " bytes at " << offset;
  }
}

TEST_P(MutatedHeaderTest, ImpossibleSizesNeverEndTheProcess) {
  GLOSS_TEST_MODEL(model, GetParam().second);
  Take(model, GetParam().first);
  std::vector<std::string> values = {std::string(4, '\0'), std::string(4, '\xff')};
  if (GetParam().first != Kind::kGenerator) {
    values.insert(values.end(), {std::string("\x00\x00\x01\x00", 4), std::string("\x05\0\0\0", 4),
                                 std::string("\xff\xff\xff\x7f", 4)});
  }
  for (const char* key : {"block_count",
                          "embedding_length",
                          "context_length",
                          "feed_forward_length",
                          "attention.head_count",
                          "attention.head_count_kv",
                          "attention.layer_norm_epsilon",
                          "attention.causal",
                          "pooling_type",
                          "rope.dimension_count",
                          "vocab_size",
                          "token_type_count",
                          "tokenizer.ggml.model",
                          "tokenizer.ggml.pre",
                          "bos_token_id",
                          "eos_token_id",
                          "separator_token_id",
                          "cls_token_id",
                          "unknown_token_id",
                          "padding_token_id",
                          "general.alignment",
                          "general.architecture"}) {
    const size_t type = ValueOf(key);
    if (type == std::string::npos) continue;
    for (const std::string& value : values) {
      const int outcome = TryWith(type + 4, value);
      EXPECT_TRUE(outcome == kWorked || outcome == kRefused) << "outcome " << outcome << " " << key;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, MutatedHeaderTest,
                         testing::Values(std::pair{Kind::kEmbedder, ModelRole::kEmbedder},
                                         std::pair{Kind::kEntailment, ModelRole::kEntailment},
                                         std::pair{Kind::kGenerator, ModelRole::kDecomposer}));

TEST_F(DamagedModelTest, PinnedFileIsRefusedBeforeItIsRead) {
  GLOSS_TEST_MODEL(model, ModelRole::kEmbedder);
  Take(model, Kind::kEmbedder);
  spec_.sha256 = std::string(64, '0');
  const auto embedder = LlamaEmbedder::Load(spec_, path_);
  ASSERT_FALSE(embedder.ok());
  EXPECT_EQ(embedder.status().code(), StatusCode::kModelUnavailable);
  EXPECT_THAT(embedder.status().message(), HasSubstr("damaged: sha256 is"));
}

}  // namespace
}  // namespace gloss
