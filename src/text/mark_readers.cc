#include "text/mark_readers.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "text/ascii.h"
#include "text/mark_context.h"
#include "text/mark_ids.h"

namespace gloss {
namespace {

constexpr size_t kMaxLabelBytes = 64;
constexpr size_t kMaxLinkBytes = 2048;
constexpr int kMaxLinkDepth = 4;
constexpr size_t kMaxPrivateBytes = 512;
constexpr size_t kMaxSuperscriptBytes = 64;

/// True when the word is one of the lower-case ones, in any case.
bool In(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [word](std::string_view other) {
    return word.size() == other.size() &&
           std::equal(word.begin(), word.end(), other.begin(),
                      [](char a, char b) { return AsciiLower(a) == b; });
  });
}

/// The number that ends right before `at`, spaces between them skipped: "54 [45-63]".
std::optional<double> NumberBefore(std::string_view text, size_t at) {
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '(')) --at;
  size_t begin = at;
  while (begin > 0 && at - begin < 12 &&
         (IsAsciiDigit(text[begin - 1]) || text[begin - 1] == '.')) {
    --begin;
  }
  if (begin == at) return std::nullopt;
  double value = 0;
  double scale = 0;
  for (size_t i = begin; i < at; ++i) {
    if (text[i] == '.') {
      scale = 1;
    } else {
      value = value * 10 + (text[i] - '0');
      scale *= 10;
    }
  }
  return scale > 1 ? value / scale : value;
}

/// "CI [3, 9]", "54 [45-63]", "x ∈ [0, 1]": an interval, not two sources.
bool IsInterval(std::string_view text, size_t at, const MarkIdList& list) {
  if (list.labelled || (list.ranges == 0 && list.items != 2)) return false;
  const std::string_view before = text.substr(0, at);
  if (In(WordBefore(text, at, true), {"ci", "iqr", "interval", "range", "intervall", "intervalle",
                                      "intervalo", "intervallo", "within", "between", "bereich"})) {
    return true;
  }
  size_t end = at;
  while (end > 0 && before[end - 1] == ' ') --end;
  for (const std::string_view sign : {"=", "∈", "≈", "±", "<", ">"}) {
    if (before.substr(0, end).ends_with(sign)) return true;
  }
  const auto number = NumberBefore(text, at);
  return number && *number >= list.low && *number <= list.high && list.ranges == 1;
}

/// "a[1]", "args[0]", "x[1] = 2", "[18]F-FDG", "imidazo[1,2]pyridine": glued to what makes it no
/// citation.
bool IsGlued(std::string_view text, size_t begin, size_t end) {
  const char before = begin > 0 ? text[begin - 1] : '\0';
  const char after = end < text.size() ? text[end] : '\0';
  if (before == '[' || before == '!' || before == '_' || before == '$') return true;
  if (after == ']' || after == '_') return true;
  if (after == '=' || after == '+') return true;
  if (IsAsciiAlpha(before)) {
    if (after == '.' && end + 1 < text.size() && IsAsciiAlpha(text[end + 1]) &&
        !IsAsciiUpper(text[end + 1])) {
      return true;  // rows[1].name
    }
    const std::string_view word = WordBefore(text, begin, false);
    const size_t start = begin - word.size();
    if (word.size() == 1) return true;
    const bool member = start > 1 && text[start - 1] == '.' && IsAsciiAlpha(text[start - 2]);
    if (member || (start > 0 && text[start - 1] == '_')) return true;  // os.environ[0], my_list[2]
    if (In(word, {"args", "argv", "arr", "array", "list", "data", "row", "rows", "col", "cols",
                  "items", "vec", "str", "buf", "matrix", "df", "tuple"})) {
      return true;
    }
    if (text.substr(begin, end - begin) == "[0]") return true;
  }
  if (!IsAsciiAlpha(after)) return false;
  if (IsAsciiAlpha(before)) return true;
  size_t stop = end;
  while (stop < text.size() && stop - end < 4 && IsAsciiAlpha(text[stop])) ++stop;
  // "word.[1]Next" and "[1]The" are marks; "[18]F" and "[2]catenane" are names.
  return stop - end < 3 || !IsAsciiUpper(after);
}

/// The end of "(destination)" that begins at `at`; 0: there is none.
size_t LinkEnd(std::string_view text, size_t at, std::string* destination) {
  if (at >= text.size() || text[at] != '(') return 0;
  const std::string_view rest = text.substr(at, kMaxLinkBytes);
  int depth = 0;
  for (size_t i = 0; i < rest.size(); ++i) {
    const char c = rest[i];
    if (c == '\n' || c == '\r') return 0;
    if (c == '(' && ++depth > kMaxLinkDepth) return 0;
    if (c != ')' || --depth > 0) continue;
    std::string_view inside = rest.substr(1, i - 1);
    while (!inside.empty() && (inside.front() == ' ' || inside.front() == '<')) {
      inside.remove_prefix(1);
    }
    const bool address =
        inside.find("://") != std::string_view::npos || inside.starts_with('#') ||
        inside.starts_with('/') || inside.starts_with("./") ||
        (inside.find('.') != std::string_view::npos && inside.find(' ') == std::string_view::npos);
    if (!address) return 0;
    const size_t title = std::min(inside.find(" \""), inside.size());
    inside = inside.substr(0, title);
    while (!inside.empty() && (inside.back() == ' ' || inside.back() == '>')) {
      inside.remove_suffix(1);
    }
    *destination = std::string(inside);
    return at + i + 1;
  }
  return 0;
}

/// "[^1]", "[^note]".
std::optional<FoundMark> ReadFootnote(std::string_view text, size_t at) {
  const size_t end =
      text.substr(0, std::min(text.size(), at + kMaxLabelBytes)).find_first_of("] \t\n[", at + 2);
  if (end == std::string_view::npos || text[end] != ']' || end == at + 2) return std::nullopt;
  FoundMark found{MarkForm::kFootnote, end + 1, {}};
  found.ids.emplace_back(text.substr(at + 2, end - at - 2));
  return found;
}

/// "[source](https://…)": a link that names a source rather than being part of the sentence.
std::optional<FoundMark> ReadSourceLink(std::string_view text, size_t at) {
  const size_t word = SourceWordAt(text, at + 1);
  const bool plain_word =
      text.substr(at + 1).starts_with("link") || text.substr(at + 1).starts_with("Link");
  const size_t close = at + 1 + (word > 0 ? word : 4);
  if ((word == 0 && !plain_word) || close >= text.size() || text[close] != ']') return std::nullopt;
  std::string destination;
  const size_t end = LinkEnd(text, close + 1, &destination);
  if (end == 0) return std::nullopt;
  return FoundMark{MarkForm::kLink, end, {destination}};
}

/// Marks that begin with "[".
std::optional<FoundMark> ReadBracket(std::string_view text, size_t at) {
  if (at > 0 && (text[at - 1] == '\\' || text[at - 1] == '!')) return std::nullopt;
  if (text.substr(at + 1).starts_with('^')) return ReadFootnote(text, at);
  const bool doubled = text.substr(at + 1).starts_with('[');
  const std::string_view close = doubled ? "]]" : "]";
  const size_t inside = at + 1 + (doubled ? 1 : 0);
  auto list = ReadMarkIds(text, inside, close);
  const bool numbered = list.has_value();
  if (!list) list = ReadNamedSource(text, inside, close);
  if (!list) return doubled ? std::nullopt : ReadSourceLink(text, at);
  FoundMark found{MarkForm::kBracket, list->end + close.size(), std::move(list->ids)};
  if (!list->labelled && IsGlued(text, at, found.end)) return std::nullopt;
  if (numbered && IsInterval(text, at, *list)) return std::nullopt;
  std::string destination;
  if (const size_t end = LinkEnd(text, found.end, &destination); end > 0) {
    found.form = MarkForm::kLink;
    found.end = end;
  }
  return found;
}

/// "(Source 2)", "(Source: report.pdf)", "([Title](https://…))".
std::optional<FoundMark> ReadParenthesis(std::string_view text, size_t at) {
  if (text.substr(at + 1).starts_with('[')) {
    const size_t close =
        text.substr(0, std::min(text.size(), at + kMaxLinkBytes)).find_first_of("[]\n", at + 2);
    if (close == std::string_view::npos || text[close] != ']') return std::nullopt;
    FoundMark found{MarkForm::kLink, 0, {std::string()}};
    const size_t end = LinkEnd(text, close + 1, &found.ids.front());
    if (end == 0 || end >= text.size() || text[end] != ')') return std::nullopt;
    found.end = end + 1;
    return found;
  }
  size_t inside = at + 1;
  for (const std::string_view word :
       {"see ", "See ", "siehe ", "vgl. ", "voir ", "ver ", "vedi "}) {
    if (text.substr(inside).starts_with(word)) inside += word.size();
  }
  if (SourceWordAt(text, inside) == 0) return std::nullopt;
  auto list = ReadMarkIds(text, inside, ")");
  if (!list) list = ReadNamedSource(text, inside, ")");
  if (!list) return std::nullopt;
  return FoundMark{MarkForm::kSource, list->end + 1, std::move(list->ids)};
}

/// "【4†source】", "【1, 2】".
std::optional<FoundMark> ReadLenticular(std::string_view text, size_t at) {
  constexpr std::string_view kOpen = "【";
  constexpr std::string_view kClose = "】";
  const size_t inside = at + kOpen.size();
  if (auto list = ReadMarkIds(text, inside, kClose)) {
    return FoundMark{MarkForm::kLenticular, list->end + kClose.size(), std::move(list->ids)};
  }
  const std::string_view rest = text.substr(inside, 256);
  const size_t close = rest.find(kClose);
  const size_t dagger = rest.find("†");
  if (close == std::string_view::npos || dagger == std::string_view::npos || dagger > close ||
      dagger == 0 || rest.substr(0, close).find('\n') != std::string_view::npos) {
    return std::nullopt;
  }
  return FoundMark{
      MarkForm::kLenticular, inside + close + kClose.size(), {std::string(rest.substr(0, dagger))}};
}

/// The digit of a superscript character at `at`; nothing for other characters.
std::optional<std::pair<char, size_t>> SuperscriptAt(std::string_view text, size_t at) {
  constexpr std::array<std::string_view, 10> kDigits = {"⁰", "¹", "²", "³", "⁴",
                                                        "⁵", "⁶", "⁷", "⁸", "⁹"};
  for (size_t i = 0; i < kDigits.size(); ++i) {
    if (text.substr(at).starts_with(kDigits[i])) {
      return std::pair{static_cast<char>('0' + i), kDigits[i].size()};
    }
  }
  return std::nullopt;
}

/// True for what carries an exponent rather than a footnote: digits, units, symbols, formulas.
bool TakesExponent(std::string_view text, size_t at) {
  const CharKind before = KindBefore(text, at);
  if (before == CharKind::kEnd || IsBlank(before)) return false;
  if (IsLetter(before) && IsAsciiAlpha(text[at - 1])) {
    const std::string_view word = WordBefore(text, at, false);
    if (word.size() == 1) return true;
    if (In(word, {"mm",    "cm",     "dm",    "km",     "nm",   "ft",     "yd",   "mi",
                  "sq",    "kg",     "feet",  "foot",   "inch", "inches", "mile", "miles",
                  "metre", "metres", "meter", "meters", "hm",   "sec",    "px"})) {
      return true;
    }
    return word.size() <= 4 && std::any_of(word.begin(), word.end(), IsAsciiUpper);  // CO², Na¹
  }
  return before == CharKind::kDigit || before == CharKind::kOther || before == CharKind::kDash ||
         before == CharKind::kOpen;
}

/// "¹²", "¹,²", "¹⁻³".
std::optional<FoundMark> ReadSuperscript(std::string_view text, size_t at) {
  if (TakesExponent(text, at)) return std::nullopt;
  FoundMark found{MarkForm::kSuperscript, at, {}};
  std::string number;
  while (auto digit = SuperscriptAt(text, found.end)) {
    number += digit->first;
    found.end += digit->second;
    const size_t comma = found.end + 1;
    if (found.end < text.size() && (text[found.end] == ',') && SuperscriptAt(text, comma)) {
      found.ids.push_back(std::exchange(number, {}));
      found.end = comma;
    }
    if (found.end - at > kMaxSuperscriptBytes) return std::nullopt;
  }
  if (number.size() > 3) return std::nullopt;
  found.ids.push_back(number);
  const CharKind after = KindAt(text, found.end);
  if (after == CharKind::kDigit || after == CharKind::kLower || after == CharKind::kUpper ||
      after == CharKind::kOther) {
    return std::nullopt;  // ¹⁸F, Ca²⁺
  }
  return found;
}

/// U+E200 "cite" (U+E202 id)… U+E201.
std::optional<FoundMark> ReadPrivateUse(std::string_view text, size_t at) {
  const std::string_view rest = text.substr(at + 3, kMaxPrivateBytes);
  const size_t close = rest.find("\uE201");
  if (close == std::string_view::npos || !rest.starts_with("cite")) return std::nullopt;
  std::string_view inside = rest.substr(4, close - 4);
  FoundMark found{MarkForm::kPrivateUse, at + 3 + close + 3, {}};
  while (inside.starts_with("\uE202")) {
    inside.remove_prefix(3);
    const size_t end = std::min(inside.find("\uE202"), inside.size());
    found.ids.emplace_back(inside.substr(0, end));
    inside.remove_prefix(end);
  }
  if (!inside.empty() || found.ids.empty()) return std::nullopt;
  return found;
}

}  // namespace

std::optional<FoundMark> ReadMark(std::string_view text, size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.front() == '[') return ReadBracket(text, at);
  if (rest.front() == '(') return ReadParenthesis(text, at);
  if (rest.starts_with("【")) return ReadLenticular(text, at);
  if (rest.starts_with("\uE200")) return ReadPrivateUse(text, at);
  if (SuperscriptAt(text, at)) return ReadSuperscript(text, at);
  return std::nullopt;
}

}  // namespace gloss
