#include "engine/model_pull.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/file_system.h"
#include "base/hash.h"
#include "engine/model_profile.h"
#include "models/model_lock.h"

namespace gloss {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// A hub that sends one content, and keeps what it was asked.
class FakeHub : public HttpTransport {
 public:
  Result<HttpResponse> Send(const HttpRequest& request, const HttpBodySink& body_sink,
                            std::stop_token /*stop*/) override {
    requests.push_back(request);
    HttpResponse response;
    response.status = 200;
    response.headers = {{"content-length", std::to_string(content.size())}};
    GLOSS_RETURN_IF_ERROR(request.on_headers(response));
    GLOSS_RETURN_IF_ERROR(body_sink(content));
    return response;
  }

  std::string content = "weights";
  std::vector<HttpRequest> requests;
};

class ModelPullTest : public testing::Test {
 protected:
  ModelPullTest() : folder_(testing::TempDir() + "/pull_" + std::to_string(getpid())) {
    fs::remove_all(folder_);
    options_.folder = folder_;
    options_.retries = 0;
    spec_.name = "m";
    spec_.file = "m.gguf";
    spec_.repo = "o/r";
    spec_.sha256 = Sha256Hex("weights");
    spec_.size_bytes = 7;
  }
  ~ModelPullTest() override { fs::remove_all(folder_); }

  Result<std::vector<PulledFile>> Pull() { return PullModel(hub_, spec_, options_, {}, {}); }

  const std::string folder_;
  FakeHub hub_;
  ModelSpec spec_;
  PullOptions options_;
};

TEST_F(ModelPullTest, TheUrlIsTheHubs) {
  options_.hub = "https://hub.example/";
  options_.token = "t";
  spec_.revision = "abc";
  const auto files = Pull();
  ASSERT_TRUE(files.ok()) << files.status().ToString();
  EXPECT_EQ((*files)[0].path, folder_ + "/m.gguf");
  ASSERT_EQ(hub_.requests.size(), 1u);
  EXPECT_EQ(hub_.requests[0].url, "https://hub.example/o/r/resolve/abc/m.gguf");
  EXPECT_EQ(hub_.requests[0].headers[0].value, "Bearer t");
  ASSERT_TRUE(Pull().ok());
  EXPECT_EQ(hub_.requests.size(), 1u);
}

TEST_F(ModelPullTest, ATokenThatOthersCouldReadIsNotSent) {
  options_.token = "t";
  for (const std::string hub : {"http://hub.example", "http://10.0.0.1", "http://127.example.org",
                                "http://localhost.example"}) {
    options_.hub = hub;
    EXPECT_EQ(Pull().status().code(), StatusCode::kInvalidArgument) << hub;
  }
  EXPECT_TRUE(hub_.requests.empty());
  options_.hub = "http://127.0.0.1:8080";
  EXPECT_TRUE(Pull().ok());
}

TEST_F(ModelPullTest, OfflineUsesWhatIsThere) {
  options_.offline = true;
  EXPECT_EQ(Pull().status().code(), StatusCode::kUnavailable);
  fs::create_directories(folder_);
  ASSERT_TRUE(WriteFileAtomically(folder_ + "/m.gguf", "weights").ok());
  EXPECT_TRUE((*Pull())[0].was_present);
  ASSERT_TRUE(WriteFileAtomically(folder_ + "/m.gguf", "weightz").ok());
  EXPECT_EQ(Pull().status().code(), StatusCode::kUnavailable);
  EXPECT_TRUE(hub_.requests.empty());
}

TEST_F(ModelPullTest, TrustOnFirstUse) {
  spec_.sha256.clear();
  EXPECT_THAT(Pull().status().message(), HasSubstr("--accept-unpinned"));
  options_.accept_unpinned = true;
  EXPECT_TRUE((*Pull())[0].first_trust);
  EXPECT_EQ(**ReadHashLock(folder_ + "/m.gguf"), Sha256Hex("weights"));
  // From now on the kept hash decides, with or without consent.
  options_.accept_unpinned = false;
  EXPECT_TRUE((*Pull())[0].was_present);
  fs::remove(folder_ + "/m.gguf");
  hub_.content = "weightz";
  EXPECT_EQ(Pull().status().code(), StatusCode::kCorruptDocument);
  EXPECT_FALSE(fs::exists(folder_ + "/m.gguf"));
}

TEST_F(ModelPullTest, AFileWithoutHashThatLiesThereIsNotTrusted) {
  spec_.sha256.clear();
  options_.accept_unpinned = true;
  fs::create_directories(folder_);
  ASSERT_TRUE(WriteFileAtomically(folder_ + "/m.gguf", "planted").ok());
  const auto files = Pull();
  ASSERT_TRUE(files.ok()) << files.status().ToString();
  EXPECT_EQ(*ReadFile(folder_ + "/m.gguf"), "weights");
}

TEST_F(ModelPullTest, NamesThatLeaveTheFolderAreRefused) {
  for (const std::string file : {"/etc/m.gguf", "../m.gguf", "a/../../m.gguf", "m.bin"}) {
    spec_.file = file;
    EXPECT_EQ(Pull().status().code(), StatusCode::kInvalidArgument) << file;
    EXPECT_EQ(RemovePulledModel(spec_, folder_).status().code(), StatusCode::kInvalidArgument);
  }
  EXPECT_TRUE(hub_.requests.empty());
}

TEST_F(ModelPullTest, ModelsWithoutASourceSayWhy) {
  spec_.repo.clear();
  EXPECT_THAT(Pull().status().message(), HasSubstr("set-up"));
  spec_.file.clear();
  EXPECT_THAT(Pull().status().message(), HasSubstr("--server"));
  EXPECT_FALSE(RemovePulledModel(spec_, folder_).ok());
}

TEST_F(ModelPullTest, RemovingTakesPartsAndLocksToo) {
  ASSERT_TRUE(Pull().ok());
  ASSERT_TRUE(WriteFileAtomically(folder_ + "/m.gguf.part", "w").ok());
  ASSERT_TRUE(WriteHashLock(folder_ + "/m.gguf", spec_.sha256).ok());
  EXPECT_EQ(RemovePulledModel(spec_, folder_)->size(), 3u);
  EXPECT_TRUE(fs::is_empty(folder_));
  EXPECT_TRUE(RemovePulledModel(spec_, folder_)->empty());
}

TEST(ModelProfileTest, EveryModelOfAProfileHasASpecOfItsRole) {
  const std::vector<std::string> folders = {GLOSSATOR_SOURCE_DIR "/models"};
  const auto registry = ModelRegistry::Load(folders, folders);
  ASSERT_TRUE(registry.ok()) << registry.status().ToString();
  for (const ModelProfile& profile : ModelProfiles()) {
    const std::pair<std::string_view, ModelRole> parts[] = {
        {profile.embedder, ModelRole::kEmbedder},
        {profile.entailment, ModelRole::kEntailment},
        {profile.decomposer, ModelRole::kDecomposer}};
    for (const auto& [name, role] : parts) {
      const auto spec = name.empty() ? registry->DefaultFor(role) : registry->Find(name);
      ASSERT_TRUE(spec.ok()) << spec.status().ToString();
      EXPECT_EQ(spec->role, role) << name;
    }
  }
  EXPECT_FALSE(FindModelProfile("papr").ok());
  EXPECT_FALSE(FindModelProfile("").ok());
}

TEST(ShippedSpecsTest, EveryFileOfAHubIsPinned) {
  const std::vector<std::string> folders = {GLOSSATOR_SOURCE_DIR "/models"};
  const auto registry = ModelRegistry::Load(folders, folders);
  ASSERT_TRUE(registry.ok()) << registry.status().ToString();
  int on_hub = 0;
  for (const ModelSpec& spec : registry->specs()) {
    if (spec.repo.empty()) continue;
    ++on_hub;
    EXPECT_EQ(spec.revision.size(), 40u) << spec.name;  // A commit: a branch moves.
    EXPECT_FALSE(spec.licence.empty()) << spec.name;
    for (const ModelFile& file : FilesOf(spec)) {
      EXPECT_TRUE(IsSha256Hex(file.sha256)) << spec.name;
      EXPECT_GT(file.size_bytes, 0u) << spec.name;
    }
  }
  EXPECT_GE(on_hub, 6);
}

}  // namespace
}  // namespace gloss
