#include "text/figures.h"

#include <algorithm>
#include <utility>

#include "text/figures_dates.h"
#include "text/figures_value.h"

namespace gloss {
namespace {

bool IsMoney(const Unit* unit) { return unit != nullptr && unit->dimension == Dimension::kMoney; }

/// A unit and the token after it.
struct UnitRead {
  const Unit* unit = nullptr;
  size_t end = 0;
};

class FigureParser {
 public:
  FigureParser(std::string_view text, const std::vector<FigureToken>& tokens,
               const FigureLexicon& lexicon)
      : reader_(text, tokens, lexicon), lexicon_(lexicon) {}

  std::vector<Figure> Run() {
    for (size_t at = 0; at < reader_.size();) {
      const size_t end = ReadAt(at);
      at = end > at ? end : at + 1;
    }
    LinkRanges();
    return std::move(figures_);
  }

 private:
  /// Reads the figure at `at`, if one is there; the token after it, or `at`.
  size_t ReadAt(size_t at) {
    if (InName(at) || IsNameItself(at)) return at;
    if (const auto day = ReadSharedDay(reader_, at)) return EmitDate(*day, at);
    if (const auto date = ReadDate(reader_, at)) return EmitDate(*date, at);
    if (const int year = ShortYearAt(at); year != 0) {
      Figure figure = NewFigure(at, at + 1);
      figure.kind = FigureKind::kDate;
      figure.date.year = figure.date.last_year = year;
      return Emit(std::move(figure));
    }
    if (const auto clock = ReadClock(reader_, at)) {
      Figure figure = NewFigure(at, clock->end);
      figure.unit = UnitByName("clock");
      figure.value = figure.written = clock->minutes;
      return Emit(std::move(figure));
    }
    return ReadNumber(at);
  }

  /// "the '72 campaign": 1972; 0 for other digits.
  int ShortYearAt(size_t at) const {
    if (!reader_.IsDigits(at) || reader_.Folded(at).size() != 2 || at == 0) return 0;
    if (!reader_.Is(at - 1, "'") || reader_.tokens()[at].space_before) return 0;
    if (!reader_.tokens()[at - 1].space_before || UnitAt(at + 1).unit != nullptr) return 0;
    const std::string_view digits = reader_.Folded(at);
    const int year = (digits[0] - '0') * 10 + (digits[1] - '0');
    return year < 50 ? 2000 + year : 1900 + year;
  }

  /// "COVID-19", "F-16": the digits are part of a name.
  bool InName(size_t at) const {
    if (!reader_.IsDigits(at) || at < 2) return false;
    const FigureToken& dash = reader_.tokens()[at - 1];
    const FigureToken& word = reader_.tokens()[at - 2];
    // "F - 35"
    const bool spaced = word.capital && word.folded.size() <= 2;
    return dash.Is("-") && (spaced || (!dash.space_before && !reader_.tokens()[at].space_before)) &&
           word.IsWord() && (word.capital || word.has_digit) && !lexicon_.Month(word.folded);
  }

  /// "5G", "11S": a capital letter is written on to the digits and is no unit or scale.
  bool IsNameItself(size_t at) const {
    if (!reader_.IsDigits(at) || at + 1 >= reader_.size()) return false;
    const FigureToken& next = reader_.tokens()[at + 1];
    if (!next.IsWord() || next.space_before) return false;
    if (!next.capital && !next.folded.ends_with("ers")) return false;  // "the 49ers"
    return UnitBySign(reader_.Raw(at + 1)) == nullptr && !lexicon_.Scale(next.folded) &&
           lexicon_.UnitOf(next.folded) == nullptr && !(at > 0 && CurrencyAt(at - 1) != nullptr);
  }

  static Figure NewFigure(size_t first, size_t last) {
    Figure figure;
    figure.first = figure.bound_first = first;
    figure.last = figure.bound_last = last;
    return figure;
  }

  size_t Emit(Figure figure) {
    const size_t end = figure.last;
    AddBounds(figure);
    figures_.push_back(std::move(figure));
    return end;
  }

  size_t EmitDate(const DateRead& read, size_t at) {
    Figure figure = NewFigure(at, read.end);
    figure.kind = FigureKind::kDate;
    figure.date = read.date;
    if (read.last_day == 0) return Emit(std::move(figure));
    figure.last = figure.bound_last = read.last_day_at - 1;
    Emit(std::move(figure));
    Figure last = NewFigure(read.last_day_at, read.end);
    last.kind = FigureKind::kDate;
    last.date = read.date;
    last.date.day = read.last_day;
    return Emit(std::move(last));
  }

  // ---- Numbers ----------------------------------------------------------------------------------

  /// A currency sign or code at `at` before a number.
  const Unit* CurrencyAt(size_t at) const {
    const FigureToken& token = reader_.tokens()[at];
    if (token.IsWord() && !token.all_capitals) return nullptr;
    const Unit* unit = UnitBySign(reader_.Raw(at));
    if (!IsMoney(unit)) return nullptr;
    if (token.Is("$") && at > 0 && !token.space_before) {
      const std::string_view before = reader_.Folded(at - 1);
      if (before == "c" || before == "ca") return UnitByName("CAD");
      if (before == "a" || before == "au") return UnitByName("AUD");
      if (before == "r") return UnitByName("BRL");
    }
    return unit;
  }

  size_t ReadNumber(size_t at) {
    size_t start = at;
    const Unit* money = CurrencyAt(at);
    if (money != nullptr) ++start;
    bool negative = false;
    if (reader_.Is(start, "-") && start + 1 < reader_.size() &&
        !reader_.tokens()[start + 1].space_before && reader_.IsDigits(start + 1) &&
        reader_.tokens()[start].space_before) {
      negative = true;
      ++start;
    } else if (IsMinusWord(start)) {
      negative = true;
      ++start;
    }
    auto value = ReadValue(reader_, start, money != nullptr);
    if (!value) return at;
    if (value->code) {
      Figure code = NewFigure(at, value->end);
      code.kind = FigureKind::kCode;
      code.long_digits = std::move(value->long_digits);
      return Emit(std::move(code));
    }
    if (money == nullptr && !value->article && IsYearHere(start, *value)) {
      return EmitYear(start, value->end);
    }
    Figure figure = NewFigure(at, value->end);
    TakeValue(*value, negative, figure);
    if (value->ordinal) {
      figure.kind = FigureKind::kOrdinal;
      return Emit(std::move(figure));
    }
    if (const int year = value->plain && !value->scaled ? YearAt(reader_, start) : 0; year != 0) {
      figure.may_be_year = true;
      figure.date.year = figure.date.last_year = year;
    }
    TakeShare(figure);
    TakeUnit(money, figure);
    // An article like any other, unless it is the one of "one in four".
    if (figure.article && figure.unit == nullptr && figure.denominator == 0) return at;
    return Emit(std::move(figure));
  }

  /// "minus 5 °C"; without degrees, "moins" and "menos" are mostly "at least" or "less".
  bool IsMinusWord(size_t at) const {
    if (!reader_.IsDigits(at + 1)) return false;
    const std::string_view word = reader_.Folded(at);
    if (word != "minus" && word != "moins" && word != "menos" && word != "meno") return false;
    const Unit* unit = UnitAt(at + 2).unit;
    return unit != nullptr && (unit->dimension == Dimension::kTemperature || unit->name == "°");
  }

  static void TakeValue(FigureValue& value, bool negative, Figure& figure) {
    figure.value = negative ? -value.value : value.value;
    figure.other_value = value.other_value;
    figure.last_place = value.last_place;
    figure.long_digits = std::move(value.long_digits);
    figure.in_words = value.in_words;
    figure.article = value.article;
    figure.fraction = value.fraction;
    figure.written = figure.value;
  }

  /// "3 of 4", "one in five", "12 out of 40": the share is noted with the first number.
  void TakeShare(Figure& figure) const {
    if (reader_.IsAttached(figure.last, "/") && reader_.IsDigits(figure.last + 1) &&
        !reader_.tokens()[figure.last + 1].space_before) {  // "12/40"
      const auto whole = ReadValue(reader_, figure.last + 1, false);
      if (whole && !whole->code && whole->value > figure.value && figure.value >= 0) {
        figure.denominator = whole->value;
      }
      return;
    }
    for (size_t words = 3; words >= 1; --words) {
      const auto phrase = reader_.PhraseAt(figure.last, words);
      if (!phrase || !lexicon_.IsOutOf(phrase->words)) continue;
      size_t at = phrase->end;
      // "of the 40", "sur les 40"
      const auto whole = ReadValue(reader_, at, false);
      if (!whole || whole->article || whole->ordinal || whole->code || whole->fraction) return;
      if (whole->value <= figure.value || figure.value < 1) return;
      if (YearAt(reader_, at) != 0) return;
      figure.denominator = whole->value;
      return;
    }
  }

  /// Four digits that are a year by what stands around them.
  bool IsYearHere(size_t at, const FigureValue& value) const {
    if (!value.plain || value.scaled || value.ordinal || value.fraction) return false;
    if (value.end != at + 1 || YearAt(reader_, at) == 0) return false;
    if (at > 0 && reader_.Is(at - 1, "/") && !reader_.tokens()[at].space_before) return false;
    if (UnitAt(value.end).unit != nullptr) return false;
    if (at > 0) {
      const FigureToken& before = reader_.tokens()[at - 1];
      if (before.IsWord() && (lexicon_.IsYearCue(before.folded) || lexicon_.Month(before.folded))) {
        // "in 2000 homes": a lower-case noun right after counts.
        return YearAt(reader_, at) >= 1500 || !NounAfter(value.end);
      }
      if (before.Is("(") || before.Is("'")) return true;
      // "the 2013 Oxford study", "a 1984 film"
      const bool english = lexicon_.words().code == "en";
      if (english && IsArticle(at - 1) && YearAt(reader_, at) >= 1800) return true;
    }
    if (reader_.IsWord(value.end) && reader_.tokens()[value.end].capital &&
        lexicon_.words().code != "de" && YearAt(reader_, at) >= 1800) {
      return true;
    }
    return YearAt(reader_, at) >= 1800 && !NounAfter(value.end);
  }

  bool NounAfter(size_t at) const {
    return reader_.IsWord(at) && reader_.Folded(at).size() > 4 &&
           !lexicon_.IsRange(reader_.Folded(at));
  }

  size_t EmitYear(size_t at, size_t end) {
    Figure figure = NewFigure(at, end);
    figure.kind = FigureKind::kDate;
    const int year = YearAt(reader_, at);
    figure.date.year = figure.date.last_year = year;
    figure.value = figure.written = year;
    // "2019/20", "2019-20"
    if ((reader_.IsAttached(end, "/") || reader_.IsAttached(end, "-")) &&
        reader_.IsDigits(end + 1) && !reader_.tokens()[end + 1].space_before &&
        reader_.Folded(end + 1).size() == 2) {
      const std::string_view digits = reader_.Folded(end + 1);
      const int last = (digits[0] - '0') * 10 + (digits[1] - '0');
      if (last == (year + 1) % 100) {
        figure.date.last_year = year + 1;
        figure.last = figure.bound_last = end + 2;
      }
    }
    return Emit(std::move(figure));
  }

  // ---- Units ------------------------------------------------------------------------------------

  /// `signs`: "$" and "mg" count, not words alone.
  UnitRead UnitAt(size_t at, bool signs = true) const {
    if (at >= reader_.size()) return {};
    if (reader_.IsAttached(at, "-") && reader_.IsWord(at + 1) &&
        !reader_.tokens()[at + 1].space_before) {
      ++at;  // "5-mg", "10-year-old"
    }
    for (size_t words = FigureLexicon::kLongestPhrase; words >= 1; --words) {
      const auto phrase = reader_.PhraseAt(at, words);
      if (!phrase) continue;
      if (const Unit* unit = lexicon_.UnitOf(phrase->words)) return {unit, phrase->end};
    }
    return signs ? SignAt(at) : UnitRead{};
  }

  UnitRead SignAt(size_t at) const {
    const FigureToken& token = reader_.tokens()[at];
    if (token.Is("°")) {
      if (at + 1 < reader_.size() && reader_.IsWord(at + 1)) {
        const Unit* unit = UnitBySign("°" + std::string(reader_.Raw(at + 1)));
        if (unit != nullptr) return {unit, at + 2};
      }
      return {UnitByName("°"), at + 1};
    }
    const std::string_view raw = reader_.Raw(at);
    // "two $1-million loans"
    if (reader_.IsDigits(at + 1) && !reader_.tokens()[at + 1].space_before && !token.Is("%")) {
      return {};
    }
    // One capital letter is a name more often than a unit.
    if (raw.size() == 1 && token.capital && token.space_before) return {};
    const Unit* unit = UnitBySign(raw);
    if (unit == nullptr) return {};
    if (reader_.Is(at, "us") || reader_.Is(at, "in")) return {};
    return {unit, at + 1};
  }

  void TakeUnit(const Unit* money, Figure& figure) const {
    UnitRead read = UnitAt(figure.last, !figure.article);  // "a $5 note"
    if (money != nullptr) {
      if (!IsMoney(read.unit)) read = {money, figure.last};  // "$5", "US$ 5 dollars"
    } else if (read.unit == nullptr &&
               (reader_.Is(figure.last, "us") || reader_.Is(figure.last, "u"))) {
      // "5 U.S. dollars", "5 US$"
      size_t at = figure.last + 1;
      while (at < reader_.size() && at < figure.last + 5 &&
             (reader_.Is(at, ".") || reader_.Is(at, "s"))) {
        ++at;
      }
      if (const UnitRead dollars = at < reader_.size() ? UnitAt(at) : UnitRead{};
          IsMoney(dollars.unit)) {
        read = dollars;
      }
    }
    if (read.unit == nullptr) {
      // Millions "of dollars", "de euros", "di euro".
      if (figure.value >= 1e3L && reader_.IsWord(figure.last) &&
          lexicon_.IsOf(reader_.Folded(figure.last)) && figure.last + 1 < reader_.size()) {
        size_t at = figure.last + 1;
        if (reader_.Is(at, "'")) ++at;
        if (at < reader_.size()) {
          const UnitRead after = UnitAt(at);
          if (after.unit != nullptr) read = after;
        }
      }
      if (read.unit == nullptr) {
        figure.per = nullptr;
        TakePer(figure);
        return;
      }
    }
    if (const size_t end = HalfAfter(reader_, read.end);
        end != 0 && read.unit->dimension == Dimension::kTime) {
      figure.value += 0.5L;  // "dos años y medio"
      figure.written += 0.5L;
      read.end = end;
    }
    figure.last = figure.bound_last = read.end;
    SetUnit(read.unit, figure);
    TakePer(figure);
  }

  static void SetUnit(const Unit* unit, Figure& figure) {
    figure.unit = unit;
    figure.value = figure.value * unit->factor + unit->offset;
    if (figure.other_value) *figure.other_value = *figure.other_value * unit->factor + unit->offset;
    figure.last_place *= unit->factor;
  }

  /// "/day", "per kilogram", "a week", "am Tag".
  void TakePer(Figure& figure) const {
    size_t unit_at = 0;
    bool any_unit = false;
    if (reader_.Is(figure.last, "/")) {
      unit_at = figure.last + 1;
      any_unit = true;
    } else {
      for (size_t words = 2; words >= 1 && unit_at == 0; --words) {
        const auto phrase = reader_.PhraseAt(figure.last, words);
        if (!phrase || !lexicon_.IsPer(phrase->words)) continue;
        unit_at = phrase->end;
        any_unit = phrase->words == "per" || phrase->words == "pro" || phrase->words == "par" ||
                   phrase->words == "por" || phrase->words == "je";
      }
      if (unit_at > 0 && reader_.Is(unit_at, "'")) ++unit_at;  // "all'anno", "à l'heure"
    }
    if (unit_at == 0 || unit_at >= reader_.size()) return;
    const UnitRead read = UnitAt(unit_at);
    if (read.unit == nullptr || IsMoney(read.unit) || read.unit->dimension == Dimension::kPercent) {
      return;
    }
    if (!any_unit && read.unit->dimension != Dimension::kTime) return;
    if (figure.unit == nullptr && any_unit && reader_.Is(figure.last, "/")) return;  // "3/h"
    // "im Jahr 2020" is a date.
    if (YearAt(reader_, read.end) != 0) return;
    figure.last = figure.bound_last = read.end;
    figure.per = read.unit;
    const auto is = [](const Unit* unit, std::string_view name) {
      return unit != nullptr && unit->name == name;
    };
    const Unit* speed = nullptr;
    if (is(figure.unit, "km") && is(read.unit, "h")) speed = UnitByName("km/h");
    if (is(figure.unit, "m") && is(read.unit, "s")) speed = UnitByName("m/s");
    if (is(figure.unit, "mile") && is(read.unit, "h")) speed = UnitByName("mph");
    if (speed != nullptr) {
      const long double shift = speed->factor / figure.unit->factor;
      figure.value *= shift;
      figure.last_place *= shift;
      if (figure.other_value) *figure.other_value *= shift;
      figure.unit = speed;
      figure.per = nullptr;
    }
  }

  // ---- Bounds -----------------------------------------------------------------------------------

  static Bound SignBound(std::string_view sign) {
    if (sign == "~" || sign == "≈" || sign == "∼" || sign == "±") return Bound::kAbout;
    if (sign == "<" || sign == "‹") return Bound::kLessThan;
    if (sign == ">" || sign == "›") return Bound::kMoreThan;
    if (sign == "≤" || sign == "⩽") return Bound::kAtMost;
    if (sign == "≥" || sign == "⩾") return Bound::kAtLeast;
    return Bound::kNone;
  }

  bool IsArticle(size_t at) const {
    static constexpr std::string_view kArticles[] = {
        "the", "a",   "an", "die", "der", "den", "dem", "le", "la",  "les", "el",
        "los", "las", "il", "i",   "gli", "lo",  "l",   "un", "del", "al"};
    return std::find(std::begin(kArticles), std::end(kArticles), reader_.Folded(at)) !=
           std::end(kArticles);
  }

  void AddBounds(Figure& figure) const {
    size_t at = figure.first;
    for (int skipped = 0; skipped < 2 && at > 0; ++skipped) {
      if (const Bound sign = SignBound(reader_.Folded(at - 1)); sign != Bound::kNone) {
        // "±" between two numbers is no bound.
        if (reader_.Is(at - 1, "±") && at >= 2 && reader_.IsDigits(at - 2)) break;
        SetBefore(sign, at - 1, figure);
        // ">=" and "<="
        break;
      }
      if (reader_.Is(at - 1, "=") && at >= 2) {
        const Bound sign = SignBound(reader_.Folded(at - 2));
        if (sign == Bound::kMoreThan) SetBefore(Bound::kAtLeast, at - 2, figure);
        if (sign == Bound::kLessThan) SetBefore(Bound::kAtMost, at - 2, figure);
        break;
      }
      for (size_t words = FigureLexicon::kLongestPhrase; words >= 1; --words) {
        const auto phrase = reader_.PhraseBefore(at, words);
        if (!phrase) continue;
        const Bound bound = lexicon_.BoundBefore(phrase->words);
        if (bound == Bound::kNone || NotABound(phrase->words, figure)) continue;
        SetBefore(bound, phrase->end, figure);
        figure.loose_bound = phrase->words == "over" || phrase->words == "über" ||
                             phrase->words == "oltre" || phrase->words == "oltre i";
        break;
      }
      if (figure.bound != Bound::kNone || (!IsArticle(at - 1) && !reader_.Is(at - 1, "#"))) break;
      --at;
    }
    if (figure.bound != Bound::kNone) return;
    if (reader_.IsAttached(figure.last, "+") ||
        (figure.last < reader_.size() && reader_.Is(figure.last, "+"))) {
      figure.bound = Bound::kAtLeast;
      figure.bound_last = figure.last + 1;
      return;
    }
    for (size_t words = 2; words >= 1; --words) {
      const auto phrase = reader_.PhraseAt(figure.last, words);
      if (!phrase) continue;
      const Bound bound = lexicon_.BoundAfter(phrase->words);
      if (bound == Bound::kNone) continue;
      figure.bound = bound;
      figure.bound_last = phrase->end;
      return;
    }
  }

  /// Words that bound a number only sometimes.
  bool NotABound(std::string_view phrase, const Figure& figure) const {
    // "over the 1990s", "some day", "up to 5 May", "under two weeks": of dates only a few.
    if (figure.kind == FigureKind::kDate) return phrase != "about" && phrase != "around";
    if (figure.kind == FigureKind::kOrdinal) return true;
    const Dimension dimension = figure.unit == nullptr ? Dimension::kNone : figure.unit->dimension;
    // "over six weeks", "über drei Jahre", "hasta": a stretch of time as often as a bound.
    if (dimension == Dimension::kTime || dimension == Dimension::kClock) {
      return phrase == "ab" || phrase == "gegen" || phrase == "hasta" || phrase == "near" ||
             phrase == "c" || phrase == "under" || phrase == "unter";
    }
    if (figure.article && figure.unit != nullptr) return phrase == "over" || phrase == "under";
    return false;
  }

  static void SetBefore(Bound bound, size_t first, Figure& figure) {
    figure.bound = bound;
    figure.bound_first = first;
  }

  // ---- Ranges -----------------------------------------------------------------------------------

  /// "5–10 mg", "5 to 10 million", "between 5 and 10", "7–2".
  void LinkRanges() {
    for (size_t i = 0; i + 1 < figures_.size(); ++i) {
      Figure& first = figures_[i];
      Figure& second = figures_[i + 1];
      if (first.bound_last > second.first || second.first - first.last > 3) continue;
      if (first.kind == FigureKind::kCode || second.kind == FigureKind::kCode) continue;
      size_t at = first.last;
      const bool dash = reader_.Is(at, "-");
      const std::string_view joint = reader_.Folded(at);
      if (!dash && !lexicon_.IsRange(joint)) continue;
      ++at;
      if (reader_.IsWord(at) && IsArticle(at) && at + 1 == second.first) ++at;
      if (at != second.first) continue;
      ShareUnit(first, second);
      const bool between = !lexicon_.IsNumberJoint(joint) || SaysBetween(first);
      const bool choice = joint == "or" || joint == "oder" || joint == "o" || joint == "ou";
      if ((dash || between) && !choice) first.partner = i + 1;
    }
  }

  bool SaysBetween(const Figure& first) const {
    if (first.bound_first == 0) return false;
    const std::string_view word = reader_.Folded(first.bound_first - 1);
    return word == "between" || word == "zwischen" || word == "entre" || word == "tra" ||
           word == "fra";
  }

  /// The first number of a range has the unit and the scale of the second.
  static void ShareUnit(Figure& first, const Figure& second) {
    if (first.kind != FigureKind::kNumber || second.kind != FigureKind::kNumber) return;
    if (first.unit != nullptr && !IsMoney(first.unit)) return;
    if (first.unit == nullptr && second.unit != nullptr && !first.article &&
        second.unit->dimension != Dimension::kClock) {
      SetUnit(second.unit, first);
      first.per = second.per;
      first.may_be_year = false;
    }
    // "5 to 10 million": the scale is shared too.
    if (first.written < 1000 && second.written >= 1000 && first.unit == second.unit) {
      for (const long double scale : {1e3L, 1e6L, 1e9L, 1e12L}) {
        const long double mantissa = second.written / scale;
        if (mantissa < 1 || mantissa >= 1000 || second.last_place < scale / 1e3L) continue;
        if (first.written >= mantissa || mantissa >= 1000) continue;
        if (second.written != mantissa * scale || second.in_words) continue;
        if (!first.other_value) first.other_value = first.value * scale;
        break;
      }
    }
  }

  FigureReader reader_;
  const FigureLexicon& lexicon_;
  std::vector<Figure> figures_;
};

}  // namespace

FigureText ReadFigures(std::string_view text, std::string_view language) {
  const FigureLexicon& lexicon = FigureLexicon::Of(language);
  FigureText read;
  read.tokens = FigureTokensOf(text, {.space_groups = lexicon.words().code != "en"});
  read.figures = FigureParser(text, read.tokens, lexicon).Run();
  return read;
}

}  // namespace gloss
