#pragma once

// Conformance suite of ResultCache: each implementation's test instantiates it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/hash.h"
#include "store/result_cache.h"

namespace gloss::testing {

inline ResultKey KeyOf(std::string_view text) { return Sha256Bytes(text); }

inline CachedResult ResultOf(std::string_view key, std::string value) {
  return {KeyOf(key), std::move(value)};
}

inline std::optional<std::string> GetOne(ResultCache& cache, ResultKind kind,
                                         std::string_view key) {
  const ResultKey keys[] = {KeyOf(key)};
  return cache.Get(kind, keys).at(0);
}

inline void PutOne(ResultCache& cache, ResultKind kind, std::string_view key, std::string value) {
  const CachedResult results[] = {ResultOf(key, std::move(value))};
  cache.Put(kind, results);
}

/// A cache with a size limit of one mebibyte, empty, in a place of its own. What it needs lives as
/// long as the holder.
struct CacheUnderTest {
  std::unique_ptr<ResultCache> cache;
  std::shared_ptr<void> holder;
};

class ResultCacheCases : public ::testing::TestWithParam<std::function<CacheUnderTest()>> {
 protected:
  void SetUp() override { under_test_ = GetParam()(); }
  ResultCache& cache() { return *under_test_.cache; }

 private:
  CacheUnderTest under_test_;
};

TEST_P(ResultCacheCases, GivesBackWhatWasPutInOrderOfTheKeys) {
  const CachedResult results[] = {ResultOf("a", "one"), ResultOf("b", std::string("t\0w\xFFo", 5))};
  cache().Put(ResultKind::kEmbedding, results);
  const ResultKey keys[] = {KeyOf("b"), KeyOf("none"), KeyOf("a"), KeyOf("b")};
  EXPECT_THAT(cache().Get(ResultKind::kEmbedding, keys),
              ::testing::ElementsAre(std::string("t\0w\xFFo", 5), std::nullopt, "one",
                                     std::string("t\0w\xFFo", 5)));
  EXPECT_THAT(cache().TakeWarnings(), ::testing::IsEmpty());
}

TEST_P(ResultCacheCases, KindsAreApart) {
  PutOne(cache(), ResultKind::kEmbedding, "a", "vector");
  EXPECT_EQ(GetOne(cache(), ResultKind::kEntailment, "a"), std::nullopt);
  PutOne(cache(), ResultKind::kEntailment, "a", "logits");
  EXPECT_EQ(GetOne(cache(), ResultKind::kEmbedding, "a"), "vector");
  EXPECT_EQ(GetOne(cache(), ResultKind::kEntailment, "a"), "logits");
}

TEST_P(ResultCacheCases, TheLastValueOfAKeyCounts) {
  const CachedResult results[] = {ResultOf("a", "first"), ResultOf("a", "second")};
  cache().Put(ResultKind::kGeneration, results);
  EXPECT_EQ(GetOne(cache(), ResultKind::kGeneration, "a"), "second");
  PutOne(cache(), ResultKind::kGeneration, "a", "third");
  EXPECT_EQ(GetOne(cache(), ResultKind::kGeneration, "a"), "third");
  EXPECT_EQ(cache().Usage().entries, 1U);
}

TEST_P(ResultCacheCases, NothingIsAskedAndNothingIsPut) {
  EXPECT_THAT(cache().Get(ResultKind::kEmbedding, {}), ::testing::IsEmpty());
  cache().Put(ResultKind::kEmbedding, {});
  EXPECT_EQ(cache().Usage().entries, 0U);
  PutOne(cache(), ResultKind::kGeneration, "empty", "");
  EXPECT_EQ(GetOne(cache(), ResultKind::kGeneration, "empty"), "");
}

TEST_P(ResultCacheCases, RoomIsMadeByDroppingTheOldest) {
  // 4 MiB into a cache of one, in batches.
  const std::string value(4096, 'x');
  for (int batch = 0; batch < 16; ++batch) {
    std::vector<CachedResult> results;
    for (int i = 0; i < 64; ++i) {
      results.push_back(ResultOf(std::to_string(batch * 64 + i), value));
    }
    cache().Put(ResultKind::kEmbedding, results);
    EXPECT_LE(cache().Usage().bytes, uint64_t{1} << 20) << batch;
  }
  EXPECT_GT(cache().Usage().bytes, uint64_t{1} << 19);
  EXPECT_EQ(GetOne(cache(), ResultKind::kEmbedding, "0"), std::nullopt);
  EXPECT_EQ(GetOne(cache(), ResultKind::kEmbedding, "1023"), value);
}

TEST_P(ResultCacheCases, ABatchLargerThanTheLimitLeavesAUsableCache) {
  std::vector<CachedResult> results;
  for (int i = 0; i < 2000; ++i) {
    results.push_back(ResultOf(std::to_string(i), std::string(2048, 'y')));
  }
  cache().Put(ResultKind::kEmbedding, results);
  EXPECT_LE(cache().Usage().bytes, uint64_t{1} << 20);
  PutOne(cache(), ResultKind::kEmbedding, "after", "z");
  EXPECT_EQ(GetOne(cache(), ResultKind::kEmbedding, "after"), "z");
}

TEST_P(ResultCacheCases, ManyThreads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([this, t] {
      for (int i = 0; i < 50; ++i) {
        const std::string key = std::to_string((t + i) % 20);
        PutOne(cache(), ResultKind::kEmbedding, key, "value " + key);
        const auto value = GetOne(cache(), ResultKind::kEmbedding, key);
        EXPECT_EQ(value, "value " + key);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(cache().Usage().entries, 20U);
}

}  // namespace gloss::testing
