#include "grounding/words.h"

#include <cstdint>
#include <map>

namespace gloss {
namespace {

struct CodePoint {
  char32_t value = 0;
  size_t size = 1;
};

/// Decodes one code point; a malformed byte counts as one character U+FFFD, so nothing is read past
/// the end whatever the input.
CodePoint DecodeAt(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  if (lead < 0x80) return {lead, 1};
  size_t size = 0;
  char32_t value = 0;
  if (lead >= 0xC2 && lead <= 0xDF) {
    size = 2;
    value = lead & 0x1FU;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    size = 3;
    value = lead & 0x0FU;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    size = 4;
    value = lead & 0x07U;
  } else {
    return {0xFFFD, 1};
  }
  if (at + size > text.size()) return {0xFFFD, 1};
  for (size_t i = 1; i < size; ++i) {
    if ((byte(at + i) & 0xC0U) != 0x80U) return {0xFFFD, 1};
    value = (value << 6U) | (byte(at + i) & 0x3FU);
  }
  return {value, size};
}

void AppendUtf8(char32_t c, std::string& out) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0U | (c >> 6U));
    out += static_cast<char>(0x80U | (c & 0x3FU));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0U | (c >> 12U));
    out += static_cast<char>(0x80U | ((c >> 6U) & 0x3FU));
    out += static_cast<char>(0x80U | (c & 0x3FU));
  } else {
    out += static_cast<char>(0xF0U | (c >> 18U));
    out += static_cast<char>(0x80U | ((c >> 12U) & 0x3FU));
    out += static_cast<char>(0x80U | ((c >> 6U) & 0x3FU));
    out += static_cast<char>(0x80U | (c & 0x3FU));
  }
}

char32_t Lower(char32_t c) {
  if (c >= U'A' && c <= U'Z') return c + 32;
  if (c >= 0xC0 && c <= 0xDE && c != 0xD7) return c + 32;
  if ((c >= 0x100 && c <= 0x137) || (c >= 0x14A && c <= 0x177)) {
    return (c == 0x130 || c == 0x131) ? U'i' : (c | 1U);
  }
  if ((c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E)) return c % 2 == 1 ? c + 1 : c;
  if (c == 0x178) return 0xFF;
  if (c >= 0x391 && c <= 0x3A9) return c + 32;
  if (c >= 0x410 && c <= 0x42F) return c + 32;
  if (c >= 0x400 && c <= 0x40F) return c + 80;
  return c;
}

bool IsDigit(char32_t c) { return c >= U'0' && c <= U'9'; }

bool IsApostrophe(char32_t c) { return c == U'\'' || c == 0x2019; }

/// Scripts that are written without spaces between words.
bool IsIdeograph(char32_t c) {
  return (c >= 0x3040 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x9FFF) ||
         (c >= 0xAC00 && c <= 0xD7AF) || (c >= 0xF900 && c <= 0xFAFF) ||
         (c >= 0x20000 && c <= 0x2FA1F);
}

bool IsLetter(char32_t c) {
  if (c < 0x80) return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z');
  if (c < 0xC0) return c == 0xAA || c == 0xB5 || c == 0xBA;
  if (c == 0xD7 || c == 0xF7 || c == 0xFFFD) return false;
  // General punctuation up to misc symbols, CJK punctuation, private use, full-width forms.
  if (c >= 0x2000 && c <= 0x2BFF) return false;
  if (c >= 0x2E00 && c <= 0x2E7F) return false;
  if (c >= 0x3000 && c <= 0x303F) return false;
  if (c >= 0xE000 && c <= 0xF8FF) return false;
  if (c >= 0xFE10 && c <= 0xFE6F) return false;
  if (c >= 0xFF00 && c <= 0xFF20) return false;
  return c < 0x1F000 || c > 0x1FAFF;
}

/// Reads words of one text from left to right.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<Word> Run() {
    while (at_ < text_.size()) {
      const CodePoint c = DecodeAt(text_, at_);
      if (IsDigit(c.value)) {
        Number();
      } else if (IsIdeograph(c.value)) {
        Emit(at_, at_ + c.size);
        at_ += c.size;
      } else if (IsLetter(c.value)) {
        Letters();
      } else {
        if (c.value == U'%') Emit(at_, at_ + 1);
        at_ += c.size;
      }
    }
    return std::move(words_);
  }

 private:
  void Emit(size_t begin, size_t end) {
    Word word;
    word.span = {begin, end};
    word.folded = FoldCase(word.span.In(text_));
    words_.push_back(std::move(word));
  }

  void Number() {
    const size_t begin = at_;
    while (at_ < text_.size()) {
      const auto c = static_cast<char32_t>(static_cast<unsigned char>(text_[at_]));
      const bool separator = (c == U'.' || c == U',') && at_ + 1 < text_.size() &&
                             text_[at_ + 1] >= '0' && text_[at_ + 1] <= '9';
      if (!IsDigit(c) && !separator) break;
      ++at_;
    }
    Emit(begin, at_);
    words_.back().is_number = true;
    words_.back().folded = NormalNumber(words_.back().span.In(text_));
  }

  void Letters() {
    const size_t begin = at_;
    bool inner_capital = false;
    bool first_capital = false;
    while (at_ < text_.size()) {
      const CodePoint c = DecodeAt(text_, at_);
      if (IsApostrophe(c.value)) {
        if (!TakeApostrophe(begin, c.size)) break;
        continue;
      }
      if ((!IsLetter(c.value) && !IsDigit(c.value)) || IsIdeograph(c.value)) break;
      const bool capital = Lower(c.value) != c.value;
      if (at_ == begin) {
        first_capital = capital;
      } else {
        inner_capital = inner_capital || capital || IsDigit(c.value);
      }
      at_ += c.size;
    }
    const size_t end = at_;
    Emit(begin, end);
    words_.back().capitalised = first_capital || inner_capital;
    StripPossessive();
  }

  /// At an apostrophe after letters: true when the word goes on ("don't", "patient's").
  bool TakeApostrophe(size_t begin, size_t size) {
    const std::string_view rest = text_.substr(at_ + size);
    const auto ends_word = [&](size_t i) {
      return rest.size() <= i || !IsLetter(DecodeAt(rest, i).value);
    };
    const bool negation = text_[at_ - 1] == 'n' && at_ > begin + 1 && !rest.empty() &&
                          rest[0] == 't' && ends_word(1);
    const bool possessive = !rest.empty() && (rest[0] == 's' || rest[0] == 'S') && ends_word(1);
    if (!negation && !possessive) return false;
    at_ += size + 1;
    return true;
  }

  void StripPossessive() {
    std::string& folded = words_.back().folded;
    for (const std::string_view ending : {std::string_view("'s"), std::string_view("\u2019s")}) {
      if (folded.size() > ending.size() && folded.ends_with(ending)) {
        folded.resize(folded.size() - ending.size());
      }
    }
    // One spelling for both apostrophes.
    if (folded.ends_with("n\u2019t")) folded.replace(folded.size() - 4, 4, "'t");
  }

  std::string_view text_;
  size_t at_ = 0;
  std::vector<Word> words_;
};

bool IsInflection(std::string_view ending) {
  static const std::set<std::string_view> kEndings = {
      // en
      "", "s", "es", "e", "d", "ed", "ing", "ings", "er", "ers", "est", "ly", "y", "ies", "ied", "ion",
      "ions", "ation", "ations", "ive", "al", "ally", "ic", "ical", "ment", "ments", "ance", "ence",
      "ant", "ent", "able", "ness", "ity", "or", "ors", "ize", "izes", "ized", "ise", "ised",
      // de
      "n", "en", "em", "et", "t", "te", "ten", "tet", "st", "ung", "ungen", "lich", "liche", "lichen",
      "ig", "ige", "igen", "isch", "ische", "ischen",
      // es, fr, it
      "o", "a", "os", "as", "i", "ar", "ir", "ó", "ado", "ada", "ados", "adas", "ido", "ida", "ando",
      "iendo", "aron", "ieron", "aba", "mente", "ción", "ciones", "é", "ée", "és", "ées", "ait", "ent",
      "aient", "ement", "are", "ere", "ire", "ato", "ata", "ati", "ate", "uto", "ito", "ono", "ano",
      "zione", "zioni", "ir", "it", "is"};
  return kEndings.contains(ending);
}

}  // namespace

std::string FoldCase(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = DecodeAt(text, at);
    if (c.value == 0xFFFD) {
      out.append(text.substr(at, c.size));
    } else {
      AppendUtf8(Lower(c.value), out);
    }
    at += c.size;
  }
  return out;
}

std::vector<Word> WordsOf(std::string_view text) { return Scanner(text).Run(); }

std::string NormalNumber(std::string_view digits) {
  std::vector<std::string_view> groups;
  std::string separators;
  size_t begin = 0;
  for (size_t i = 0; i <= digits.size(); ++i) {
    if (i == digits.size() || digits[i] == '.' || digits[i] == ',') {
      groups.push_back(digits.substr(begin, i - begin));
      if (i < digits.size()) separators += digits[i];
      begin = i + 1;
    }
  }
  const auto is_thousands = [&](size_t group) {
    return group > 0 && groups[group].size() == 3 && groups[0].size() <= 3 && groups[0] != "0";
  };
  std::string out(groups.front());
  for (size_t i = 1; i < groups.size(); ++i) {
    const bool last_is_decimal = i + 1 == groups.size() && i > 1 &&
                                 separators[i - 1] != separators[0];
    if (is_thousands(i) && !last_is_decimal) {
      out += groups[i];
    } else {
      out += '.';
      out += groups[i];
    }
  }
  return out;
}

bool SameStem(std::string_view a, std::string_view b) {
  if (a == b) return true;
  constexpr size_t kLeastStem = 4;
  size_t common = 0;
  while (common < a.size() && common < b.size() && a[common] == b[common]) ++common;
  // A shorter stem than the common prefix may fit better: "study", "studies" share "stud".
  for (size_t stem = common; stem + 1 >= kLeastStem && stem > 0; --stem) {
    const bool whole_word = stem == a.size() || stem == b.size();
    if (stem < kLeastStem && !whole_word) break;
    if (IsInflection(a.substr(stem)) && IsInflection(b.substr(stem))) return true;
    if (common - stem >= 2) break;
  }
  return false;
}

std::string WordKey(std::string_view text) {
  std::string key;
  for (const Word& word : WordsOf(text)) {
    if (!key.empty()) key += ' ';
    key += word.folded;
  }
  return key;
}

std::string CollapseSpace(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool pending = false;
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = DecodeAt(text, at);
    const bool space = c.value <= 0x20 || c.value == 0x7F || (c.value >= 0x80 && c.value <= 0xA0) ||
                       (c.value >= 0x2000 && c.value <= 0x200A) || c.value == 0x2028 ||
                       c.value == 0x2029 || c.value == 0x202F || c.value == 0x3000;
    if (space) {
      pending = !out.empty();
    } else {
      if (pending) out += ' ';
      pending = false;
      out.append(text.substr(at, c.size));
    }
    at += c.size;
  }
  return out;
}

bool IsNegation(std::string_view folded, const Lexicon& lexicon) {
  return lexicon.negation.contains(folded) || folded.ends_with("n't") || folded.starts_with("kein");
}

std::string_view NumberWordValue(std::string_view folded, std::string_view language) {
  using Values = std::map<std::string_view, std::string_view>;
  static const Values kEnglish = {
      {"two", "2"},     {"three", "3"},   {"four", "4"},   {"five", "5"},   {"six", "6"},
      {"seven", "7"},   {"eight", "8"},   {"nine", "9"},   {"ten", "10"},   {"eleven", "11"},
      {"twelve", "12"}, {"twenty", "20"}, {"thirty", "30"}, {"forty", "40"}, {"fifty", "50"},
      {"sixty", "60"},  {"seventy", "70"}, {"eighty", "80"}, {"ninety", "90"}};
  static const Values kGerman = {
      {"zwei", "2"},    {"drei", "3"},     {"vier", "4"},     {"fünf", "5"},    {"sechs", "6"},
      {"sieben", "7"},  {"acht", "8"},     {"neun", "9"},     {"zehn", "10"},   {"elf", "11"},
      {"zwölf", "12"},  {"zwanzig", "20"}, {"dreißig", "30"}, {"vierzig", "40"}, {"fünfzig", "50"}};
  static const Values kSpanish = {
      {"dos", "2"},   {"tres", "3"}, {"cuatro", "4"}, {"cinco", "5"}, {"seis", "6"}, {"siete", "7"},
      {"ocho", "8"},  {"nueve", "9"}, {"diez", "10"}, {"once", "11"}, {"doce", "12"},
      {"veinte", "20"}, {"treinta", "30"}, {"cuarenta", "40"}, {"cincuenta", "50"}};
  static const Values kFrench = {
      {"deux", "2"},  {"trois", "3"}, {"quatre", "4"}, {"cinq", "5"},  {"six", "6"}, {"sept", "7"},
      {"huit", "8"},  {"dix", "10"},  {"onze", "11"},  {"douze", "12"}, {"vingt", "20"},
      {"trente", "30"}, {"quarante", "40"}, {"cinquante", "50"}};
  static const Values kItalian = {
      {"due", "2"},   {"tre", "3"},  {"quattro", "4"}, {"cinque", "5"}, {"sei", "6"}, {"sette", "7"},
      {"otto", "8"},  {"nove", "9"}, {"dieci", "10"},  {"undici", "11"}, {"dodici", "12"},
      {"venti", "20"}, {"trenta", "30"}, {"quaranta", "40"}, {"cinquanta", "50"}};
  static const std::map<std::string_view, const Values*> kByLanguage = {
      {"en", &kEnglish}, {"de", &kGerman}, {"es", &kSpanish}, {"fr", &kFrench}, {"it", &kItalian}};
  const auto language_values = kByLanguage.find(language);
  const Values& values =
      language_values == kByLanguage.end() ? kEnglish : *language_values->second;
  const auto found = values.find(folded);
  return found == values.end() ? std::string_view() : found->second;
}

std::set<std::string> NumbersOf(const std::vector<Word>& words, std::string_view language) {
  std::set<std::string> numbers;
  for (const Word& word : words) {
    if (word.is_number) {
      numbers.insert(word.folded);
    } else if (const std::string_view value = NumberWordValue(word.folded, language);
               !value.empty()) {
      numbers.emplace(value);
    }
  }
  return numbers;
}

}  // namespace gloss
