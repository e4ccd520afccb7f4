#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "synthesis/contradiction_words.h"
#include "synthesis/random_choice.h"
#include "synthesis/role_words.h"
#include "text/figures.h"

namespace gloss {

/// Changes of a statement's figures after which it contradicts what it said. A figure is left alone
/// when it is bounded, one of a range or share, a label ("Article 5"), part of a code
/// ("2019/1156"), or stands in the statement twice. Keeps a view of the statement and of the lists.
class FigureChanger {
 public:
  FigureChanger(std::string_view statement, std::string_view language,
                const ContradictionWords& lists);

  /// Another first digit, or another number word: clearly apart whatever is rounded.
  std::optional<std::string> OtherNumber(RandomChoice& random) const;

  /// Another year, else another month, of a date.
  std::optional<std::string> OtherDate(RandomChoice& random) const;

  /// Another unit or scale of a number.
  std::optional<std::string> OtherUnit() const;

  /// Two numbers of one unit that say something of different things change places.
  std::optional<std::string> SwappedNumbers() const;

  /// Two numbers that are told of two groups change places: "5 vs 12", "5 and 12, respectively"; or
  /// those of a change with its direction: "rose from 5 to 7" → "fell from 7 to 5".
  std::optional<std::string> SwappedGroups() const;

 private:
  /// `joined`: it may stand after "and".
  bool IsFree(size_t figure, bool joined = false) const;
  const FigureToken& TokenAt(size_t index) const { return figures_.tokens[index]; }
  std::string_view TextOf(size_t token) const { return TokenAt(token).span.In(statement_); }
  /// It speaks of a case, or compares times: another number may be true as well.
  bool IsOneOfMany() const;
  bool StandsOnce(std::string_view word) const;
  /// Two numbers in digits, each alone: no range, no deviation, not one of a longer list.
  bool IsPlainPair(size_t first, size_t second) const;
  /// Such a pair as it stands side by side: what is between, folded; nothing: it does not.
  std::optional<std::string> Between(size_t first, size_t second) const;
  bool IsGlued(size_t token) const;   ///< To the letters after it: "99mTc".
  bool FollowsP(size_t token) const;  ///< It is the value of a test: "p = .04".
  std::string PairSwapped(size_t first, size_t second) const;
  std::optional<std::string> ChangeTurned(size_t first, size_t second) const;
  std::string With(size_t token, std::string_view text) const;

  const std::string_view statement_;
  const std::string_view language_;
  const ContradictionWords& lists_;
  const RoleWords& roles_;
  const FigureText figures_;
};

}  // namespace gloss
