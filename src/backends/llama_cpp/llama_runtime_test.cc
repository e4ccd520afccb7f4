#include "backends/llama_cpp/llama_runtime.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llama.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "base/log.h"

namespace gloss {
namespace {

using testing::HasSubstr;

TEST(RunGuardedTest, FailedAssertionOfTheLibraryBecomesAnError) {
  InitLlamaRuntime();
  ggml_context* context = ggml_init({.mem_size = 1 << 16, .mem_buffer = nullptr, .no_alloc = true});
  ggml_tensor* four = ggml_new_tensor_1d(context, GGML_TYPE_F32, 4);
  for (int round = 0; round < 2; ++round) {
    const Status status = RunGuarded(StatusCode::kModelFailed, [&] {
      ggml_reshape_1d(context, four, 5);  // asserts in a C frame: 4 elements are not 5
      return Status::Ok();
    });
    EXPECT_EQ(status.code(), StatusCode::kModelFailed);
    EXPECT_THAT(status.message(), HasSubstr("ggml_nelements"));
  }
  ggml_free(context);
}

TEST(RunGuardedTest, ExceptionBecomesAnErrorAndStatusPasses) {
  const Status thrown = RunGuarded(StatusCode::kModelFailed,
                                   []() -> Status { throw std::runtime_error("no memory"); });
  EXPECT_EQ(thrown, Status(StatusCode::kModelFailed, "no memory"));
  const Status own(StatusCode::kCancelled, "stopped");
  EXPECT_EQ(RunGuarded(StatusCode::kModelFailed, [&] { return own; }), own);
}

TEST(LlamaRuntimeTest, LibraryLogGoesToTheSinkAndTheLastErrorIsKept) {
  InitLlamaRuntime();
  std::vector<std::string> lines;
  SetLogSink([&](LogLevel level, std::string_view line) {
    if (level == LogLevel::kError) lines.emplace_back(line);
  });
  EXPECT_EQ(gguf_init_from_file("/nonexistent/x.gguf", {.no_alloc = true, .ctx = nullptr}),
            nullptr);
  SetLogSink({});
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_THAT(lines[0], HasSubstr("/nonexistent/x.gguf"));
  EXPECT_THAT(TakeLlamaError(), HasSubstr("/nonexistent/x.gguf"));
  EXPECT_EQ(TakeLlamaError(), "");
}

}  // namespace
}  // namespace gloss
