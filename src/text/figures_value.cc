#include "text/figures_value.h"

#include <array>
#include <utility>

#include "text/figures_number.h"

namespace gloss {
namespace {

bool PassedOver(const FigureToken& token) { return token.Is("'") || token.Is("-"); }

/// Scale words that are a number alone; "millions" and "Tausende" are none.
bool StandsAsNumber(std::string_view word, std::string_view language) {
  if (language == "de") return word == "hundert" || word == "tausend";
  if (language == "es") return word == "cien" || word == "ciento" || word == "mil";
  if (language == "fr") return word == "cent" || word == "mille";
  if (language == "it") return word == "cento" || word == "mille";
  return false;
}

/// "per cent", "pour mille": the scale word belongs to a unit.
bool AfterPer(const FigureReader& reader, size_t at) {
  if (at == 0) return false;
  const std::string_view before = reader.Folded(at - 1);
  return before == "per" || before == "pour" || before == "por" || before == "vom";
}

std::optional<long double> SignFraction(std::string_view sign) {
  static constexpr std::array<std::pair<std::string_view, long double>, 15> kFractions = {
      {{"½", 0.5L},
       {"¼", 0.25L},
       {"¾", 0.75L},
       {"⅓", 1.0L / 3},
       {"⅔", 2.0L / 3},
       {"⅕", 0.2L},
       {"⅖", 0.4L},
       {"⅗", 0.6L},
       {"⅘", 0.8L},
       {"⅙", 1.0L / 6},
       {"⅚", 5.0L / 6},
       {"⅛", 0.125L},
       {"⅜", 0.375L},
       {"⅝", 0.625L},
       {"⅞", 0.875L}}};
  for (const auto& [name, value] : kFractions) {
    if (name == sign) return value;
  }
  return std::nullopt;
}

/// Reads number words: "two hundred and five thousand".
class NumberWords {
 public:
  NumberWords(const FigureReader& reader, size_t at) : reader_(reader), at_(at) {}

  std::optional<FigureValue> Read() {
    const FigureLexicon& lexicon = reader_.lexicon();
    size_t at = at_;
    bool after_joint = false;
    while (reader_.IsWord(at)) {
      const FigureToken& token = reader_.tokens()[at];
      if (!Take(lexicon, at, token.folded, after_joint)) break;
      end_ = at + 1;
      at = end_;
      after_joint = false;
      // "twenty-one", "vingt et un": the joint counts only when a number word follows.
      if (reader_.IsAttached(at, "-") && at + 1 < reader_.size() &&
          !reader_.tokens()[at + 1].space_before) {
        ++at;
      } else if (reader_.IsWord(at) && lexicon.IsNumberJoint(reader_.Folded(at)) && MayJoin()) {
        ++at;
        after_joint = true;
      }
    }
    if (end_ == 0 || (only_one_ && !scaled_)) return Article();
    FigureValue value;
    value.end = end_;
    value.value = total_ + current_;
    value.in_words = true;
    value.scaled = scaled_;
    return value;
  }

 private:
  static constexpr long double kGreatest = 1e18L;

  /// After "and" only a number goes on that has room: "one hundred and five", "treinta y uno".
  bool MayJoin() const { return (current_ >= 20 || total_ > 0) && last_ != 0; }

  bool Take(const FigureLexicon& lexicon, size_t at, const std::string& word, bool after_joint) {
    if (const auto scale = lexicon.Scale(word)) {
      if (after_joint) return false;
      return TakeScale(at, word, *scale);
    }
    if (lexicon.IsOne(word) && !lexicon.Cardinal(word)) {  // an article too
      const bool alone = end_ == 0;
      const bool completes = current_ >= 20 && !alone && after_joint;
      if (!alone && !completes) return false;
      only_one_ = alone;
      current_ += 1;
      last_ = 1;
      return true;
    }
    const auto cardinal = lexicon.Cardinal(word);
    if (!cardinal) return false;
    if (only_one_) return false;
    return TakeCardinal(lexicon, word, *cardinal, after_joint);
  }

  bool TakeScale(size_t at, std::string_view word, long double scale) {
    if (AfterPer(reader_, at)) return false;
    if (end_ == 0 && !StandsAsNumber(word, reader_.lexicon().words().code)) return false;
    if (scale < 1000) {
      // "two hundred", "a dozen": at most once in a row.
      if (current_ >= 100 || (scale == 12 && current_ > 12)) return false;
      current_ = (current_ == 0 ? 1 : current_) * scale;
    } else if (current_ == 0 && total_ > 0 && scale > last_) {
      total_ *= scale;  // "mil millones"
    } else {
      if (current_ == 0 && end_ != 0) return false;
      total_ += (current_ == 0 ? 1 : current_) * scale;
      current_ = 0;
    }
    if (total_ > kGreatest || current_ > kGreatest) return false;
    last_ = scale;
    scaled_ = true;
    return true;
  }

  bool TakeCardinal(const FigureLexicon& lexicon, std::string_view word, long double value,
                    bool after_joint) {
    const long double rest =
        current_ - static_cast<long double>(static_cast<long long>(current_ / 100) * 100);
    if (lexicon.words().code == "fr") {
      const bool vingt = word == "vingt" || word == "vingts";
      if (vingt && rest == 4 && last_ == 4) {  // quatre-vingts
        current_ += 76;
        last_ = 20;
        return true;
      }
      if (rest == 10 && last_ == 10 && value >= 7 && value <= 9) {  // dix-huit
        current_ += value;
        last_ = value;
        return true;
      }
      const bool over_sixty =
          (rest == 60 || rest == 80) && value >= 10 && value < 20 && (last_ == 60 || last_ == 20);
      if (over_sixty || (value < 10 && rest >= 70 && rest < 100 &&
                         static_cast<int>(rest) % 10 == 0 && last_ == 10)) {
        current_ += value;  // soixante-dix, soixante-dix-sept
        last_ = value;
        return true;
      }
    }
    const bool first = end_ == 0 || (scaled_ && current_ == 0 && last_ >= 1000);
    const bool fits_hundred = current_ >= 100 && rest == 0 && value < 100;
    const bool fits_tens = rest >= 20 && static_cast<int>(rest) % 10 == 0 && value < 10 &&
                           value >= 1 && (last_ >= 20 && last_ < 100);
    if (!first && !fits_hundred && !fits_tens) return false;
    if (after_joint && first && end_ == 0) return false;
    // "two thousand and five" but not "five thousand and three thousand": a scale would follow.
    current_ += value;
    last_ = value;
    return true;
  }

  /// A bare article or "one".
  std::optional<FigureValue> Article() const {
    if (end_ == 0) return std::nullopt;
    FigureValue value;
    value.end = at_ + 1;
    value.value = 1;
    value.in_words = true;
    value.article = true;
    return value;
  }

  const FigureReader& reader_;
  size_t at_;
  size_t end_ = 0;
  long double total_ = 0;
  long double current_ = 0;
  long double last_ = 0;  ///< Value of the word read last.
  bool only_one_ = false;
  bool scaled_ = false;
};

/// Words for a half that are no other word.
bool IsHalfAlone(std::string_view word) {
  return word == "half" || word == "hälfte" || word == "mitad" || word == "moitié" ||
         word == "metà";
}

bool EndsHere(const FigureReader& reader, size_t at) {
  return at >= reader.size() || (!reader.IsWord(at) && !reader.IsDigits(at) && !reader.Is(at, "-"));
}

/// "half", "a third of", "two thirds", "drei Viertel", "un tercio de".
std::optional<FigureValue> ReadFraction(const FigureReader& reader, size_t at) {
  const FigureLexicon& lexicon = reader.lexicon();
  FigureValue value;
  value.in_words = true;
  value.fraction = true;
  value.last_place = 0.01L;
  const std::string_view word = reader.Folded(at);
  const auto part = [&](size_t i) { return lexicon.Fraction(reader.Folded(i)); };
  if (const auto half = part(at); half && *half == 0.5L) {
    const size_t next = at + (reader.Is(at + 1, "-") ? 2 : 1);
    // "half an hour", "media hora", "half a million"
    size_t thing = next;
    while (reader.IsWord(thing) &&
           (lexicon.IsOne(reader.Folded(thing)) || lexicon.IsOf(reader.Folded(thing)))) {
      ++thing;
    }
    const auto scale = lexicon.Scale(reader.Folded(thing));
    if (scale && *scale >= 12) {
      value.end = thing + 1;
      value.value = 0.5L * *scale;
      value.last_place = 0.1L * *scale;
      value.fraction = false;
      value.scaled = true;
      return value;
    }
    if (reader.IsWord(thing) && lexicon.UnitOf(reader.Folded(thing)) != nullptr) {
      value.end = thing;
      value.value = 0.5L;
      value.fraction = false;
      return value;
    }
    if (!IsHalfAlone(word) || reader.IsAttached(at + 1, "-")) return std::nullopt;
    value.end = at + 1;
    value.value = 0.5L;
    return value;
  }
  // "eine halbe Milliarde", "un demi-million", "a half hour"
  if (lexicon.IsOne(word) && at + 1 < reader.size()) {
    if (const auto half = part(at + 1); half && *half == 0.5L) {
      if (auto read = ReadFraction(reader, at + 1)) return read;
    }
  }
  // A count before the part.
  long double count = 0;
  size_t next = at + 1;
  if (lexicon.IsOne(word)) {
    count = 1;
  } else if (const auto cardinal =
                 reader.IsWord(at) ? lexicon.Cardinal(std::string(word)) : std::nullopt) {
    count = *cardinal;
  }
  if (count < 1 || count > 20) return std::nullopt;
  if (reader.IsAttached(next, "-")) ++next;
  const auto share = part(next);
  if (!share || *share > 0.5L) return std::nullopt;
  if (count * *share > 1 || reader.IsAttached(next + 1, "-")) return std::nullopt;  // "half-life"
  // "a third party", "a second": one part needs "of", or the end, after it.
  const bool plain = lexicon.IsOf(reader.Folded(next + 1)) || EndsHere(reader, next + 1);
  if (count == 1 && !plain && *share != 0.5L) return std::nullopt;
  // "three quarters" of a year, "two seconds"
  if (count > 1 && !plain && lexicon.Ordinal(reader.Folded(next))) return std::nullopt;
  value.end = next + 1;
  value.value = count * *share;
  return value;
}

/// Scale words after digits; "5m" and "3bn" of money too.
void TakeScales(const FigureReader& reader, bool money, FigureValue& value) {
  for (int taken = 0; taken < 2 && value.end < reader.size(); ++taken) {
    const FigureToken& token = reader.tokens()[value.end];
    size_t at = value.end;
    if (taken == 0 && reader.IsAttached(at, "-") && reader.IsWord(at + 1) &&
        reader.lexicon().Scale(reader.Folded(at + 1))) {
      ++at;  // "5-million"
    }
    if (!reader.IsWord(at)) return;
    const std::string_view word = reader.Folded(at);
    std::optional<long double> scale = reader.lexicon().Scale(word);
    if (word == "k" && token.space_before) scale.reset();
    if (!scale && money && !token.space_before) {
      if (word == "m" || word == "mm") scale = 1e6L;
      if (word == "b") scale = 1e9L;
    }
    if (!scale || value.scale > 1e15L) return;
    value.value *= *scale;
    value.last_place *= *scale;
    if (value.other_value) *value.other_value *= *scale;
    value.scale *= *scale;
    value.scaled = true;
    value.end = at + 1;
    // "Mio."
    if (reader.IsAttached(value.end, ".") && word.size() <= 4 && value.end + 1 < reader.size()) {
      ++value.end;
    }
  }
}

std::optional<FigureValue> ReadDigits(const FigureReader& reader, size_t at, bool money) {
  const FigureLexicon& lexicon = reader.lexicon();
  const WrittenNumber number = ReadWrittenNumber(reader.Folded(at), lexicon.words().decimal_sign);
  FigureValue value;
  value.end = at + 1;
  value.value = number.value;
  value.other_value = number.other_value;
  value.last_place = number.last_place;
  value.long_digits = number.long_digits;
  value.code = number.code;
  value.plain = number.plain;
  if (value.code) return value;
  // "1/2", "2 1/2"
  const auto slash_fraction = [&](size_t i) -> std::optional<long double> {
    if (!reader.IsDigits(i) || !reader.IsAttached(i + 1, "/") || !reader.IsDigits(i + 2) ||
        reader.tokens()[i + 2].space_before || reader.Is(i + 3, "/") ||
        reader.Folded(i).size() > 2 || reader.Folded(i + 2).size() > 2) {
      return std::nullopt;
    }
    const long double top = ReadWrittenNumber(reader.Folded(i), '.').value;
    const long double bottom = ReadWrittenNumber(reader.Folded(i + 2), '.').value;
    if (bottom <= top || bottom == 0 || bottom > 20) return std::nullopt;
    return top / bottom;
  };
  if (const auto fraction = slash_fraction(at)) {
    value.end = at + 3;
    value.value = *fraction;
    value.last_place = 0.01L;
    value.fraction = true;
    return value;
  }
  if (value.end < reader.size()) {
    if (const auto sign = SignFraction(reader.Folded(value.end))) {
      value.value += *sign;
      value.last_place = 0.1L;
      ++value.end;
    }
  }
  if (reader.IsWord(value.end) && !reader.tokens()[value.end].space_before &&
      lexicon.IsOrdinalEnding(reader.Folded(value.end)) && number.plain) {
    value.ordinal = true;
    ++value.end;
    return value;
  }
  if (lexicon.words().code == "en" && number.plain &&
      (reader.Is(value.end, "th") || reader.Is(value.end, "nd") || reader.Is(value.end, "rd"))) {
    value.ordinal = true;  // "95 th"
    ++value.end;
    return value;
  }
  if (reader.IsAttached(value.end, "º") || reader.IsAttached(value.end, "ª")) {
    value.ordinal = true;
    ++value.end;
    return value;
  }
  TakeScales(reader, money, value);
  if (const size_t end = HalfAfter(reader, value.end); end != 0 && !value.scaled) {
    value.value += 0.5L;
    value.end = end;
  }
  return value;
}

}  // namespace

std::optional<FigureReader::Phrase> FigureReader::PhraseAt(size_t at, size_t count) const {
  Phrase phrase;
  size_t words = 0;
  while (words < count && at < tokens_.size()) {
    if (tokens_[at].IsWord()) {
      if (words > 0) phrase.words += ' ';
      phrase.words += tokens_[at].folded;
      ++words;
    } else if (words == 0 || !PassedOver(tokens_[at])) {
      return std::nullopt;
    }
    ++at;
  }
  if (words < count) return std::nullopt;
  phrase.end = at;
  return phrase;
}

std::optional<FigureReader::Phrase> FigureReader::PhraseBefore(size_t at, size_t count) const {
  Phrase phrase;
  size_t words = 0;
  while (words < count && at > 0) {
    --at;
    if (tokens_[at].IsWord()) {
      phrase.words = words > 0 ? tokens_[at].folded + ' ' + phrase.words : tokens_[at].folded;
      ++words;
    } else if (!PassedOver(tokens_[at]) &&
               !(words == 0 && tokens_[at].Is(".") && !tokens_[at].space_before)) {
      return std::nullopt;
    }
  }
  if (words < count) return std::nullopt;
  phrase.end = at;
  return phrase;
}

size_t HalfAfter(const FigureReader& reader, size_t at) {
  const FigureLexicon& lexicon = reader.lexicon();
  if (reader.IsAttached(at, "-")) ++at;  // "two-and-a-half"
  if (!reader.IsWord(at) || !lexicon.IsNumberJoint(reader.Folded(at))) return 0;
  size_t next = at + 1;
  if (reader.IsAttached(next, "-")) ++next;
  if (reader.IsWord(next) && lexicon.IsOne(reader.Folded(next))) ++next;
  if (reader.IsAttached(next, "-")) ++next;
  const auto half = lexicon.Fraction(reader.Folded(next));
  return half && *half == 0.5L &&
                 !IsHalfAlone(lexicon.words().code == "en" ? "" : reader.Folded(next))
             ? next + 1
             : 0;
}

std::optional<FigureValue> ReadValue(const FigureReader& reader, size_t at, bool money) {
  if (at >= reader.size()) return std::nullopt;
  if (reader.IsDigits(at)) return ReadDigits(reader, at, money);
  if (const auto sign = SignFraction(reader.Folded(at))) {
    FigureValue value;
    value.end = at + 1;
    value.value = *sign;
    value.last_place = 0.01L;
    value.fraction = true;
    return value;
  }
  if (!reader.IsWord(at)) return std::nullopt;
  if (auto fraction = ReadFraction(reader, at)) return fraction;
  if (const auto ordinal = reader.lexicon().Ordinal(reader.Folded(at))) {
    FigureValue value;
    value.end = at + 1;
    value.value = *ordinal;
    value.in_words = true;
    value.ordinal = true;
    return value;
  }
  auto value = NumberWords(reader, at).Read();
  if (value && !value->article) {
    // "twenty-first"
    const size_t next = value->end + (reader.IsAttached(value->end, "-") ? 1 : 0);
    if (const auto ordinal = reader.lexicon().Ordinal(reader.Folded(next));
        ordinal && *ordinal < 10 && value->value >= 20 && next > value->end) {
      value->value += *ordinal;
      value->ordinal = true;
      value->end = next + 1;
      return value;
    }
    TakeScales(reader, money, *value);
  }
  if (value) {
    if (const size_t end = HalfAfter(reader, value->end); end != 0) {
      // "a half" alone was read above; "one and a half" is one and a half.
      value->value += 0.5L;
      value->article = false;
      value->last_place = 0.1L;
      value->end = end;
    }
  }
  return value;
}

}  // namespace gloss
