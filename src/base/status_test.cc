#include "base/status.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

namespace gloss {
namespace {

TEST(StatusTest, OkHasNoMessage) {
  const Status status;
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(status, Status::Ok());
  EXPECT_EQ(status.ToString(), "ok");
}

TEST(StatusTest, FailureKeepsCodeAndMessage) {
  const Status status(StatusCode::kNoText, "a.pdf: no page has text");
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(status.ToString(), "no_text: a.pdf: no page has text");
  EXPECT_EQ(Status(StatusCode::kTimeout, "").ToString(), "timeout");
}

TEST(StatusTest, ContextGoesBeforeTheMessageOfAFailureOnly) {
  const Status failure = Status(StatusCode::kIoError, "disk full").WithContext("out.html");
  EXPECT_EQ(failure.message(), "out.html: disk full");
  EXPECT_EQ(failure.code(), StatusCode::kIoError);
  EXPECT_EQ(Status::Ok().WithContext("out.html"), Status::Ok());
}

TEST(StatusTest, CodeNamesAreDistinct) {
  std::set<std::string> names;
  for (int code = 0; code <= static_cast<int>(StatusCode::kInternal); ++code) {
    names.emplace(StatusCodeName(static_cast<StatusCode>(code)));
  }
  EXPECT_EQ(names.size(), static_cast<size_t>(StatusCode::kInternal) + 1);
}

Result<std::unique_ptr<int>> MakeNumber(int number) {
  if (number < 0) return Status(StatusCode::kInvalidArgument, "negative");
  return std::make_unique<int>(number);
}

Result<int> AddOne(int number) {
  GLOSS_ASSIGN_OR_RETURN(const std::unique_ptr<int> made, MakeNumber(number));
  return *made + 1;
}

Status CheckSmall(int number) {
  GLOSS_ASSIGN_OR_RETURN(const int sum, AddOne(number));
  GLOSS_RETURN_IF_ERROR(sum < 10 ? Status::Ok() : Status(StatusCode::kTooLarge, "ten or more"));
  return Status::Ok();
}

TEST(ResultTest, HoldsAValueOrAStatus) {
  const Result<int> value = AddOne(1);
  ASSERT_TRUE(value.ok());
  EXPECT_EQ(*value, 2);
  EXPECT_TRUE(value.status().ok());
  const Result<int> failure = AddOne(-1);
  EXPECT_FALSE(failure.ok());
  EXPECT_EQ(failure.status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(AddOne(-1).value_or(7), 7);
  EXPECT_EQ(AddOne(3).value_or(7), 4);
}

TEST(ResultTest, MacrosPassFailuresOn) {
  EXPECT_TRUE(CheckSmall(3).ok());
  EXPECT_EQ(CheckSmall(-3).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(CheckSmall(9).code(), StatusCode::kTooLarge);
}

TEST(ResultTest, MadeFromAnOkStatusIsAFailure) {
  const Result<int> result = Status::Ok();
  EXPECT_FALSE(result.ok());
  EXPECT_EQ(result.status().code(), StatusCode::kInternal);
}

TEST(ResultTest, MovesValuesOut) {
  std::unique_ptr<int> number = MakeNumber(5).value();
  EXPECT_EQ(*number, 5);
}

TEST(ResultDeathTest, ValueOfAFailureEndsTheProgram) {
  const Result<int> failure = Status(StatusCode::kIoError, "gone");
  EXPECT_DEATH(static_cast<void>(failure.value()), "");
}

}  // namespace
}  // namespace gloss
