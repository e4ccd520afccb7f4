#include "text/figures_dates.h"

#include <algorithm>
#include <string>
#include <vector>

namespace gloss {
namespace {

/// A small whole number in digits; -1 for others.
int SmallNumber(std::string_view digits) {
  if (digits.empty() || digits.size() > 4) return -1;
  int value = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  return value;
}

std::vector<int> PartsOf(std::string_view digits, char sign) {
  std::vector<int> parts;
  while (parts.size() < 4) {
    const size_t end = std::min(digits.find(sign), digits.size());
    parts.push_back(SmallNumber(digits.substr(0, end)));
    if (end == digits.size()) break;
    digits.remove_prefix(end + 1);
  }
  return parts;
}

bool IsDay(int value) { return value >= 1 && value <= 31; }
bool IsMonthNumber(int value) { return value >= 1 && value <= 12; }
bool IsYear(int value) { return value >= 1000 && value <= 2100; }

/// 1998 for 98 and 2026 for 26.
int FullYear(int value, size_t digits) {
  if (digits != 2) return value;
  return value < 50 ? 2000 + value : 1900 + value;
}

void SetYear(int year, FigureDate& date) { date.year = date.last_year = year; }

/// Day, month and year in figures; English may mean the month first.
std::optional<FigureDate> NumericDate(int first, int second, int year, bool english) {
  FigureDate date;
  if (!IsYear(year)) return std::nullopt;
  SetYear(year, date);
  if (IsDay(first) && IsMonthNumber(second)) {
    date.day = first;
    date.month = second;
    date.day_or_month = english && IsMonthNumber(first) && first != second;
    return date;
  }
  if (english && IsMonthNumber(first) && IsDay(second)) {
    date.month = first;
    date.day = second;
    return date;
  }
  return std::nullopt;
}

class DateReader {
 public:
  explicit DateReader(const FigureReader& reader) : reader_(reader), lexicon_(reader.lexicon()) {}

  std::optional<DateRead> Read(size_t at) const {
    if (auto date = Numeric(at)) return date;
    if (auto date = Era(at)) return date;
    if (auto date = Weekday(at)) return date;
    if (auto date = DayMonth(at)) return date;
    return MonthFirst(at);
  }

  /// "14 June 2026", "14. Juni", "14 de junio de 2026", "1er mai", "the 14th of June".
  std::optional<DateRead> DayMonth(size_t at) const {
    size_t next = 0;
    const int day = Day(at, next);
    if (day == 0) return std::nullopt;
    while (reader_.IsWord(next) && lexicon_.IsDateJoint(reader_.Folded(next))) ++next;
    const int month = Month(next, true);
    if (month == 0) return std::nullopt;
    DateRead read;
    read.date.day = day;
    read.date.month = month;
    read.end = next + 1;
    TakeYear(read);
    return read;
  }

  /// A day in digits or as an ordinal; `next` is the token after it.
  int Day(size_t at, size_t& next) const {
    if (reader_.IsDigits(at)) {
      const int day = SmallNumber(reader_.Folded(at));
      if (!IsDay(day)) return 0;
      next = at + 1;
      if (next < reader_.size() && !reader_.tokens()[next].space_before &&
          (reader_.Is(next, ".") || lexicon_.IsOrdinalEnding(reader_.Folded(next)))) {
        ++next;
      }
      return day;
    }
    if (!reader_.IsWord(at)) return 0;
    const auto ordinal = lexicon_.Ordinal(reader_.Folded(at));
    const auto value = ordinal ? ordinal : lexicon_.Cardinal(std::string(reader_.Folded(at)));
    if (!value || *value < 1 || *value > 31) return 0;
    next = at + 1;
    return static_cast<int>(*value);
  }

 private:
  /// The month named at `at`; 0 for none. Short forms and words that are others too count only
  /// beside a day or a year.
  int Month(size_t at, bool beside_number) const {
    if (!reader_.IsWord(at)) return 0;
    const FigureToken& token = reader_.tokens()[at];
    if (token.has_digit) return 0;
    const auto month = lexicon_.Month(token.folded);
    if (!month) return 0;
    const bool short_form = token.folded.size() <= 3;
    const bool double_meaning = token.folded == "may" || token.folded == "march" ||
                                token.folded == "august" || token.folded == "mars";
    // Texts that are all in small letters have months too.
    const bool capital = !lexicon_.words().months_capitalised || token.capital;
    if (!capital && (short_form || double_meaning)) return 0;
    if (!beside_number && (short_form || (double_meaning && at == 0))) return 0;
    if (!beside_number && token.folded == "sept") return 0;
    return static_cast<int>(*month);
  }

  /// ", 2026", "de 2026", ". 2026" after a month.
  void TakeYear(DateRead& read) const {
    size_t at = read.end;
    if (reader_.IsAttached(at, ".") || reader_.IsAttached(at, ",")) ++at;
    while (reader_.IsWord(at) && lexicon_.IsDateJoint(reader_.Folded(at))) ++at;
    const int year = YearAt(reader_, at);
    if (year == 0) return;
    SetYear(year, read.date);
    read.end = at + 1;
  }

  /// "June 14, 2026", "June 2026", "junio de 2026", "in June".
  std::optional<DateRead> MonthFirst(size_t at) const {
    const bool english = lexicon_.words().code == "en";
    if (!reader_.IsWord(at) || !lexicon_.Month(reader_.Folded(at))) return std::nullopt;
    DateRead read;
    read.end = at + 1;
    size_t day_at = at + 1;
    if (reader_.IsAttached(day_at, ".")) ++day_at;
    if (reader_.Is(day_at, "the")) ++day_at;
    size_t next = 0;
    if (english && reader_.IsDigits(day_at)) {
      if (const int day = Day(day_at, next); day != 0 && !Counts(next)) {
        read.date.month = Month(at, true);
        read.date.day = day;
        read.end = next;
        // "14." ends a sentence
        if (reader_.Is(next - 1, ".")) --read.end;
        TakeLastDay(read);
      }
    }
    if (read.date.month == 0) {
      DateRead with_year = read;
      TakeYear(with_year);
      read.date.month = Month(at, with_year.date.year != 0);
      if (read.date.month == 0) return std::nullopt;
      // Lower-case months that are other words: "mars" and "set" alone.
      if (with_year.date.year == 0 && !lexicon_.words().months_capitalised && at == 0) {
        return std::nullopt;
      }
      read.date.year = with_year.date.year;
      read.date.last_year = with_year.date.year;
      read.end = with_year.end;
      return read;
    }
    TakeYear(read);
    return read;
  }

  /// The "-16" of "June 14-16".
  void TakeLastDay(DateRead& read) const {
    if (!reader_.Is(read.end, "-") || !reader_.IsDigits(read.end + 1)) return;
    size_t next = 0;
    const int day = Day(read.end + 1, next);
    if (day <= read.date.day || Counts(next)) return;
    read.last_day = day;
    read.last_day_at = read.end + 1;
    read.end = reader_.Is(next - 1, ".") ? next - 1 : next;
  }

  /// "June 14 people …": the number counts something.
  bool Counts(size_t at) const {
    return at < reader_.size() && (lexicon_.UnitOf(reader_.Folded(at)) != nullptr ||
                                   reader_.Is(at, "%") || lexicon_.Scale(reader_.Folded(at)));
  }

  std::optional<DateRead> Weekday(size_t at) const {
    if (!reader_.IsWord(at)) return std::nullopt;
    const FigureToken& token = reader_.tokens()[at];
    const auto weekday = lexicon_.Weekday(token.folded);
    if (!weekday) return std::nullopt;
    const bool english = lexicon_.words().code == "en";
    size_t next = at + 1;
    if (reader_.IsAttached(next, ".") || reader_.IsAttached(next, ",")) ++next;
    while (reader_.IsWord(next) && reader_.Folded(next).size() <= 3 &&
           (reader_.Is(next, "the") || reader_.Is(next, "den") || reader_.Is(next, "dem") ||
            reader_.Is(next, "der") || reader_.Is(next, "le") || reader_.Is(next, "el"))) {
      ++next;
    }
    auto date = Numeric(next);
    if (!date) date = DayMonth(next);
    if (!date && english) date = MonthFirst(next);
    if (!date) {
      if (token.folded.size() <= 5 && english) return std::nullopt;  // "sun", "wed"
      date = DateRead{.date = {}, .end = at + 1};
    }
    date->date.weekday = static_cast<int>(*weekday);
    return date;
  }

  /// 2026-06-14, 14.06.2026, 14/06/2026, 14-06-2026.
  std::optional<DateRead> Numeric(size_t at) const {
    if (!reader_.IsDigits(at)) return std::nullopt;
    const bool english = lexicon_.words().code == "en";
    const std::string_view folded = reader_.Folded(at);
    if (folded.find('.') != std::string_view::npos) {
      const std::vector<int> parts = PartsOf(folded, '.');
      if (parts.size() != 3) return std::nullopt;
      const size_t year_digits = folded.size() - folded.rfind('.') - 1;
      const auto date = NumericDate(parts[0], parts[1], FullYear(parts[2], year_digits), english);
      if (!date) return std::nullopt;
      return DateRead{*date, at + 1};
    }
    for (const std::string_view sign : {"-", "/", "."}) {
      if (!reader_.IsAttached(at + 1, sign) || !reader_.IsDigits(at + 2) ||
          reader_.tokens()[at + 2].space_before || !reader_.IsAttached(at + 3, sign) ||
          !reader_.IsDigits(at + 4) || reader_.tokens()[at + 4].space_before) {
        continue;
      }
      const int first = SmallNumber(folded);
      const int second = SmallNumber(reader_.Folded(at + 2));
      const int third = SmallNumber(reader_.Folded(at + 4));
      FigureDate date;
      if (IsYear(first) && folded.size() == 4 && IsMonthNumber(second) && IsDay(third)) {
        SetYear(first, date);
        date.month = second;
        date.day = third;
        return DateRead{date, at + 5};
      }
      const size_t year_digits = reader_.Folded(at + 4).size();
      if (const auto numeric = NumericDate(first, second, FullYear(third, year_digits), english)) {
        return DateRead{*numeric, at + 5};
      }
    }
    return std::nullopt;
  }

  static DateRead Years(int first, int last, size_t end) {
    DateRead read;
    read.date.year = first;
    read.date.last_year = last;
    read.end = end;
    return read;
  }

  /// Decades and centuries.
  std::optional<DateRead> Era(size_t at) const {
    if (auto decade = Decade(at)) return decade;
    // "siglo XIX"
    if (reader_.IsWord(at)) {
      if (lexicon_.IsCentury(reader_.Folded(at))) {
        if (const int number = reader_.IsWord(at + 1) ? Roman(at + 1) : 0; number > 0) {
          return Years((number - 1) * 100, number * 100, at + 2);
        }
      }
    }
    // "19th century", "19. Jahrhundert", "XIXe siècle", "diciannovesimo secolo"
    size_t next = 0;
    int number = 0;
    if (reader_.IsDigits(at)) {
      number = Day(at, next);
      if (next == at + 1) number = 0;  // "19 centuries"
    } else if (reader_.IsWord(at)) {
      const auto ordinal = lexicon_.Ordinal(reader_.Folded(at));
      number = ordinal ? static_cast<int>(*ordinal) : Roman(at);
      next = at + 1;
    }
    if (number < 1 || number > 21) return std::nullopt;
    if (reader_.IsAttached(next, "-")) ++next;
    if (!lexicon_.IsCentury(reader_.Folded(next))) return std::nullopt;
    return Years((number - 1) * 100, number * 100, next + 1);
  }

  /// "1990s", "the '90s", "1990er", "años 90", "années 1990", "anni '90".
  std::optional<DateRead> Decade(size_t at) const {
    const std::string_view language = lexicon_.words().code;
    if (reader_.IsDigits(at)) {
      const std::string_view folded = reader_.Folded(at);
      const int number = SmallNumber(folded);
      if (number < 0 || number % 10 != 0 || (folded.size() != 4 && folded.size() != 2)) {
        return std::nullopt;
      }
      size_t next = at + 1;
      if (reader_.IsAttached(next, "'")) ++next;
      if (!reader_.IsWord(next) || reader_.tokens()[next].space_before) return std::nullopt;
      const std::string_view ending = reader_.Folded(next);
      const bool decade = (ending == "s" && (language == "en" || folded.size() == 4)) ||
                          (language == "de" && (ending == "er" || ending == "ern"));
      if (!decade) return std::nullopt;
      // "in his 30s" is an age.
      if (folded.size() == 2 && at > 0 && reader_.Folded(at - 1) != "the" &&
          reader_.Folded(at - 1) != "'" && reader_.Folded(at - 1) != "-" &&
          reader_.Folded(at - 1) != "early" && reader_.Folded(at - 1) != "late") {
        return std::nullopt;
      }
      return DecadeOf(number, folded.size(), next + 1);
    }
    if (const int tens = TensInWords(at); tens != 0) return DecadeOf(tens, 2, at + 1);
    const std::string_view word = reader_.Folded(at);
    const bool cue = (language == "es" && (word == "años" || word == "década")) ||
                     (language == "fr" && word == "années") || (language == "it" && word == "anni");
    if (!cue) return std::nullopt;
    size_t next = at + 1;
    if (reader_.Is(next, "de")) ++next;
    if (reader_.Is(next, "los")) ++next;
    if (reader_.Is(next, "'")) ++next;
    if (const auto tens = ReadValue(reader_, next, false);
        tens && tens->in_words && !tens->scaled && IsTens(tens->value)) {  // "años setenta"
      return DecadeOf(static_cast<int>(tens->value), 2, tens->end);
    }
    if (!reader_.IsDigits(next)) return std::nullopt;
    const std::string_view folded = reader_.Folded(next);
    const int number = SmallNumber(folded);
    if (number < 0 || number % 10 != 0 || (folded.size() != 4 && folded.size() != 2)) {
      return std::nullopt;
    }
    return DecadeOf(number, folded.size(), next + 1);
  }

  static bool IsTens(long double value) {
    return value >= 20 && value <= 90 && static_cast<int>(value) % 10 == 0;
  }

  /// "the nineties", "neunziger Jahre": 90; 0 for other words.
  int TensInWords(size_t at) const {
    if (!reader_.IsWord(at) || at == 0) return 0;
    const std::string_view language = lexicon_.words().code;
    std::string word(reader_.Folded(at));
    if (language == "en" && word.ends_with("ties")) {
      // "in his sixties" is an age.
      const std::string_view before = reader_.Folded(at - 1);
      if (before != "the" && before != "early" && before != "late" && before != "nineteen")
        return 0;
      word.replace(word.size() - 3, 3, "y");
    } else if (language == "de" && word.ends_with("iger") &&
               reader_.Folded(at + 1).starts_with("jahr")) {
      word.resize(word.size() - 2);
    } else {
      return 0;
    }
    const auto tens = lexicon_.Cardinal(word);
    return tens && IsTens(*tens) ? static_cast<int>(*tens) : 0;
  }

  static DateRead DecadeOf(int number, size_t digits, size_t end) {
    const int year = digits == 2 ? (number < 20 ? 2000 : 1900) + number : number;
    return Years(year, year + 9 + (year % 100 == 0 && digits == 4 ? 90 : 0), end);
  }

  /// A Roman number up to 21 in capitals, perhaps with a French ending; 0 for others.
  int Roman(size_t at) const {
    static constexpr std::string_view kRoman[] = {
        "i",   "ii",   "iii", "iv", "v",   "vi",   "vii",   "viii", "ix", "x",  "xi",
        "xii", "xiii", "xiv", "xv", "xvi", "xvii", "xviii", "xix",  "xx", "xxi"};
    std::string_view word = reader_.Folded(at);
    for (const std::string_view ending : {"ème", "e"}) {
      if (word.size() > ending.size() && word.ends_with(ending)) {
        word.remove_suffix(ending.size());
        break;
      }
    }
    if (!reader_.tokens()[at].capital && lexicon_.words().code != "fr") return 0;
    const auto* found = std::find(std::begin(kRoman), std::end(kRoman), word);
    return found == std::end(kRoman) ? 0 : static_cast<int>(found - std::begin(kRoman)) + 1;
  }

  const FigureReader& reader_;
  const FigureLexicon& lexicon_;
};

/// "am", "p.m."; the hours to add or -1.
int HalfDay(const FigureReader& reader, size_t at, size_t& end) {
  if (!reader.IsWord(at)) return -1;
  const std::string_view word = reader.Folded(at);
  if (word == "am" || word == "pm") {
    end = at + 1;
    return word == "pm" ? 12 : 0;
  }
  if ((word == "a" || word == "p") && reader.IsAttached(at + 1, ".") &&
      reader.IsAttached(at + 2, "m")) {
    end = at + 3;
    return word == "p" ? 12 : 0;
  }
  return -1;
}

}  // namespace

std::optional<DateRead> ReadDate(const FigureReader& reader, size_t at) {
  return DateReader(reader).Read(at);
}

std::optional<DateRead> ReadSharedDay(const FigureReader& reader, size_t at) {
  const DateReader dates(reader);
  size_t next = 0;
  if (!reader.IsDigits(at)) return std::nullopt;
  const int day = dates.Day(at, next);
  if (day == 0) return std::nullopt;
  const bool joint = reader.Is(next, "-") || reader.lexicon().IsRange(reader.Folded(next)) ||
                     reader.lexicon().IsNumberJoint(reader.Folded(next));
  if (!joint) return std::nullopt;
  const auto date = dates.DayMonth(next + 1);
  if (!date) return std::nullopt;
  DateRead read{date->date, next};
  read.date.day = day;
  return read;
}

int YearAt(const FigureReader& reader, size_t at) {
  if (!reader.IsDigits(at) || reader.Folded(at).size() != 4) return 0;
  const int year = SmallNumber(reader.Folded(at));
  return IsYear(year) ? year : 0;
}

std::optional<ClockRead> ReadClock(const FigureReader& reader, size_t at) {
  if (!reader.IsDigits(at)) return std::nullopt;
  const std::string_view folded = reader.Folded(at);
  ClockRead read;
  int hours = SmallNumber(folded);
  int minutes = 0;
  bool is_clock = false;
  size_t end = at + 1;
  if (reader.IsAttached(end, ":") && reader.IsDigits(end + 1) &&
      !reader.tokens()[end + 1].space_before && reader.Folded(end + 1).size() == 2 &&
      !reader.IsAttached(end + 2, ":")) {
    minutes = SmallNumber(reader.Folded(end + 1));
    end += 2;
    is_clock = folded.size() <= 2;
  } else if (folded.find('.') != std::string_view::npos) {
    const std::vector<int> parts = PartsOf(folded, '.');
    if (parts.size() != 2 || folded.size() - folded.rfind('.') != 3) return std::nullopt;
    hours = parts[0];
    minutes = parts[1];
  } else if (reader.IsWord(end) && !reader.tokens()[end].space_before &&
             reader.Folded(end).size() == 3 && reader.Folded(end)[0] == 'h') {
    minutes = SmallNumber(reader.Folded(end).substr(1));  // "17h30"
    is_clock = minutes >= 0;
    ++end;
  }
  // "10 h 15"
  if (!is_clock && folded.size() <= 2 && reader.Is(end, "h") && reader.IsDigits(end + 1) &&
      reader.Folded(end + 1).size() == 2) {
    minutes = SmallNumber(reader.Folded(end + 1));
    is_clock = minutes >= 0;
    end += 2;
  }
  if (reader.Is(end, "uhr")) {
    is_clock = true;
    ++end;
    if (reader.IsDigits(end) && minutes == 0 && reader.Folded(end).size() == 2 &&
        SmallNumber(reader.Folded(end)) >= 0) {
      minutes = SmallNumber(reader.Folded(end));
      ++end;
    }
  }
  if (reader.lexicon().words().code == "en") {
    size_t after = end;
    if (const int half = HalfDay(reader, end, after); half >= 0 && hours <= 12) {
      is_clock = true;
      end = after;
      hours = hours % 12 + half;
    }
  }
  if (!is_clock || hours < 0 || hours > 24 || minutes < 0 || minutes > 59) return std::nullopt;
  read.minutes = hours * 60 + minutes;
  read.end = end;
  return read;
}

}  // namespace gloss
