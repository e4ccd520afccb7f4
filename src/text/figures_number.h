#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gloss {

/// A number as it was written in digits.
struct WrittenNumber {
  long double value = 0;
  /// The other reading of an ambiguous spelling ("1.234" is 1234 or 1.234).
  std::optional<long double> other_value;
  /// Value of the last written place: 1 for "413", 0.1 for "412.6".
  long double last_place = 1;
  /// The digits without leading zeros when there are more than 17 of them: such numbers are equal
  /// only when all their digits are.
  std::string long_digits;
  bool plain = false;  ///< Digits only.
  bool code = false;   ///< No number: "1.2.3", "192.168.0.1".
};

/// Reads digits with separators . , ' and space. `decimal_sign` is what the language writes; the
/// other of . and , then divides thousands. Linear; digits without end do not overflow.
/// REQUIRES: `digits` begins and ends with an ASCII digit.
WrittenNumber ReadWrittenNumber(std::string_view digits, char decimal_sign);

}  // namespace gloss
