#include "text/words.h"

#include <array>
#include <string>

#include "text/characters.h"
#include "text/figures_lexicon.h"

namespace gloss {
namespace {

bool IsAsciiDigit(char32_t c) { return c >= U'0' && c <= U'9'; }

bool IsApostrophe(char32_t c) { return c == U'\'' || c == 0x2019; }

/// Scripts in which a character is a word: Chinese and Japanese, and Korean syllables, whose
/// endings are written on to the word.
bool IsWordCharacter(char32_t c) { return IsSpacelessScript(c) || (c >= 0xAC00 && c <= 0xD7AF); }

bool IsWordLetter(const Char& c) { return IsLetter(c.kind) || c.kind == CharKind::kMark; }

/// Reads words of one text from left to right.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<Word> Run() {
    while (at_ < text_.size()) {
      const Char c = CharAt(text_, at_);
      if (IsAsciiDigit(c.value)) {
        Number();
      } else if (IsWordLetter(c) && !IsWordCharacter(c.value)) {
        Letters();
      } else {
        if (c.value == U'%' || IsWordLetter(c)) Emit(at_, c.end);
        at_ = c.end;
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
      if (!IsAsciiDigit(c) && !separator) break;
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
      const Char c = CharAt(text_, at_);
      if (IsApostrophe(c.value)) {
        if (!TakeApostrophe(begin, c.end - c.begin)) break;
        continue;
      }
      if ((!IsWordLetter(c) && !IsAsciiDigit(c.value)) || IsWordCharacter(c.value)) break;
      const bool capital = c.kind == CharKind::kUpper;
      if (at_ == begin) {
        first_capital = capital;
      } else {
        inner_capital = inner_capital || capital || IsAsciiDigit(c.value);
      }
      at_ = c.end;
    }
    Emit(begin, at_);
    words_.back().capitalised = first_capital || inner_capital;
    StripPossessive();
  }

  /// At an apostrophe after letters: true when the word goes on ("don't", "patient's").
  bool TakeApostrophe(size_t begin, size_t size) {
    const std::string_view rest = text_.substr(at_ + size);
    const auto ends_word = [&](size_t i) {
      return rest.size() <= i || !IsWordLetter(CharAt(rest, i));
    };
    const bool negation =
        text_[at_ - 1] == 'n' && at_ > begin + 1 && !rest.empty() && rest[0] == 't' && ends_word(1);
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
      "", "s", "es", "e", "d", "ed", "ing", "ings", "er", "ers", "est", "ly", "y", "ies", "ied",
      "ion", "ions", "ation", "ations", "ive", "al", "ally", "ic", "ical", "ment", "ments", "ance",
      "ence", "ant", "ent", "able", "ness", "ity", "or", "ors", "ize", "izes", "ized", "ise",
      "ised",
      // de
      "n", "en", "em", "et", "t", "te", "ten", "tet", "st", "ung", "ungen", "lich", "liche",
      "lichen", "ig", "ige", "igen", "isch", "ische", "ischen",
      // es, fr, it
      "o", "a", "os", "as", "i", "ar", "ir", "ó", "ado", "ada", "ados", "adas", "ido", "ida",
      "ando", "iendo", "aron", "ieron", "aba", "mente", "ción", "ciones", "é", "ée", "és", "ées",
      "ait", "ent", "aient", "ement", "are", "ere", "ire", "ato", "ata", "ati", "ate", "uto", "ito",
      "ono", "ano", "zione", "zioni", "ir", "it", "is"};
  return kEndings.contains(ending);
}

}  // namespace

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
    const bool last_is_decimal =
        i + 1 == groups.size() && i > 1 && separators[i - 1] != separators[0];
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
    const Char c = CharAt(text, at);
    const bool control = c.value < 0x20 || (c.value >= 0x7F && c.value <= 0x9F);
    if (control || IsBlank(c.kind)) {
      pending = !out.empty();
    } else {
      if (pending) out += ' ';
      pending = false;
      out.append(text.substr(at, c.end - at));
    }
    at = c.end;
  }
  return out;
}

bool IsNegation(std::string_view folded, const Lexicon& lexicon) {
  return lexicon.negation.contains(folded) || folded.ends_with("n't") || folded.starts_with("kein");
}

std::string_view NumberWordValue(std::string_view folded, std::string_view language) {
  static const std::array<std::string, 100> kSpellings = [] {
    std::array<std::string, 100> spellings;
    for (size_t i = 0; i < spellings.size(); ++i) spellings[i] = std::to_string(i);
    return spellings;
  }();
  // "neuf" is "new" more often than nine.
  if (language == "fr" && folded == "neuf") return {};
  const auto value = FigureLexicon::Of(language).Cardinal(std::string(folded));
  if (!value || *value < 2 || *value >= 100) return {};
  const auto whole = static_cast<size_t>(*value);
  return static_cast<long double>(whole) == *value ? std::string_view(kSpellings[whole])
                                                   : std::string_view();
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
