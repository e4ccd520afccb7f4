#include "backends/remote/retry.h"

#include <gtest/gtest.h>

namespace gloss {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(RetryTest, StatusesThatMayYetSucceed) {
  for (const int status : {408, 425, 429, 500, 502, 503, 504, 529}) {
    EXPECT_TRUE(IsRetryableHttpStatus(status)) << status;
  }
  for (const int status : {200, 301, 400, 401, 403, 404, 413, 422, 424, 501, 505}) {
    EXPECT_FALSE(IsRetryableHttpStatus(status)) << status;
  }
}

TEST(RetryTest, BackoffDoublesUpToItsCapWithFullJitter) {
  RetryPolicy policy;
  policy.base = milliseconds(100);
  policy.cap = milliseconds(1000);
  for (int attempt = 1; attempt <= 8; ++attempt) {
    const auto bound = std::min(milliseconds(1000), milliseconds(100) * (1 << (attempt - 1)));
    EXPECT_EQ(BackoffDelay(policy, attempt, 0, std::nullopt), milliseconds(0));
    EXPECT_EQ(BackoffDelay(policy, attempt, 0.5, std::nullopt), bound / 2);
    EXPECT_LE(BackoffDelay(policy, attempt, 0.999, std::nullopt), bound);
  }
  EXPECT_LE(BackoffDelay(policy, 5000, 0.9, std::nullopt), policy.cap);
}

TEST(RetryTest, AServersWishIsKeptUpToItsCap) {
  RetryPolicy policy;
  policy.server_cap = seconds(60);
  EXPECT_EQ(BackoffDelay(policy, 1, 0, seconds(7)), seconds(7));
  EXPECT_GE(BackoffDelay(policy, 1, 0.9, seconds(7)), seconds(7));
  EXPECT_EQ(BackoffDelay(policy, 1, 0, std::chrono::hours(24)), seconds(60));
}

TEST(RetryTest, RetryAfterInSeconds) {
  const auto now = std::chrono::system_clock::time_point();
  EXPECT_EQ(ParseRetryAfter("120", now), seconds(120));
  EXPECT_EQ(ParseRetryAfter(" 0 ", now), seconds(0));
  EXPECT_GT(ParseRetryAfter("99999999999999999999999", now), std::chrono::hours(1));
  for (const char* bad : {"", "-5", "1.5", "soon", "12 s"}) {
    EXPECT_EQ(ParseRetryAfter(bad, now), std::nullopt) << bad;
  }
}

TEST(RetryTest, RetryAfterAsDate) {
  const auto now = std::chrono::sys_days(std::chrono::year(1994) / 11 / 6) + std::chrono::hours(8) +
                   std::chrono::minutes(49);
  EXPECT_EQ(ParseRetryAfter("Sun, 06 Nov 1994 08:49:37 GMT", now), seconds(37));
  EXPECT_EQ(ParseRetryAfter("Sun, 06 Nov 1994 08:48:37 GMT", now), seconds(0));
  for (const char* bad : {"Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT",
                          "Sun, 06 Foo 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
                          "Sun, 06 Nov 1994 08:49:37 UTC"}) {
    EXPECT_EQ(ParseRetryAfter(bad, now), std::nullopt) << bad;
  }
}

}  // namespace
}  // namespace gloss
