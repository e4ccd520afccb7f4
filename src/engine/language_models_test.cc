#include "engine/language_models.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/file_system.h"
#include "models/scripted_classifier.h"
#include "models/scripted_embedder.h"

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Languages = std::vector<std::string>;

/// Specs of an English pair and one for five languages; the models are scripted.
class LanguageModelsTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "/languages_" + std::to_string(getpid());
    std::filesystem::create_directories(folder_);
    Write("ee", "embedder", R"("languages": ["en"])");
    Write("em", "embedder", R"("languages": ["en", "de", "es", "fr", "it"])");
    Write("ne", "entailment", R"("languages": ["en"])");
    Write("nm", "entailment",
          R"("languages": ["en", "de", "es", "fr", "it"], "calibration": {"embedder": "em"})");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void Write(const std::string& name, const std::string& role, const std::string& more) {
    const std::string labels =
        role == "entailment" ? R"("labels": ["entailment", "neutral", "contradiction"], )" : "";
    ASSERT_TRUE(WriteFileAtomically(folder_ + "/" + name + ".json",
                                    R"({"name": ")" + name + R"(", "role": ")" + role +
                                        R"(", "file": "f", "default": true, )" + labels + more +
                                        "}")
                    .ok());
  }

  ModelRegistry Registry() {
    auto registry = ModelRegistry::Load({folder_}, {});
    EXPECT_TRUE(registry.ok()) << registry.status().ToString();
    return *std::move(registry);
  }

  ModelOpeners Openers() {
    return {.embedder = [this](const ModelSpec& spec) -> Result<std::unique_ptr<Embedder>> {
              opened_.push_back(spec.name);
              if (spec.name == missing_) return Missing(spec);
              ScriptedEmbedderOptions options;
              options.name = spec.name;
              return std::unique_ptr<Embedder>(std::make_unique<ScriptedEmbedder>(options));
            },
            .classifier =
                [this](const ModelSpec& spec) -> Result<std::unique_ptr<EntailmentClassifier>> {
              opened_.push_back(spec.name);
              if (spec.name == missing_) return Missing(spec);
              return Classifier(spec.name, spec.languages, spec.calibration.embedder);
            }};
  }

  static Status Missing(const ModelSpec& spec) {
    return {StatusCode::kModelUnavailable, spec.name + ": not found"};
  }

  static std::unique_ptr<EntailmentClassifier> Classifier(std::string name, Languages languages,
                                                          std::string embedder) {
    ScriptedClassifierOptions options;
    options.name = std::move(name);
    options.languages = std::move(languages);
    options.calibration.embedder = std::move(embedder);
    return std::make_unique<ScriptedClassifier>(options);
  }

  /// "entailment/embedder" for texts in these languages.
  static std::string Names(LanguageModels& models, const Languages& languages) {
    const auto pair = models.For(languages);
    if (!pair.ok()) return pair.status().ToString();
    return pair->classifier->spec().name + "/" + pair->embedder->spec().name;
  }

  std::string folder_;
  std::string missing_;
  std::vector<std::string> opened_;
};

TEST_F(LanguageModelsTest, TheLanguagePicksThePair) {
  LanguageModels models(Registry(), Openers(), nullptr, nullptr);
  EXPECT_EQ(Names(models, {"en"}), "ne/ee");
  for (const char* language : {"de", "es", "fr", "it"}) {
    EXPECT_EQ(Names(models, {language}), "nm/em") << language;
    EXPECT_EQ(Names(models, {language, "en"}), "nm/em") << language;
  }
  EXPECT_EQ(Names(models, {}), "nm/em") << "unknown";
  EXPECT_EQ(Names(models, {"", "en"}), "nm/em") << "one of them unknown";
}

TEST_F(LanguageModelsTest, OpensWhatIsNeededOnce) {
  LanguageModels models(Registry(), Openers(), nullptr, nullptr);
  EXPECT_THAT(opened_, IsEmpty());
  (void)Names(models, {"en"});
  EXPECT_THAT(opened_, ElementsAre("ne", "ee"));
  (void)Names(models, {"en"});
  (void)Names(models, {"de"});
  EXPECT_THAT(opened_, ElementsAre("ne", "ee", "nm", "em"));
}

TEST_F(LanguageModelsTest, AMissingModelIsAnErrorOnlyForTextsThatNeedIt) {
  missing_ = "em";
  LanguageModels models(Registry(), Openers(), nullptr, nullptr);
  EXPECT_EQ(Names(models, {"en"}), "ne/ee");
  EXPECT_EQ(models.For(Languages{"de"}).status().code(), StatusCode::kModelUnavailable);
  missing_.clear();
  EXPECT_EQ(Names(models, {"de"}), "nm/em") << "it is there now";
}

TEST_F(LanguageModelsTest, ANamedModelServesEveryText) {
  LanguageModels judge(Registry(), Openers(), nullptr, Classifier("mine", {"en"}, ""));
  EXPECT_EQ(Names(judge, {"en"}), "mine/ee");
  EXPECT_EQ(Names(judge, {"de"}), "mine/ee") << "the embedder follows the entailment model";
  LanguageModels fitted(Registry(), Openers(), nullptr, Classifier("mine", {}, "em"));
  EXPECT_EQ(Names(fitted, {"en"}), "mine/em") << "its calibration is for that embedder";
  LanguageModels embedder(Registry(), Openers(), std::make_unique<ScriptedEmbedder>(), nullptr);
  EXPECT_EQ(Names(embedder, {"fr"}), "nm/scripted-embedder");
}

TEST_F(LanguageModelsTest, WhatIsNotCoveredIsSaid) {
  std::filesystem::remove(folder_ + "/nm.json");
  LanguageModels models(Registry(), Openers(), nullptr, nullptr);
  EXPECT_THAT(models.For(Languages{"en"})->warnings, IsEmpty());
  EXPECT_THAT(models.For(Languages{"de", "en"})->warnings,
              ElementsAre("language de: entailment model ne is made for en, so its verdicts are "
                          "less reliable here"));
  EXPECT_THAT(models.For(Languages{"", "fr", "it"})->warnings,
              ElementsAre(HasSubstr("language fr, it:"), HasSubstr("was not recognised")));
  EXPECT_EQ(Names(models, {"de"}), "ne/ee") << "one calibration, one embedder";
}

TEST_F(LanguageModelsTest, AnEmbedderThatTheCalibrationDoesNotKnowIsSaid) {
  LanguageModels models(Registry(), Openers(), std::make_unique<ScriptedEmbedder>(), nullptr);
  EXPECT_THAT(models.For(Languages{"de"})->warnings,
              ElementsAre(HasSubstr("calibrated with embedder em; with scripted-embedder")));
  EXPECT_THAT(models.For(Languages{"en"})->warnings, IsEmpty()) << "ne does not say";
}

TEST_F(LanguageModelsTest, AModelWhoseSpecSaysNoLanguageCoversAll) {
  LanguageModels models(std::make_unique<ScriptedEmbedder>(), Classifier("any", {}, ""));
  const auto pair = models.For(Languages{"", "de"});
  ASSERT_TRUE(pair.ok());
  EXPECT_THAT(pair->warnings, IsEmpty());
}

}  // namespace
}  // namespace gloss
