#include "backends/llama_cpp/token_windows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gloss {
namespace {

using testing::ElementsAre;

TEST(PlanWindowsTest, TextThatFitsIsOneWindow) {
  EXPECT_THAT(PlanWindows(0, 10, 2), ElementsAre(TokenWindow{0, 0}));
  EXPECT_THAT(PlanWindows(10, 10, 2), ElementsAre(TokenWindow{0, 10}));
}

TEST(PlanWindowsTest, SpreadsEvenly) {
  EXPECT_THAT(PlanWindows(12, 10, 0), ElementsAre(TokenWindow{0, 6}, TokenWindow{6, 12}));
  EXPECT_THAT(PlanWindows(12, 10, 2), ElementsAre(TokenWindow{0, 7}, TokenWindow{5, 12}));
}

TEST(PlanWindowsTest, EveryTokenIsCoveredAndNeighboursOverlap) {
  for (size_t size = 1; size < 12; ++size) {
    for (size_t overlap = 0; overlap < size; ++overlap) {
      for (size_t length = 1; length < 80; ++length) {
        const auto windows = PlanWindows(length, size, overlap);
        EXPECT_EQ(windows.front().begin, 0U);
        EXPECT_EQ(windows.back().end, length);
        for (size_t i = 0; i < windows.size(); ++i) {
          EXPECT_LE(windows[i].size(), size);
          if (i == 0) continue;
          EXPECT_GT(windows[i].begin, windows[i - 1].begin);
          EXPECT_LE(windows[i].begin + overlap, windows[i - 1].end)
              << "length " << length << " size " << size << " overlap " << overlap;
        }
      }
    }
  }
}

}  // namespace
}  // namespace gloss
