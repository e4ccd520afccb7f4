#include "models/model_hub.h"

#include <gtest/gtest.h>

namespace gloss {
namespace {

TEST(HubReferenceTest, PartsAreRead) {
  const auto file = ParseHubReference("hf:Qwen/Qwen3-GGUF/Qwen3-Q8_0.gguf@370f27d7");
  ASSERT_TRUE(file.ok()) << file.status().ToString();
  EXPECT_EQ(*file, (HubFile{"Qwen/Qwen3-GGUF", "370f27d7", "Qwen3-Q8_0.gguf"}));
  const auto nested = ParseHubReference("hf:o/r/Q4_K_M/m-00001-of-00003.gguf");
  ASSERT_TRUE(nested.ok());
  EXPECT_EQ(*nested, (HubFile{"o/r", "", "Q4_K_M/m-00001-of-00003.gguf"}));
}

TEST(HubReferenceTest, WhatIsNoReferenceIsRefused) {
  for (const std::string_view text :
       {"", "hf:", "o/r/f.gguf", "hf:o/r", "hf:o/f.gguf", "hf:o/r/f.bin", "hf:o/r/../f.gguf",
        "hf:../r/f.gguf", "hf:o/r//f.gguf", "hf:o/r/f.gguf@", "hf:o/r/f.gguf@a b",
        "hf:o/r/f.gguf@../main", "hf:o/r/f%2e.gguf", "hf:o/r/f.gguf?x", "hf:o/r\n/f.gguf",
        "hf:o/r/\xC3\xA9.gguf", "hf:/o/r/f.gguf"}) {
    EXPECT_EQ(ParseHubReference(text).status().code(), StatusCode::kInvalidArgument) << text;
  }
}

TEST(HubUrlTest, IsEscaped) {
  EXPECT_EQ(HubUrl("https://hub.example/", {"o/r", "", "f.gguf"}),
            "https://hub.example/o/r/resolve/main/f.gguf");
  EXPECT_EQ(HubUrl("http://127.0.0.1:8080/mirror", {"o/r", "refs/pr/1", "q/f+x.gguf"}),
            "http://127.0.0.1:8080/mirror/o/r/resolve/refs%2Fpr%2F1/q/f%2Bx.gguf");
}

}  // namespace
}  // namespace gloss
