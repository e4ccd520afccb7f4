#include "models/model_spec.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/file_system.h"
#include "base/hash.h"
#include "models/model_lock.h"

namespace gloss {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view kFullSpec = R"({
  "name": "entailment-x", "role": "entailment", "file": "x.gguf",
  "sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
  "size_bytes": 45, "format": "gguf", "licence": "Apache-2.0", "base": "MiniLM-L6",
  "source": "pip:x==1", "max_tokens": 512, "default": true, "template": "pair",
  "labels": ["contradiction", "entailment", "neutral"], "languages": ["en", "de"],
  "calibration": {"temperature": 1.5, "thresholds": {"entailment": 0.6, "contradiction": 0.7},
                  "tuned_on": "dev"}})";

TEST(ParseModelSpecTest, ReadsEveryField) {
  const auto spec = ParseModelSpec(kFullSpec);
  ASSERT_TRUE(spec.ok()) << spec.status().ToString();
  EXPECT_EQ(spec->name, "entailment-x");
  EXPECT_EQ(spec->role, ModelRole::kEntailment);
  EXPECT_EQ(spec->file, "x.gguf");
  EXPECT_EQ(spec->sha256.size(), 64U);
  EXPECT_EQ(spec->size_bytes, 45U);
  EXPECT_EQ(spec->licence, "Apache-2.0");
  EXPECT_EQ(spec->base, "MiniLM-L6");
  EXPECT_EQ(spec->source, "pip:x==1");
  EXPECT_EQ(spec->max_tokens, 512);
  EXPECT_TRUE(spec->is_default);
  EXPECT_EQ(spec->template_name, "pair");
  EXPECT_THAT(spec->labels,
              ElementsAre(Relation::kContradiction, Relation::kEntailment, Relation::kNeutral));
  EXPECT_THAT(spec->languages, ElementsAre("en", "de"));
  EXPECT_FLOAT_EQ(spec->calibration.temperature, 1.5F);
  EXPECT_FLOAT_EQ(spec->calibration.entailment_threshold, 0.6F);
  EXPECT_FLOAT_EQ(spec->calibration.contradiction_threshold, 0.7F);
  EXPECT_EQ(spec->calibration.tuned_on, "dev");
}

TEST(ParseModelSpecTest, OptionalFieldsHaveDefaults) {
  const auto spec = ParseModelSpec(R"({"name": "e", "role": "embedder", "file": "e.gguf"})");
  ASSERT_TRUE(spec.ok()) << spec.status().ToString();
  EXPECT_EQ(spec->role, ModelRole::kEmbedder);
  EXPECT_EQ(spec->size_bytes, 0U);
  EXPECT_EQ(spec->calibration.temperature, 1.0F);
  EXPECT_FALSE(spec->is_default);
}

struct BadSpec {
  const char* json;
  const char* message;
};

class BadModelSpecTest : public testing::TestWithParam<BadSpec> {};

TEST_P(BadModelSpecTest, IsAParseErrorThatNamesTheField) {
  const auto spec = ParseModelSpec(GetParam().json);
  ASSERT_FALSE(spec.ok());
  EXPECT_EQ(spec.status().code(), StatusCode::kParseError);
  EXPECT_THAT(spec.status().message(), HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Table, BadModelSpecTest,
    testing::Values(
        BadSpec{"", "model spec"}, BadSpec{"[]", "must be a JSON object"},
        BadSpec{"{\"name\": 1}", "\"name\": must be a string"},
        BadSpec{R"({"role": "embedder", "file": "f"})", "\"name\": is missing"},
        BadSpec{R"({"name": "n", "file": "f"})", "\"role\": is missing"},
        BadSpec{R"({"name": "n", "role": "judge", "file": "f"})", "\"role\": must be"},
        BadSpec{R"({"name": "n", "role": "embedder"})", "\"file\": is missing"},
        BadSpec{R"({"name": "n", "role": "embedder", "file": "f", "format": "remote"})",
                "\"file\": does not go with"},
        BadSpec{R"({"name": "n", "role": "embedder"})", "\"file\": is missing"},
        BadSpec{R"({"name": "n", "role": "embedder", "file": "../f"})", "\"file\""},
        BadSpec{R"({"name": "n", "role": "embedder", "file": "f\u0000"})", "control character"},
        BadSpec{R"({"name": "n", "role": "embedder", "file": "f", "sha256": "12"})", "\"sha256\""},
        BadSpec{R"({"name": "n", "role": "embedder", "file": "f", "size_bytes": -1})",
                "\"size_bytes\""},
        BadSpec{R"({"name": "n", "role": "embedder", "file": "f", "max_tokens": 1e99})",
                "\"max_tokens\""},
        BadSpec{R"({"name": "n", "role": "embedder", "file": "f", "format": "onnx"})",
                "\"format\""},
        BadSpec{R"({"name": "n", "role": "embedder", "file": "f", "defualt": true})",
                "\"defualt\": is not known"},
        BadSpec{R"({"name": "n", "role": "embedder", "file": "f", "labels": ["neutral"]})",
                "\"labels\""},
        BadSpec{R"({"name": "n", "role": "entailment", "file": "f"})", "\"labels\""},
        BadSpec{R"({"name": "n", "role": "entailment", "file": "f",
                    "labels": ["neutral", "neutral", "entailment"]})",
                "\"labels\""},
        BadSpec{R"({"name": "n", "role": "embedder", "file": "f",
                    "calibration": {"temperature": 0}})",
                "\"calibration.temperature\""},
        BadSpec{R"({"name": "n", "role": "embedder", "file": "f",
                    "calibration": {"thresholds": {"entailment": 1.5}}})",
                "\"calibration.thresholds.entailment\""},
        BadSpec{R"({"name": "n", "role": "embedder", "file": "f",
                    "calibration": {"thresholds": {"neutral": 0.5}}})",
                "\"calibration.thresholds.neutral\""},
        BadSpec{R"({"name": "n", "role": "embedder", "file": "f", "repo": "no slash"})",
                "\"repo\""},
        BadSpec{R"({"name": "n", "role": "embedder", "file": "f", "repo": "a/.."})", "\"repo\""},
        BadSpec{R"({"name": "n", "role": "embedder", "file": "f", "revision": "a b"})",
                "\"revision\""},
        BadSpec{R"({"name": "n", "role": "embedder", "file": "f", "pooling": "max"})",
                "\"pooling\""},
        BadSpec{R"({"name": "n", "role": "embedder", "file": "f", "adapter": {"file": "a"}})",
                "\"adapter\": belongs to"},
        BadSpec{R"({"name": "n", "role": "decomposer", "file": "f", "adapter": "a"})",
                "\"adapter\": must be an object"},
        BadSpec{R"({"name": "n", "role": "decomposer", "file": "f", "adapter": {"file": "../a"}})",
                "\"adapter.file\""},
        BadSpec{R"({"name": "n", "role": "decomposer", "format": "remote",
                    "adapter": {"file": "a"}})",
                "\"adapter\": is applied on"},
        BadSpec{R"({"name": "n", "role": "writer", "file": "f", "prompt": "decompose_v2"})",
                "\"prompt\": belongs to"},
        BadSpec{R"({"name": "n", "role": "writer", "file": "f", "pooling": "last"})",
                "\"pooling\""},
        BadSpec{R"({"name": "n", "role": "writer", "file": "f", "asks_in_words": true})",
                "\"asks_in_words\""},
        BadSpec{R"({"name": "n", "role": "writer", "file": "f", "parts": []})", "\"parts\""},
        BadSpec{R"({"name": "n", "role": "writer", "file": "f", "parts": [{"file": "g"}]})",
                "\"parts\": must begin"},
        BadSpec{R"({"name": "n", "role": "writer", "file": "f", "size_bytes": 1,
                    "parts": [{"file": "f"}]})",
                "\"parts\": have"},
        BadSpec{R"({"name": "n", "role": "writer", "file": "f",
                    "parts": [{"file": "f"}, {"file": "../g"}]})",
                "\"parts.file\""}));

TEST(ParseModelSpecTest, OfAModelOnAServer) {
  const auto spec = ParseModelSpec(
      R"({"name": "judge", "role": "entailment", "format": "remote", "remote_name": "org/judge-4b",
          "calibration": {"temperature": 2}})");
  ASSERT_TRUE(spec.ok()) << spec.status().ToString();
  EXPECT_TRUE(spec->file.empty());
  EXPECT_EQ(spec->remote_name, "org/judge-4b");
  EXPECT_FLOAT_EQ(spec->calibration.temperature, 2);
  const Status missing = ModelRegistry().Locate(*spec).status();
  EXPECT_EQ(missing.code(), StatusCode::kModelUnavailable);
  EXPECT_THAT(missing.message(), HasSubstr("--server"));
}

TEST(ParseModelSpecTest, OfAModelOnAHub) {
  const auto spec = ParseModelSpec(
      R"({"name": "e", "role": "embedder", "file": "e.gguf", "repo": "Owner/Repo-GGUF",
          "revision": "370f27d7", "quantisation": "Q8_0", "pooling": "last",
          "query_prefix": "Instruct: find\nQuery:"})");
  ASSERT_TRUE(spec.ok()) << spec.status().ToString();
  EXPECT_EQ(spec->repo, "Owner/Repo-GGUF");
  EXPECT_EQ(QueryText(*spec, "It rained."), "Instruct: find\nQuery:It rained.");
  EXPECT_EQ(PassageText(*spec, "It rained."), "It rained.");
  const Status missing = ModelRegistry().Locate(*spec).status();
  EXPECT_THAT(missing.message(), HasSubstr("glossator models pull e"));
}

TEST(ParseModelSpecTest, PrefixesBelongToEmbedders) {
  const auto spec = ParseModelSpec(
      R"({"name": "e", "role": "embedder", "file": "e.gguf", "query_prefix": "query: ",
          "passage_prefix": "passage: "})");
  ASSERT_TRUE(spec.ok()) << spec.status().ToString();
  EXPECT_EQ(PassageText(*spec, "It rained."), "passage: It rained.");
  EXPECT_FALSE(ParseModelSpec(R"({"name": "w", "role": "writer", "file": "w.gguf",
                                  "passage_prefix": "passage: "})")
                   .ok());
}

TEST(ParseModelSpecTest, OfAModelThatIsAskedInWords) {
  const auto spec = ParseModelSpec(
      R"({"name": "q", "role": "entailment", "file": "q.gguf", "asks_in_words": true})");
  ASSERT_TRUE(spec.ok()) << spec.status().ToString();
  EXPECT_TRUE(spec->asks_in_words);
  EXPECT_TRUE(spec->labels.empty());
}

TEST(ParseModelSpecTest, OfASplitFile) {
  const auto spec = ParseModelSpec(
      R"({"name": "w", "role": "writer", "file": "w-00001-of-00002.gguf", "repo": "o/r", "parts": [
          {"file": "w-00001-of-00002.gguf", "size_bytes": 5},
          {"file": "w-00002-of-00002.gguf", "size_bytes": 7}]})");
  ASSERT_TRUE(spec.ok()) << spec.status().ToString();
  const std::vector<ModelFile> files = FilesOf(*spec);
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[1].file, "w-00002-of-00002.gguf");
  EXPECT_EQ(files[1].size_bytes, 7u);
}

TEST(ModelFilesTest, EveryPartAndAKeptHashAreChecked) {
  const std::string folder = testing::TempDir() + "/parts_" + std::to_string(getpid());
  std::filesystem::create_directories(folder);
  const std::string first = folder + "/w-1.gguf";
  const std::string second = folder + "/w-2.gguf";
  ASSERT_TRUE(WriteFileAtomically(first, "one").ok());
  ASSERT_TRUE(WriteFileAtomically(second, "two").ok());
  ModelSpec spec;
  spec.name = "w";
  spec.file = "w-1.gguf";
  spec.parts = {{"w-1.gguf", Sha256Hex("one"), 3}, {"w-2.gguf", "", 3}};
  EXPECT_TRUE(ModelRegistry::Verify(spec, first).ok());
  // The second is not pinned; its hash was kept when it was fetched.
  ASSERT_TRUE(WriteHashLock(second, Sha256Hex("two")).ok());
  EXPECT_TRUE(ModelRegistry::Verify(spec, first).ok());
  ASSERT_TRUE(WriteFileAtomically(second, "tvo").ok());
  EXPECT_EQ(ModelRegistry::Verify(spec, first).code(), StatusCode::kModelUnavailable);
  ASSERT_TRUE(WriteFileAtomically(second, "two").ok());
  for (const std::string lock :
       {"", "abc", "0000  w-2.gguf\n"}) {  // What cannot be read is no pass.
    ASSERT_TRUE(WriteFileAtomically(HashLockPath(second), lock).ok());
    EXPECT_EQ(ModelRegistry::Verify(spec, first).code(), StatusCode::kModelUnavailable) << lock;
  }
  std::filesystem::remove_all(folder);
}

TEST(ParseModelSpecTest, DeepNestingAndHugeInputAreErrors) {
  EXPECT_FALSE(ParseModelSpec(std::string(500'000, '[')).ok());
  EXPECT_FALSE(ParseModelSpec(std::string(2'000'000, ' ')).ok());
}

class ModelRegistryTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = (fs::temp_directory_path() / ("gloss_registry_" + std::to_string(getpid()))).string();
    fs::create_directories(folder_ + "/specs");
    fs::create_directories(folder_ + "/cache");
  }
  void TearDown() override { fs::remove_all(folder_); }

  void Write(const std::string& name, std::string_view content) {
    ASSERT_TRUE(WriteFileAtomically(folder_ + "/" + name, content).ok());
  }
  Result<ModelRegistry> Load() {
    return ModelRegistry::Load({folder_ + "/specs", folder_ + "/absent"}, {folder_ + "/cache"});
  }

  std::string folder_;
};

TEST_F(ModelRegistryTest, FindsSpecsByNameAndDefaultByRole) {
  Write("specs/b.json", R"({"name": "b", "role": "embedder", "file": "b.gguf"})");
  Write("specs/a.json", R"({"name": "mini", "role": "embedder", "file": "a", "default": true})");
  Write("specs/other.json", R"({"rows": 3})");
  Write("specs/list.json", "[1, 2]");
  const auto registry = Load();
  ASSERT_TRUE(registry.ok()) << registry.status().ToString();
  ASSERT_EQ(registry->specs().size(), 2U);
  EXPECT_EQ(registry->Find("b")->file, "b.gguf");
  EXPECT_EQ(registry->DefaultFor(ModelRole::kEmbedder)->name, "mini");
  EXPECT_EQ(registry->DefaultFor(ModelRole::kWriter).status().code(), StatusCode::kNotFound);
  const auto absent = registry->Find("mimi");
  EXPECT_EQ(absent.status().code(), StatusCode::kNotFound);
  EXPECT_THAT(absent.status().message(), HasSubstr("did you mean \"mini\""));
}

TEST_F(ModelRegistryTest, DefaultByLanguage) {
  Write("specs/a.json", R"({"name": "english", "role": "embedder", "file": "a", "default": true,
                            "languages": ["en"]})");
  Write("specs/b.json", R"({"name": "five", "role": "embedder", "file": "b", "default": true,
                            "languages": ["en", "de", "es", "fr", "it"]})");
  Write("specs/c.json", R"({"name": "named", "role": "embedder", "file": "c",
                            "languages": ["de"]})");
  const auto registry = Load();
  ASSERT_TRUE(registry.ok()) << registry.status().ToString();
  using Languages = std::vector<std::string>;
  const auto chosen = [&](const Languages& languages) {
    return registry->DefaultFor(ModelRole::kEmbedder, languages)->name;
  };
  EXPECT_EQ(chosen({"en"}), "english");
  EXPECT_EQ(chosen({"de"}), "five") << "only one that says default is taken unnamed";
  EXPECT_EQ(chosen({"en", "it"}), "five");
  EXPECT_EQ(chosen({}), "five");
  EXPECT_EQ(chosen({""}), "five");
  EXPECT_EQ(chosen({"en", ""}), "five");
  EXPECT_EQ(chosen({"pl"}), "five") << "none is made for it";
  EXPECT_EQ(registry->DefaultFor(ModelRole::kWriter, Languages{"en"}).status().code(),
            StatusCode::kNotFound);
  const ModelSpec english = *registry->Find("english");
  EXPECT_EQ(UncoveredLanguages(english, Languages{"de", "en", "de", ""}), (Languages{"de", ""}));
  EXPECT_TRUE(UncoveredLanguages(ModelSpec{}, Languages{"de"}).empty());
}

TEST_F(ModelRegistryTest, TheEmbedderFollowsTheEntailmentModel) {
  Write("specs/a.json", R"({"name": "english", "role": "embedder", "file": "a", "default": true,
                            "languages": ["en"]})");
  Write("specs/b.json", R"({"name": "five", "role": "embedder", "file": "b", "default": true,
                            "languages": ["en", "de", "es", "fr", "it"]})");
  const auto registry = Load();
  ASSERT_TRUE(registry.ok()) << registry.status().ToString();
  ModelSpec judge;
  judge.languages = {"en"};
  const auto chosen = [&](const std::vector<std::string>& languages) {
    return registry->EmbedderFor(judge, languages)->name;
  };
  EXPECT_EQ(chosen({"en"}), "english");
  EXPECT_EQ(chosen({"de"}), "english") << "the judge is made for English";
  judge.languages = {"en", "de"};
  EXPECT_EQ(chosen({"de", "en"}), "five");
  EXPECT_EQ(chosen({"pl", "en"}), "english") << "of its languages";
  judge.languages.clear();
  EXPECT_EQ(chosen({"de"}), "five");
  judge.calibration.embedder = "five";
  EXPECT_EQ(chosen({"en"}), "five") << "what it was fitted with";
  judge.calibration.embedder = "none";
  EXPECT_EQ(registry->EmbedderFor(judge, {}).status().code(), StatusCode::kNotFound);
}

TEST_F(ModelRegistryTest, BrokenOrDoubleSpecIsAnErrorThatNamesTheFile) {
  Write("specs/a.json", "{");
  EXPECT_THAT(Load().status().message(), HasSubstr("a.json"));
  Write("specs/a.json", R"({"name": "n", "role": "embedder", "file": "f"})");
  Write("specs/b.json", R"({"name": "n", "role": "embedder", "file": "f"})");
  EXPECT_THAT(Load().status().message(), HasSubstr("b.json"));
}

TEST_F(ModelRegistryTest, EarlierFolderOverridesALaterOne) {
  Write("specs/a.json", R"({"name": "n", "role": "embedder", "file": "mine"})");
  Write("cache/a.json", R"({"name": "n", "role": "embedder", "file": "theirs"})");
  const auto registry = ModelRegistry::Load({folder_ + "/specs", folder_ + "/cache"}, {});
  ASSERT_TRUE(registry.ok()) << registry.status().ToString();
  EXPECT_EQ(registry->Find("n")->file, "mine");
}

TEST_F(ModelRegistryTest, OneFolderGivenTwiceIsReadOnce) {
  Write("specs/a.json", R"({"name": "n", "role": "embedder", "file": "f"})");
  EXPECT_TRUE(ModelRegistry::Load({folder_ + "/specs", folder_ + "/cache/../specs"}, {}).ok());
}

TEST_F(ModelRegistryTest, LocatesBesideTheSpecFirst) {
  Write("specs/a.json",
        R"({"name": "n", "role": "embedder", "file": "f.gguf", "source": "pip:f"})");
  const auto registry = Load();
  ASSERT_TRUE(registry.ok());
  const auto missing = registry->Locate(*registry->Find("n"));
  EXPECT_EQ(missing.status().code(), StatusCode::kModelUnavailable);
  EXPECT_THAT(missing.status().message(), HasSubstr(folder_ + "/cache/f.gguf"));
  EXPECT_THAT(missing.status().message(), HasSubstr("pip:f"));
  Write("cache/f.gguf", "x");
  EXPECT_EQ(*registry->Locate(*registry->Find("n")), folder_ + "/cache/f.gguf");
  Write("specs/f.gguf", "x");
  EXPECT_EQ(*registry->Locate(*registry->Find("n")), folder_ + "/specs/f.gguf");
}

TEST_F(ModelRegistryTest, AnAdapterIsFoundAndVerifiedWithItsModel) {
  Write("specs/a.json", fmt::format(R"({{"name": "n", "role": "decomposer", "file": "f.gguf",
      "prompt": "p", "adapter": {{"file": "a.gguf", "sha256": "{}", "size_bytes": 3}}}})",
                                    Sha256Hex("abc")));
  Write("cache/f.gguf", "weights");
  const auto missing = Load();
  ASSERT_TRUE(missing.ok()) << missing.status().ToString();
  const Status located = missing->Locate(*missing->Find("n")).status();
  EXPECT_EQ(located.code(), StatusCode::kModelUnavailable);
  EXPECT_THAT(located.message(), HasSubstr("adapter a.gguf not found; looked at " + folder_));

  Write("cache/a.gguf", "abd");
  Write("specs/a.gguf", "abc");  // beside the spec comes first
  const auto registry = Load();
  ASSERT_TRUE(registry.ok()) << registry.status().ToString();
  const ModelSpec spec = *registry->Find("n");
  EXPECT_EQ(spec.prompt, "p");
  EXPECT_EQ(spec.adapter->file, folder_ + "/specs/a.gguf");
  const auto path = registry->Locate(spec);
  ASSERT_TRUE(path.ok()) << path.status().ToString();
  EXPECT_TRUE(ModelRegistry::Verify(spec, *path).ok());
  Write("specs/a.gguf", "abd");
  EXPECT_THAT(ModelRegistry::Verify(spec, *path).message(),
              HasSubstr("a.gguf: damaged: sha256 is"));
}

TEST_F(ModelRegistryTest, ACardLiesBesideItsSpec) {
  Write("specs/a.json", R"({"name": "n", "role": "embedder", "file": "f"})");
  Write("specs/b.json", R"({"name": "m", "role": "embedder", "file": "f"})");
  Write("specs/n.md", "# n");
  Write("cache/m.md", "# not beside it");
  const auto registry = Load();
  ASSERT_TRUE(registry.ok());
  EXPECT_EQ(registry->CardOf(*registry->Find("n")), folder_ + "/specs/n.md");
  EXPECT_EQ(registry->CardOf(*registry->Find("m")), "");
}

TEST_F(ModelRegistryTest, VerifyNoticesSizeHashAndLaterChange) {
  Write("cache/f.gguf", "abc");
  const std::string path = folder_ + "/cache/f.gguf";
  ModelSpec spec;
  spec.name = "n";
  spec.sha256 = Sha256Hex("abc");
  spec.size_bytes = 3;
  EXPECT_TRUE(ModelRegistry::Verify(spec, path).ok());
  EXPECT_TRUE(ModelRegistry::Verify(spec, path).ok());
  Write("cache/f.gguf", "abd");
  const Status changed = ModelRegistry::Verify(spec, path);
  EXPECT_EQ(changed.code(), StatusCode::kModelUnavailable);
  EXPECT_THAT(changed.message(), HasSubstr("damaged: sha256 is " + Sha256Hex("abd")));
  Write("cache/f.gguf", "ab");
  EXPECT_THAT(ModelRegistry::Verify(spec, path).message(), HasSubstr("2 bytes, should have 3"));
  EXPECT_EQ(ModelRegistry::Verify(spec, path + "x").code(), StatusCode::kModelUnavailable);
}

}  // namespace
}  // namespace gloss
