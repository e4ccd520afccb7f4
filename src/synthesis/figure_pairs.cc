// Pairs of numbers that change places: the part of FigureChanger that swaps.
#include <algorithm>

#include "synthesis/figure_changes.h"
#include "synthesis/phrases.h"
#include "text/characters.h"

namespace gloss {
namespace {

constexpr size_t kMostToVerb = 6;         ///< Tokens from the verb to "from".
constexpr size_t kMostToRespective = 12;  ///< From the second number to "respectively".

bool IsOneOf(const FigureToken& token, std::string_view signs) {
  return token.kind == FigureTokenKind::kSymbol &&
         signs.find(token.folded) != std::string_view::npos;
}

}  // namespace

bool FigureChanger::IsPlainPair(size_t first, size_t second) const {
  for (const size_t index : {first, second}) {
    const Figure& figure = figures_.figures[index];
    if (figure.kind != FigureKind::kNumber || figure.in_words || figure.may_be_year ||
        figure.bound != Bound::kNone || figure.fraction || !TokenAt(figure.first).IsDigits()) {
      return false;
    }
    // "99mTc" is a name; "p = .04" tells nothing of groups.
    if (IsGlued(figure.first) || FollowsP(figure.first)) return false;
    if (figure.first > 0) {
      const FigureToken& before = TokenAt(figure.first - 1);
      if (IsOneOf(before, "<>=~±+-/") || before.has_digit || before.IsDigits()) return false;
    }
    if (figure.last < figures_.tokens.size()) {
      const FigureToken& after = TokenAt(figure.last);
      if (IsOneOf(after, "±+-/") || after.IsDigits() || after.has_digit) return false;
    }
  }
  const Figure& a = figures_.figures[first];
  const Figure& b = figures_.figures[second];
  // "Was 5 and 12 %", "(5 vs 12 %)": the first has no unit of its own; in "year 1 vs 12 %" it has
  // no part in it.
  const bool no_unit =
      a.unit == nullptr && a.first > 0 &&
      (IsOneOf(TokenAt(a.first - 1), "(,") || HasWord(roles_.copulas, TokenAt(a.first - 1).folded));
  return a.value != b.value && (a.unit == b.unit || no_unit);
}

bool FigureChanger::IsGlued(size_t token) const {
  const size_t end = TokenAt(token).span.end;
  return end < statement_.size() && IsLetter(CharAt(statement_, end).kind);
}

bool FigureChanger::FollowsP(size_t token) const {
  constexpr size_t kReach = 7;
  for (size_t at = token; at-- > 0 && token - at <= kReach;) {
    if (TokenAt(at).folded == "p") return true;
    if (IsOneOf(TokenAt(at), "(;")) return false;
  }
  return false;
}

std::optional<std::string> FigureChanger::Between(size_t first, size_t second) const {
  std::string between;
  for (size_t at = figures_.figures[first].last; at < figures_.figures[second].first; ++at) {
    if (IsOneOf(TokenAt(at), ".")) continue;
    between += (between.empty() ? "" : " ") + TokenAt(at).folded;
    constexpr size_t kMost = 24;
    if (between.size() > kMost) return std::nullopt;
  }
  return between;
}

std::string FigureChanger::PairSwapped(size_t first, size_t second) const {
  const Span& a = TokenAt(figures_.figures[first].first).span;
  const Span& b = TokenAt(figures_.figures[second].first).span;
  return WithSwapped(statement_, a, b, false, {});
}

std::optional<std::string> FigureChanger::ChangeTurned(size_t first, size_t second) const {
  const size_t from = figures_.figures[first].first;
  if (from < 2 || !HasWord(roles_.from, TokenAt(from - 1).folded)) return std::nullopt;
  const std::string swapped = PairSwapped(first, second);
  for (size_t at = from - 1; at-- > 0 && from - at <= kMostToVerb;) {
    const FigureToken& verb = TokenAt(at);
    if (HasWord(roles_.passed, verb.folded)) return swapped;
    for (const auto& [left, right] : lists_.opposites) {
      if (verb.folded != left && verb.folded != right) continue;
      // The verb stands before the numbers, so that its place is the same in both texts.
      return WithReplaced(swapped, verb.span, verb.folded == left ? right : left);
    }
  }
  return std::nullopt;
}

std::optional<std::string> FigureChanger::SwappedGroups() const {
  for (size_t i = 0; i + 1 < figures_.figures.size(); ++i) {
    const std::optional<std::string> between = Between(i, i + 1);
    if (!between || !IsPlainPair(i, i + 1)) continue;
    if (HasWord(roles_.versus, *between)) {
      // Of three it is not told which goes with which.
      const bool third = (i > 0 && HasWord(roles_.versus, Between(i - 1, i).value_or(""))) ||
                         (i + 2 < figures_.figures.size() &&
                          HasWord(roles_.versus, Between(i + 1, i + 2).value_or("")));
      // "6 of 15 versus 0 of 6": these are two shares.
      const size_t begin = figures_.figures[i].first;
      const bool share = begin > 0 && FigureLexicon::Of(language_).IsOf(TokenAt(begin - 1).folded);
      if (!third && !share) return PairSwapped(i, i + 1);
      continue;
    }
    if (HasWord(roles_.to, *between)) {
      if (auto turned = ChangeTurned(i, i + 1)) return turned;
      continue;
    }
    const FigureLexicon& lexicon = FigureLexicon::Of(language_);
    const bool joined = lexicon.IsNumberJoint(*between) ||
                        (between->starts_with(", ") && lexicon.IsNumberJoint(between->substr(2)));
    if (!joined || roles_.respectively.empty()) continue;
    const size_t last = figures_.figures[i + 1].last;
    const size_t reach = std::min(figures_.tokens.size(), last + kMostToRespective);
    for (size_t at = last; at < reach; ++at) {
      if (TokenAt(at).IsDigits()) break;
      if (TokenAt(at).folded == roles_.respectively) return PairSwapped(i, i + 1);
    }
  }
  return std::nullopt;
}

}  // namespace gloss
