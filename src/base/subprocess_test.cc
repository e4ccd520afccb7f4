#include "base/subprocess.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <thread>
#include <vector>

namespace gloss {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

Result<SubprocessResult> RunShell(const std::string& script, const SubprocessLimits& limits = {},
                                  std::string_view input = {}, std::stop_token stop = {}) {
  return RunSubprocess({"sh", "-c", script}, input, limits, std::move(stop));
}

/// True when no child of this process is left, neither running nor as a zombie.
bool HasNoChild() { return waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; }

bool IsGone(pid_t pid) {
  for (int i = 0; i < 200; ++i) {
    if (kill(pid, 0) != 0) return true;
    std::this_thread::sleep_for(milliseconds(10));
  }
  return false;
}

TEST(SubprocessTest, GivesOutputErrorAndExitCode) {
  const auto result = RunShell("echo out; echo err >&2; exit 3");
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(result->standard_output, "out\n");
  EXPECT_EQ(result->standard_error, "err\n");
  EXPECT_EQ(result->exit_code, 3);
  EXPECT_TRUE(HasNoChild());
}

TEST(SubprocessTest, ArgumentsAreNotReadByAShell) {
  const auto result = RunSubprocess({"printf", "%s|%s", "a b; $(id)", ""}, "", {});
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(result->standard_output, "a b; $(id)|");
}

TEST(SubprocessTest, EnvironmentHoldsOnlyPathAndLocale) {
  ASSERT_EQ(setenv("GLOSSATOR_TEST_SECRET", "leaked", 1), 0);
  const auto result = RunSubprocess({"env"}, "", {});
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(result->standard_output.find("SECRET"), std::string::npos);
  EXPECT_NE(result->standard_output.find("LC_ALL=C.UTF-8"), std::string::npos);
  EXPECT_NE(result->standard_output.find("PATH="), std::string::npos);
}

TEST(SubprocessTest, PassesNoOtherFileToTheChild) {
  const auto result = RunShell("ls /proc/self/fd | wc -l");
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  // 0, 1, 2 and the one with which ls reads the folder.
  EXPECT_EQ(std::stoi(result->standard_output), 4);
}

TEST(SubprocessTest, InputAndOutputLargerThanAPipeDoNotBlock) {
  std::string input;
  for (int i = 0; input.size() < size_t{8} << 20; ++i) input += std::to_string(i) + '\n';
  const auto result = RunSubprocess({"cat"}, input, {});
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_TRUE(result->standard_output == input);
}

TEST(SubprocessTest, ChildThatIgnoresItsInputIsFine) {
  const std::string input(size_t{4} << 20, 'x');
  const auto result = RunShell("exec 0<&-; echo done", {}, input);
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(result->standard_output, "done\n");
}

TEST(SubprocessTest, LongStandardErrorIsCutAndDoesNotBlock) {
  const auto result = RunShell("head -c 3000000 /dev/zero | tr '\\0' e >&2; echo done");
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(result->standard_output, "done\n");
  EXPECT_EQ(result->standard_error, std::string(size_t{16} << 10, 'e'));
}

TEST(SubprocessTest, MissingProgramIsNotFound) {
  const auto by_name = RunSubprocess({"no-such-program-here"}, "", {});
  EXPECT_EQ(by_name.status().code(), StatusCode::kNotFound);
  EXPECT_NE(by_name.status().message().find("no-such-program-here"), std::string::npos);
  EXPECT_EQ(RunSubprocess({"/no/such/program"}, "", {}).status().code(), StatusCode::kNotFound);
  EXPECT_EQ(RunSubprocess({"/etc/passwd"}, "", {}).status().code(), StatusCode::kPermissionDenied);
  EXPECT_TRUE(HasNoChild());
}

TEST(SubprocessTest, BadArgumentsAreRefused) {
  EXPECT_EQ(RunSubprocess({}, "", {}).status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(RunSubprocess({""}, "", {}).status().code(), StatusCode::kNotFound);
  EXPECT_EQ(RunSubprocess({"echo", std::string("a\0b", 3)}, "", {}).status().code(),
            StatusCode::kInvalidArgument);
}

TEST(SubprocessTest, TimeLimitKillsAChildThatIgnoresSigterm) {
  SubprocessLimits limits;
  limits.wall_time = milliseconds(300);
  const auto start = Clock::now();
  const auto result = RunShell("trap '' TERM INT HUP; while :; do sleep 1; done", limits);
  EXPECT_EQ(result.status().code(), StatusCode::kTimeout);
  EXPECT_NE(result.status().message().find("300 ms"), std::string::npos);
  EXPECT_LT(Clock::now() - start, milliseconds(5000));
  EXPECT_TRUE(HasNoChild());
}

TEST(SubprocessTest, OutputLimitKillsTheChild) {
  SubprocessLimits limits;
  limits.output_bytes = 100'000;
  const auto start = Clock::now();
  EXPECT_EQ(RunSubprocess({"yes"}, "", limits).status().code(), StatusCode::kTooLarge);
  EXPECT_LT(Clock::now() - start, milliseconds(5000));
  EXPECT_TRUE(HasNoChild());
}

TEST(SubprocessTest, OutputOfExactlyTheLimitIsTaken) {
  SubprocessLimits limits;
  limits.output_bytes = 100'000;
  const auto exact = RunShell("head -c 100000 /dev/zero", limits);
  ASSERT_TRUE(exact.ok()) << exact.status().ToString();
  EXPECT_EQ(exact->standard_output.size(), limits.output_bytes);
  EXPECT_EQ(RunShell("head -c 100001 /dev/zero", limits).status().code(), StatusCode::kTooLarge);
}

TEST(SubprocessTest, MemoryLimitMakesTheChildFail) {
  SubprocessLimits limits;
  limits.memory_bytes = size_t{64} << 20;
  // dd keeps one block of the given size in memory.
  const std::vector<std::string> hungry{"dd", "if=/dev/zero", "of=/dev/null", "bs=256M", "count=1"};
  const auto result = RunSubprocess(hungry, "", limits);
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_NE(result->exit_code, 0);
  limits.memory_bytes = size_t{1} << 30;
  const auto allowed = RunSubprocess(hungry, "", limits);
  ASSERT_TRUE(allowed.ok()) << allowed.status().ToString();
  EXPECT_EQ(allowed->exit_code, 0) << allowed->standard_error;
}

TEST(SubprocessTest, SignalIsAnExitCode) {
  const auto result = RunShell("kill -SEGV $$");
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(result->exit_code, 128 + SIGSEGV);
}

TEST(SubprocessTest, StopRequestedBeforehandOrMidwayCancels) {
  std::stop_source before;
  before.request_stop();
  EXPECT_EQ(RunShell("sleep 20", {}, "", before.get_token()).status().code(),
            StatusCode::kCancelled);
  std::stop_source midway;
  const std::jthread stopper([&midway] {
    std::this_thread::sleep_for(milliseconds(200));
    midway.request_stop();
  });
  const auto start = Clock::now();
  EXPECT_EQ(RunShell("sleep 20", {}, "", midway.get_token()).status().code(),
            StatusCode::kCancelled);
  EXPECT_LT(Clock::now() - start, milliseconds(5000));
  EXPECT_TRUE(HasNoChild());
}

TEST(SubprocessTest, GrandchildThatHoldsThePipeIsNotWaitedForAndIsKilled) {
  const auto start = Clock::now();
  const auto result = RunShell("sleep 30 & echo $!");
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_LT(Clock::now() - start, milliseconds(5000));
  EXPECT_TRUE(IsGone(std::stoi(result->standard_output)));
}

TEST(SubprocessTest, TimeLimitKillsGrandchildrenToo) {
  SubprocessLimits limits;
  limits.wall_time = milliseconds(300);
  const std::string file = testing::TempDir() + "grandchild_pid";
  EXPECT_EQ(RunShell("sleep 30 & echo $! > '" + file + "'; wait", limits).status().code(),
            StatusCode::kTimeout);
  const auto pid = RunSubprocess({"cat", file}, "", {});
  ASSERT_TRUE(pid.ok()) << pid.status().ToString();
  EXPECT_TRUE(IsGone(std::stoi(pid->standard_output)));
  unlink(file.c_str());
}

TEST(SubprocessTest, RunsFromManyThreadsAtOnce) {
  std::vector<std::jthread> threads;
  std::vector<std::string> outputs(8);
  for (size_t i = 0; i < outputs.size(); ++i) {
    threads.emplace_back([&outputs, i] {
      const auto result = RunSubprocess({"cat"}, std::to_string(i), {});
      outputs[i] = result.ok() ? result->standard_output : result.status().ToString();
    });
  }
  threads.clear();
  for (size_t i = 0; i < outputs.size(); ++i) EXPECT_EQ(outputs[i], std::to_string(i));
  EXPECT_TRUE(HasNoChild());
}

}  // namespace
}  // namespace gloss
