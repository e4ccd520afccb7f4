#include "base/thread_budget.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace gloss {
namespace {

class ThreadBudgetTest : public testing::Test {
 protected:
  void TearDown() override { ThreadBudget::Set(0); }
};

TEST_F(ThreadBudgetTest, UnsetMeansAllCores) {
  ThreadBudget::Set(0);
  EXPECT_GE(ThreadBudget::AvailableCores(), 1);
  EXPECT_EQ(ThreadBudget::Get(), ThreadBudget::AvailableCores());
  ThreadBudget::Set(-5);
  EXPECT_EQ(ThreadBudget::Get(), ThreadBudget::AvailableCores());
}

TEST_F(ThreadBudgetTest, NeverAboveTheCores) {
  ThreadBudget::Set(1);
  EXPECT_EQ(ThreadBudget::Get(), 1);
  ThreadBudget::Set(100'000);
  EXPECT_EQ(ThreadBudget::Get(), ThreadBudget::AvailableCores());
}

TEST(ComputeLeaseTest, OneHolderAtATime) {
  std::atomic<int> holders{0};
  std::atomic<int> most{0};
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&holders, &most] {
      for (int round = 0; round < 20; ++round) {
        const ComputeLease lease;
        const int now = ++holders;
        if (now > most) most = now;
        std::this_thread::sleep_for(std::chrono::microseconds(100));
        --holders;
      }
    });
  }
  threads.clear();
  EXPECT_EQ(most, 1);
}

}  // namespace
}  // namespace gloss
