#include "text/figures_number.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gloss {
namespace {

/// Far below the greatest exponent of long double and of double.
constexpr int kGreatestExponent = 250;
constexpr size_t kExactDigits = 17;

long double PowerOfTen(long long exponent) {
  const long long bounded = std::clamp<long long>(exponent, -kGreatestExponent, kGreatestExponent);
  return std::pow(10.0L, static_cast<long double>(bounded));
}

/// The value of whole digits followed by decimal digits.
long double ValueOf(std::string_view whole, std::string_view decimals) {
  long double value = 0;
  long long exponent = 0;  // places after those that were read
  size_t read = 0;
  const auto take = [&](char digit, bool decimal) {
    if (read < 30) {
      if (read > 0 || digit != '0') ++read;
      value = value * 10 + (digit - '0');
      if (decimal) --exponent;
    } else if (!decimal) {
      ++exponent;
    }
  };
  for (const char digit : whole) take(digit, false);
  // Zeros after the sign count as read, or a million of them would underflow.
  constexpr size_t kMostDecimals = 60;
  for (const char digit : decimals.substr(0, std::min(decimals.size(), kMostDecimals))) {
    take(digit, true);
  }
  return value * PowerOfTen(exponent);
}

void SetPlain(std::string_view whole, std::string_view decimals, WrittenNumber& number) {
  number.value = ValueOf(whole, decimals);
  number.last_place = PowerOfTen(-static_cast<long long>(std::min<size_t>(decimals.size(), 200)));
  const size_t first = std::min(whole.find_first_not_of('0'), whole.size());
  if (whole.size() - first + decimals.size() > kExactDigits) {
    number.long_digits = std::string(whole.substr(first)) + '.' + std::string(decimals);
  }
}

}  // namespace

WrittenNumber ReadWrittenNumber(std::string_view digits, char decimal_sign) {
  WrittenNumber number;
  std::vector<std::string_view> groups;
  std::string signs;
  size_t begin = 0;
  for (size_t i = 0; i <= digits.size(); ++i) {
    if (i < digits.size() && digits[i] >= '0' && digits[i] <= '9') continue;
    groups.push_back(digits.substr(begin, i - begin));
    if (i < digits.size()) signs += digits[i];
    begin = i + 1;
  }
  if (signs.empty()) {
    number.plain = true;
    SetPlain(digits, {}, number);
    return number;
  }
  const auto join = [&](size_t count) {
    std::string whole;
    for (size_t i = 0; i < count; ++i) whole += groups[i];
    return whole;
  };
  // Thousands: groups of three after the first; Indian numbers have groups of two before the last.
  const auto grouped = [&](size_t count) {
    if (groups[0].size() > 3 || groups[0] == "0") return false;
    for (size_t i = 1; i < count; ++i) {
      const bool last = i + 1 == count;
      if (groups[i].size() != 3 && (last || groups[i].size() != 2)) return false;
    }
    return true;
  };
  const char last = signs.back();
  const bool last_is_alone = std::count(signs.begin(), signs.end(), last) == 1;
  const bool same = std::all_of(signs.begin(), signs.end(), [&](char c) { return c == signs[0]; });
  const bool may_be_decimal = (last == '.' || last == ',') && last_is_alone;

  if (signs.size() == 1) {
    const bool thousands = grouped(2) && groups[1].size() == 3;
    if (!may_be_decimal) {  // a space or an apostrophe: the lexer saw three digits
      SetPlain(join(2), {}, number);
    } else if (!thousands) {
      SetPlain(groups[0], groups[1], number);
    } else {
      const long double whole = ValueOf(join(2), {});
      const long double decimal = ValueOf(groups[0], groups[1]);
      const bool is_decimal = last == decimal_sign;
      number.value = is_decimal ? decimal : whole;
      number.other_value = is_decimal ? whole : decimal;
      number.last_place = is_decimal ? 0.001L : 1;
    }
    return number;
  }
  if (may_be_decimal && !same && grouped(groups.size() - 1)) {
    SetPlain(join(groups.size() - 1), groups.back(), number);
  } else if (same && grouped(groups.size())) {
    SetPlain(join(groups.size()), {}, number);
  } else {
    number.code = true;
    number.long_digits = std::string(digits);
  }
  return number;
}

}  // namespace gloss
