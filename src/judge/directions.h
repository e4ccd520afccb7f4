#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gloss {

/// Two words that go opposite ways about one figure.
struct OppositeWays {
  std::string statement;  ///< "rose", as it stands there.
  std::string evidence;   ///< "fewer".
};

/// "Attacks rose by 3.1 a month" against "had 3.1 fewer attacks a month": a figure of both with
/// words of opposite direction (up and down; gain and loss), where the evidence has most of the
/// statement's terms and no word of the statement's direction. Nothing where it is not sure: a
/// negation on either side, words of both directions on one, a comparison on both ("A is higher
/// than B", "B is lower than A"). en, de, es, fr, it; never in other languages.
std::optional<OppositeWays> FindOppositeWays(std::string_view statement, std::string_view evidence,
                                             std::string_view language);

}  // namespace gloss
