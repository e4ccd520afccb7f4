#include "backends/remote/retry.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace gloss {
namespace {

using std::chrono::milliseconds;

constexpr std::string_view kDigits = "0123456789";
constexpr milliseconds kLongest = std::chrono::hours(24 * 365);

std::optional<int> Number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<unsigned> Month(std::string_view name) {
  constexpr std::array<std::string_view, 12> kNames = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto* const found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<unsigned>(found - kNames.begin()) + 1;
}

/// "Sun, 06 Nov 1994 08:49:37 GMT", the one form that servers may send today.
std::optional<std::chrono::system_clock::time_point> ParseHttpDate(std::string_view text) {
  if (text.size() != 29 || text.substr(3, 2) != ", " || text.substr(25) != " GMT" ||
      text[19] != ':' || text[22] != ':') {
    return std::nullopt;
  }
  const auto day = Number(text.substr(5, 2));
  const auto month = Month(text.substr(8, 3));
  const auto year = Number(text.substr(12, 4));
  const auto hour = Number(text.substr(17, 2));
  const auto minute = Number(text.substr(20, 2));
  const auto second = Number(text.substr(23, 2));
  if (!day || !month || !year || !hour || !minute || !second) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(*month),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok() || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
  return std::chrono::sys_days(date) + std::chrono::hours(*hour) + std::chrono::minutes(*minute) +
         std::chrono::seconds(*second);
}

}  // namespace

bool IsRetryableHttpStatus(int http_status) {
  if (http_status == 408 || http_status == 425 || http_status == 429) return true;
  return http_status >= 500 && http_status != 501 && http_status != 505;
}

milliseconds BackoffDelay(const RetryPolicy& policy, int attempt, double random,
                          std::optional<milliseconds> retry_after) {
  const double bound =
      std::min(static_cast<double>(policy.cap.count()),
               static_cast<double>(policy.base.count()) * std::exp2(std::max(0, attempt - 1)));
  const milliseconds own(static_cast<milliseconds::rep>(bound * std::clamp(random, 0.0, 1.0)));
  if (!retry_after) return own;
  // Jitter on top: whoever was told the same time must not come back at the same time.
  return std::min(*retry_after, policy.server_cap) + own / 4;
}

std::optional<milliseconds> ParseRetryAfter(std::string_view value,
                                            std::chrono::system_clock::time_point now) {
  const size_t begin = value.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return std::nullopt;
  value = value.substr(begin, value.find_last_not_of(" \t") + 1 - begin);
  if (value.find_first_not_of(kDigits) == std::string_view::npos) {
    const auto seconds = Number(value);
    if (!seconds) return kLongest;  // More digits than fit.
    return std::min<milliseconds>(std::chrono::seconds(*seconds), kLongest);
  }
  const auto date = ParseHttpDate(value);
  if (!date) return std::nullopt;
  return std::clamp<milliseconds>(std::chrono::ceil<milliseconds>(*date - now), milliseconds(0),
                                  kLongest);
}

}  // namespace gloss
