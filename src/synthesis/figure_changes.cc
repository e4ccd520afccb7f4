#include "synthesis/figure_changes.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace gloss {
namespace {

constexpr long double kMostInWords = 12;
constexpr size_t kDigits = 9;

bool IsSign(const FigureToken& token, std::string_view signs) {
  return token.kind == FigureTokenKind::kSymbol && token.folded.size() == 1 &&
         signs.find(token.folded[0]) != std::string_view::npos;
}

std::string InCaseOf(const FigureToken& old_word, std::string_view new_word) {
  std::string out(new_word);
  if (old_word.capital && !out.empty() && out[0] >= 'a' && out[0] <= 'z') {
    out[0] = static_cast<char>(out[0] - 'a' + 'A');
  }
  return out;
}

}  // namespace

FigureChanger::FigureChanger(std::string_view statement, std::string_view language,
                             const ContradictionWords& lists)
    : statement_(statement),
      language_(language),
      lists_(lists),
      roles_(RoleWordsOf(language)),
      figures_(ReadFigures(statement, language)) {}

bool FigureChanger::IsOneOfMany() const {
  // "If two people meet", "the lowest rate in 25 years", "stronger than 2 years ago".
  static const std::map<std::string_view, std::set<std::string_view>> kWords = {
      {"en",
       {"if", "when", "whenever", "than", "lowest", "highest", "best", "worst", "largest",
        "smallest", "fewest", "since"}},
      {"de", {"wenn", "falls", "sofern", "dann", "niedrigste", "höchste", "seit"}},
      {"es", {"si", "cuando", "desde"}},
      {"fr", {"si", "quand", "lorsque", "depuis"}},
      {"it", {"se", "quando"}}};
  const auto words = kWords.find(language_);
  return words != kWords.end() &&
         std::any_of(figures_.tokens.begin(), figures_.tokens.end(), [&](const FigureToken& token) {
           return words->second.contains(token.folded);
         });
}

bool FigureChanger::StandsOnce(std::string_view word) const {
  size_t count = 0;
  for (const FigureToken& token : figures_.tokens) {
    if (token.span.In(statement_) == word) ++count;
  }
  return count == 1;
}

std::string FigureChanger::With(size_t token, std::string_view text) const {
  const Span& span = TokenAt(token).span;
  std::string out(statement_.substr(0, span.begin));
  out += text;
  out += statement_.substr(span.end);
  return out;
}

bool FigureChanger::IsFree(size_t index, bool joined) const {
  const Figure& figure = figures_.figures[index];
  if (figure.bound != Bound::kNone || figure.loose_bound || figure.fraction || figure.article ||
      figure.partner != Figure::kNoPartner || figure.denominator != 0 ||
      !figure.long_digits.empty()) {
    return false;
  }
  for (const Figure& other : figures_.figures) {
    if (other.partner == index) return false;
  }
  if (figure.first > 0) {
    const FigureToken& before = TokenAt(figure.first - 1);
    const std::vector<std::string_view>& labels = lists_.labels;
    const bool joint = joined && FigureLexicon::Of(language_).IsNumberJoint(before.folded);
    const bool label =
        !joint && std::find(labels.begin(), labels.end(), before.folded) != labels.end();
    // A month's day and "in 2019" are dates; their words are no labels.
    if ((label && figure.kind != FigureKind::kDate) || IsSign(before, "/-:([#.§+±<>=~") ||
        before.IsDigits() || before.all_capitals || before.has_digit ||
        (before.capital && before.folded.size() == 1)) {
      return false;
    }
    // "§" is more than one byte.
    if (before.folded == "§" || before.folded == "±" || before.folded == "–") return false;
  }
  if (figure.last < figures_.tokens.size()) {
    const FigureToken& after = TokenAt(figure.last);
    if (IsSign(after, "/-:)]") || after.IsDigits() || after.folded == "–") return false;
    // "5 or 6", "1 bis 3".
    const bool joins = after.folded == "or" || after.folded == "oder" || after.folded == "bis" ||
                       after.folded == "o" || after.folded == "ou" || after.folded == "to";
    if (joins && figure.last + 1 < figures_.tokens.size() && TokenAt(figure.last + 1).IsDigits()) {
      return false;
    }
  }
  return true;
}

std::optional<std::string> FigureChanger::OtherNumber(RandomChoice& random) const {
  if (IsOneOfMany()) return std::nullopt;
  const FigureLexicon& lexicon = FigureLexicon::Of(language_);
  std::vector<std::string> made;
  for (size_t i = 0; i < figures_.figures.size(); ++i) {
    const Figure& figure = figures_.figures[i];
    if (figure.kind != FigureKind::kNumber || figure.may_be_year || !IsFree(i)) continue;
    size_t at = figure.first;
    while (at < figure.last && !TokenAt(at).IsDigits() && !figure.in_words) ++at;
    if (at == figure.last || !StandsOnce(TextOf(at))) continue;
    const FigureToken& token = TokenAt(at);
    if (figure.in_words) {
      const auto value = token.IsWord() ? lexicon.Cardinal(token.folded) : std::nullopt;
      const bool scaled = at + 1 < figure.last && lexicon.Scale(TokenAt(at + 1).folded);
      if (!value || *value < 2 || *value > kMostInWords || *value != figure.written || scaled) {
        continue;
      }
      std::vector<std::string_view> others;
      for (const ValueWord& word : lexicon.words().cardinals) {
        if (word.value >= 2 && word.value <= kMostInWords && word.value != *value) {
          others.push_back(word.word);
        }
      }
      if (others.empty()) continue;
      made.push_back(With(at, InCaseOf(token, others[random.Below(others.size())])));
      continue;
    }
    std::string digits(TextOf(at));
    if (digits[0] < '1' || digits[0] > '9' || digits == "1") continue;
    const auto first = static_cast<size_t>(digits[0] - '1');
    size_t other = (first + 1 + random.Below(kDigits - 1)) % kDigits;
    // One thing has no plural.
    if (digits.size() == 1 && other == 0) other = first == 4 ? 7 : 4;
    digits[0] = static_cast<char>('1' + other);
    made.push_back(With(at, digits));
  }
  if (made.empty()) return std::nullopt;
  return made[random.Below(made.size())];
}

std::optional<std::string> FigureChanger::OtherDate(RandomChoice& random) const {
  const FigureLexicon& lexicon = FigureLexicon::Of(language_);
  for (size_t i = 0; i < figures_.figures.size(); ++i) {
    const Figure& figure = figures_.figures[i];
    const bool bare_year = figure.may_be_year && figure.date.year != 0 && figure.first > 0 &&
                           lexicon.IsYearCue(TokenAt(figure.first - 1).folded);
    if ((figure.kind != FigureKind::kDate && !bare_year) || !IsFree(i) ||
        figure.date.last_year > figure.date.year || figure.date.day_or_month) {
      continue;
    }
    // "The aim for 2030": there may be another one for another year.
    static const std::set<std::string_view> kFor = {"for", "für", "para", "pour", "per"};
    if (figure.first > 0 && kFor.contains(TokenAt(figure.first - 1).folded)) continue;
    for (size_t at = figure.first; at < figure.last; ++at) {
      const FigureToken& token = TokenAt(at);
      if (!token.IsDigits() || token.folded != std::to_string(figure.date.year) ||
          !StandsOnce(TextOf(at))) {
        continue;
      }
      constexpr size_t kMostYears = 9;
      const int years = static_cast<int>(2 + random.Below(kMostYears));
      const int year = figure.date.year + (random.Below(2) == 0 ? years : -years);
      return With(at, std::to_string(year));
    }
    for (size_t at = figure.first; at < figure.last; ++at) {
      const FigureToken& token = TokenAt(at);
      const auto month = token.IsWord() ? lexicon.Month(token.folded) : std::nullopt;
      if (!month || figure.last - figure.first < 2) continue;
      std::vector<std::string_view> others;
      for (const ValueWord& word : lexicon.words().months) {
        // Not the short forms.
        if (word.value != *month && word.word.size() > 3) others.push_back(word.word);
      }
      if (others.empty()) continue;
      return With(at, InCaseOf(token, others[random.Below(others.size())]));
    }
  }
  return std::nullopt;
}

std::optional<std::string> FigureChanger::OtherUnit() const {
  if (IsOneOfMany()) return std::nullopt;
  for (size_t i = 0; i < figures_.figures.size(); ++i) {
    const Figure& figure = figures_.figures[i];
    if (figure.kind != FigureKind::kNumber || figure.written == 1 || !IsFree(i)) continue;
    for (size_t at = figure.first + 1; at < figure.last; ++at) {
      const FigureToken& token = TokenAt(at);
      // "10 p.m.": a letter of an abbreviation.
      if (token.span.begin > 0 && statement_[token.span.begin - 1] == '.') continue;
      for (const auto& [left, right] : lists_.units) {
        const bool is_left = token.folded == left;
        if (!is_left && token.folded != right) continue;
        const std::string_view other = is_left ? right : left;
        // Another pair has it too: the first is taken, so that the change goes one way.
        return With(at, InCaseOf(token, other));
      }
    }
  }
  return std::nullopt;
}

std::optional<std::string> FigureChanger::SwappedNumbers() const {
  const auto usable = [this](size_t i) {
    const Figure& figure = figures_.figures[i];
    return figure.kind == FigureKind::kNumber && !figure.in_words && !figure.may_be_year &&
           figure.value != 1 && IsFree(i, true) && TokenAt(figure.first).IsDigits() &&
           !IsGlued(figure.first) && StandsOnce(TextOf(figure.first));
  };
  // "1.5 million" and "15,000": the word of scale would go with the wrong one; "3.0 groups".
  const auto scale = [this](const Figure& figure) {
    const size_t next = figure.first + 1;
    return next < figures_.tokens.size() &&
           FigureLexicon::Of(language_).Scale(TokenAt(next).folded).has_value();
  };
  const auto whole = [](const Figure& figure) {
    return figure.last_place >= 1 &&
           figure.written == static_cast<long double>(static_cast<long long>(figure.written));
  };
  for (size_t i = 0; i + 1 < figures_.figures.size(); ++i) {
    const Figure& first = figures_.figures[i];
    const Figure& second = figures_.figures[i + 1];
    if (!usable(i) || !usable(i + 1) || first.unit != second.unit || first.value == second.value ||
        scale(first) || scale(second) || whole(first) != whole(second) ||
        second.last >= figures_.tokens.size() || second.first < first.last + 2) {
      continue;
    }
    // Each must say something of a thing of its own.
    const FigureToken& after_first = TokenAt(first.last);
    const FigureToken& after_second = TokenAt(second.last);
    const bool own = after_first.IsWord() && after_second.IsWord() &&
                     (after_first.folded != after_second.folded ||
                      (second.last + 1 < figures_.tokens.size() &&
                       TokenAt(first.last + 1).folded != TokenAt(second.last + 1).folded));
    const FigureLexicon& lexicon = FigureLexicon::Of(language_);
    bool share = false;
    for (size_t at = first.last; at < second.first; ++at) {
      share = share || (lexicon.IsOf(TokenAt(at).folded) && second.first - first.last < 4) ||
              TokenAt(at).Is(";");
    }
    if (!own || share) continue;
    const Span& a = TokenAt(first.first).span;
    const Span& b = TokenAt(second.first).span;
    std::string out(statement_.substr(0, a.begin));
    out += b.In(statement_);
    out += statement_.substr(a.end, b.begin - a.end);
    out += a.In(statement_);
    out += statement_.substr(b.end);
    return out;
  }
  return std::nullopt;
}

}  // namespace gloss
