// The multilingual embedder against the engine of the package that its weights come from
// (models/parity/): the same tokens, and vectors whose cosine is at least 0.99.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "backends/llama_cpp/llama_embedder.h"
#include "backends/llama_cpp/test_models.h"
#include "base/file_system.h"

namespace gloss {
namespace {

constexpr std::string_view kModel = "embedder-multilingual-e5-small";
constexpr float kLeastCosine = 0.99F;

struct ParityText {
  std::string text;  ///< With its prefix.
  std::vector<int32_t> tokens;
  Embedding vector;
};

/// Signed bytes in base64, as a vector of length 1.
Embedding Unpack(const std::string& base64) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  Embedding vector;
  uint32_t bits = 0;
  int count = 0;
  double squares = 0;
  for (const char c : base64) {
    const size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) break;  // padding
    bits = bits << 6U | static_cast<uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    vector.push_back(static_cast<float>(static_cast<int8_t>(bits >> static_cast<unsigned>(count))));
    squares += static_cast<double>(vector.back()) * static_cast<double>(vector.back());
  }
  for (float& value : vector) value /= static_cast<float>(std::sqrt(squares));
  return vector;
}

std::vector<ParityText> ReadTexts(const std::string& text, const ModelSpec& spec) {
  std::vector<ParityText> texts;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const auto json = nlohmann::json::parse(text.substr(begin, end - begin));
    begin = end + 1;
    const std::string sentence = json.at("text");
    texts.push_back(
        {json.at("as") == "query" ? QueryText(spec, sentence) : PassageText(spec, sentence),
         json.at("tokens"), Unpack(json.at("vector"))});
  }
  return texts;
}

class MultilingualEmbedderTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::string models = GLOSSATOR_SOURCE_DIR "/models";
    const auto registry = ModelRegistry::Load({models}, {models, GLOSSATOR_MODEL_CACHE});
    ASSERT_TRUE(registry.ok()) << registry.status().ToString();
    const auto spec = registry->Find(kModel);
    ASSERT_TRUE(spec.ok()) << spec.status().ToString();
    const auto path = registry->Locate(*spec);
    if (!path.ok()) GTEST_SKIP() << "run set-up: " << path.status().message();
    ASSERT_TRUE(ModelRegistry::Verify(*spec, *path).ok());
    auto loaded = LlamaEmbedder::Load(*spec, *path, {});
    ASSERT_TRUE(loaded.ok()) << loaded.status().ToString();
    embedder_ = *std::move(loaded);
    const auto text = ReadFile(models + "/parity/" + std::string(kModel) + ".jsonl");
    ASSERT_TRUE(text.ok()) << text.status().ToString();
    texts_ = ReadTexts(*text, *spec);
    ASSERT_GE(texts_.size(), 100U);
  }

  std::unique_ptr<LlamaEmbedder> embedder_;
  std::vector<ParityText> texts_;
};

TEST_F(MultilingualEmbedderTest, TokensEqualThePackages) {
  ASSERT_NE(embedder_->token_vectors(), nullptr);
  for (const ParityText& text : texts_) {
    EXPECT_EQ(embedder_->token_vectors()->Tokens(text.text), text.tokens) << text.text;
  }
}

TEST_F(MultilingualEmbedderTest, VectorsAreNearThePackages) {
  std::vector<std::string_view> views;
  for (const ParityText& text : texts_) views.push_back(text.text);
  const auto result = embedder_->Embed(views, {});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  float least = 1;
  double sum = 0;
  for (size_t i = 0; i < texts_.size(); ++i) {
    ASSERT_EQ(result.items[i]->size(), texts_[i].vector.size());
    const float cosine = Cosine(*result.items[i], texts_[i].vector);
    EXPECT_GE(cosine, kLeastCosine) << texts_[i].text;
    least = std::min(least, cosine);
    sum += static_cast<double>(cosine);
  }
  RecordProperty("least_cosine", std::to_string(least));
  RecordProperty("mean_cosine", std::to_string(sum / static_cast<double>(texts_.size())));
}

TEST_F(MultilingualEmbedderTest, TextInLatinScriptHasNoUnknownTokens) {
  constexpr int32_t kUnknown = 3;
  for (const std::string_view text :
       {"Żółć gęślą jaźń, příliš žluťoučký kůň, şişe ığdır.", "ÅÄÖ åäö ØøÆæ Ðð Þþ",
        "a\u0308o\u0308u\u0308 e\u0301 n\u0303", "½ × 3 ≤ 4 ± 0.5 µg/m³ → ∞ α β γ Ω",
        "№ § ¶ † ‰ … “ ” „ ‚ ‹ ›", "xqzjkwvy QXZ-99/αβ_#@[]{}|\\^~`",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789"}) {
    for (const int32_t token : embedder_->token_vectors()->Tokens(text)) {
      EXPECT_NE(token, kUnknown) << text;
    }
  }
}

TEST_F(MultilingualEmbedderTest, CombiningMarksReadAsTheirLetters) {
  const TokenVectors& table = *embedder_->token_vectors();
  EXPECT_EQ(table.Tokens("Ko\u0308ln, ou\u0300 e\u0301te\u0301"), table.Tokens("Köln, où été"));
}

TEST_F(MultilingualEmbedderTest, HostileTextsGiveVectorsOfLengthOne) {
  using std::string_literals::operator""s;
  const std::vector<std::string> texts = {
      "",
      " \t\n\u00a0 ",
      "\xff\xfe\xc3(\xe2\x82"s,         // no UTF-8
      "a\0b\0\0c"s,                     // NUL bytes
      "<s></s><unk><pad>[SEP]"s,        // names of special tokens
      "\xed\xa0\x80\xf4\x90\x80\x80"s,  // a surrogate, a value past the last
      std::string(4'000, 'x'),
      std::string(900, '\xcc') + "\x81",
  };
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const auto result = embedder_->Embed(views, {});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  for (const auto& vector : result.items) EXPECT_NEAR(Cosine(*vector, *vector), 1, 1e-5);
  const TokenVectors& table = *embedder_->token_vectors();
  for (const int32_t token : table.Tokens(texts[4])) EXPECT_GT(token, 2) << "a special token";
}

TEST_F(MultilingualEmbedderTest, SameMeaningInAnotherLanguageIsNearer) {
  const std::vector<std::string_view> texts = {
      "query: The bridge was opened in 1932.",   "passage: Die Brücke wurde 1932 eröffnet.",
      "passage: El puente se inauguró en 1932.", "passage: Il ponte fu inaugurato nel 1932.",
      "passage: Le pont a été ouvert en 1932.",  "passage: Die Katze schläft auf dem Sofa.",
  };
  const auto result = embedder_->Embed(texts, {});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  const float other = Cosine(*result.items[0], *result.items[5]);
  for (size_t i = 1; i < 5; ++i) {
    EXPECT_GT(Cosine(*result.items[0], *result.items[i]), other + 0.05F) << texts[i];
  }
}

}  // namespace
}  // namespace gloss
