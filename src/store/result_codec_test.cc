#include "store/result_codec.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

namespace gloss {
namespace {

TEST(ResultCodecTest, FloatsKeepEveryBit) {
  const Embedding embedding = {0.1F, -0.0F, 1e-42F, std::numeric_limits<float>::max(), -1.0F / 3};
  const auto back = DecodeEmbedding(EncodeEmbedding(embedding));
  ASSERT_TRUE(back);
  ASSERT_EQ(back->size(), embedding.size());
  EXPECT_EQ(std::memcmp(back->data(), embedding.data(), embedding.size() * sizeof(float)), 0);
  const std::array<float, 3> logits = {1.5F, -2.25F, 0.1F};
  EXPECT_EQ(DecodeLogits(EncodeLogits(logits)), logits);
}

TEST(ResultCodecTest, TheFormatIsLowestByteFirst) {
  EXPECT_EQ(EncodeEmbedding({1.0F}), std::string("\x00\x00\x80\x3F", 4));
}

TEST(ResultCodecTest, GenerationsComeBackWhole) {
  GenerationResult result;
  result.text = std::string("a claim\0\xFF\n", 10);
  result.finish = FinishReason::kMaxTokens;
  result.prompt_tokens = 300;
  result.generated_tokens = 7;
  const auto back = DecodeGeneration(EncodeGeneration(result));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->text, result.text);
  EXPECT_EQ(back->finish, result.finish);
  EXPECT_EQ(back->prompt_tokens, 300);
  EXPECT_EQ(back->generated_tokens, 7);
}

TEST(ResultCodecTest, WhetherCitationsWereEnforcedIsKept) {
  for (const bool enforced : {false, true}) {
    for (const FinishReason finish : {FinishReason::kStop, FinishReason::kMaxTokens}) {
      GenerationResult result;
      result.finish = finish;
      result.citations_enforced = enforced;
      const auto back = DecodeGeneration(EncodeGeneration(result));
      ASSERT_TRUE(back);
      EXPECT_EQ(back->finish, finish);
      EXPECT_EQ(back->citations_enforced, enforced);
    }
  }
}

TEST(ResultCodecTest, WhatNoEncoderWroteIsRefused) {
  const std::string nan("\x00\x00\xC0\x7F", 4);
  EXPECT_FALSE(DecodeEmbedding(""));
  EXPECT_FALSE(DecodeEmbedding("abc"));
  EXPECT_FALSE(DecodeEmbedding(nan));
  EXPECT_FALSE(DecodeLogits(std::string(8, '\0')));
  EXPECT_FALSE(DecodeLogits(std::string(16, '\0')));
  EXPECT_FALSE(DecodeLogits(nan + nan + nan));
  EXPECT_FALSE(DecodeGeneration(""));
  EXPECT_FALSE(DecodeGeneration(std::string(8, 's')));
  EXPECT_FALSE(DecodeGeneration("x" + std::string(8, '\0')));
  EXPECT_FALSE(DecodeGeneration("s" + std::string(8, '\xFF')));
}

}  // namespace
}  // namespace gloss
