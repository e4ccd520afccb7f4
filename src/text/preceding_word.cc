// ReadPreceding of terminator_cluster.h.

#include <algorithm>
#include <array>

#include "text/terminator_cluster.h"
#include "text/utf8.h"

namespace gloss {
namespace {

constexpr size_t kMaxWordBytes = 64;
constexpr size_t kMaxLabelPrefix = 24;
constexpr int kMaxCompoundParts = 4;

bool IsApostrophe(char32_t c) { return c == '\'' || c == 0x2019U; }

bool IsVowel(char32_t c) {
  if (c < 0x80U)
    return std::string_view("aeiouyAEIOUY").find(static_cast<char>(c)) != std::string_view::npos;
  return IsLetter(KindOf(c));  // Accented letters are vowels nearly always.
}

bool BelongsToWord(const Char& c) {
  switch (c.kind) {
    case CharKind::kUpper:
    case CharKind::kLower:
    case CharKind::kLetter:
    case CharKind::kDigit:
    case CharKind::kMark:
    case CharKind::kDot:
    case CharKind::kInvisible:
      return true;
    default:
      return c.value == '-' || IsApostrophe(c.value);
  }
}

bool IsRomanDigit(char32_t c) {
  return c < 0x80U &&
         std::string_view("IVXLCDM").find(static_cast<char>(c)) != std::string_view::npos;
}

/// Sets all but `flags` and `is_label`.
void Describe(std::string_view raw, PrecedingWord& word) {
  bool roman = true;
  bool single_letters = true;
  size_t run = 0;
  size_t dots = 0;
  for (size_t at = 0; at < raw.size();) {
    const Char c = CharAt(raw, at);
    at = c.end;
    if (IsLetter(c.kind)) {
      ++word.letters;
      ++run;
      word.has_lower |= c.kind == CharKind::kLower;
      word.has_upper |= c.kind == CharKind::kUpper;
      word.has_uncased |= c.kind == CharKind::kLetter;
      word.has_vowel |= IsVowel(c.value);
      roman = roman && IsRomanDigit(c.value);
      // "Ph.D": one group may have two letters.
      if (run > 2 || (run == 2 && c.kind != CharKind::kLower)) single_letters = false;
    } else {
      roman = false;
      if (c.kind == CharKind::kDigit) ++word.digits;
      if (c.kind == CharKind::kDot) ++dots;
      if (c.kind != CharKind::kMark) run = 0;
    }
  }
  word.numeric = word.digits > 0 && word.letters == 0;
  word.roman = roman && word.letters >= 2 && word.letters <= 6;
  word.acronym = dots > 0 && word.letters >= 2 && word.digits == 0 && single_letters;
}

/// Looks up the word itself, the part after an apostrophe ("l'art"), after a full stop ("Prof.Dr")
/// and after a hyphen.
uint8_t Flags(const WordTable& words, std::string_view word) {
  if (const uint8_t flags = words.FlagsOf(word); flags != 0) return flags;
  size_t cut = std::string_view::npos;
  for (const std::string_view separator : {"'", "\u2019", ".", "-"}) {
    const size_t found = word.rfind(separator);
    if (found == std::string_view::npos) continue;
    const size_t after = found + separator.size();
    if (cut == std::string_view::npos || after > cut) cut = after;
  }
  return cut == std::string_view::npos ? uint8_t{0} : words.FlagsOf(word.substr(cut));
}

/// "z. B.", "EE. UU.", "av. J.-C.": flags of the longest compound that the word ends, else 0.
uint8_t CompoundFlags(const SplitContext& context, const PrecedingWord& word) {
  const std::string_view text = context.text;
  std::string compound = word.word;
  uint8_t flags = 0;
  size_t begin = word.begin;
  for (int part = 1; part < kMaxCompoundParts; ++part) {
    const Char blank = CharBefore(text, begin);
    if (!IsBlank(blank.kind) || begin <= context.sentence_begin) break;
    const Char dot = CharBefore(text, blank.begin);
    if (dot.kind != CharKind::kDot) break;
    size_t start = dot.begin;
    size_t letters = 0;
    Char c = CharBefore(text, start);
    while (IsLetter(c.kind) && letters <= 3) {
      ++letters;
      start = c.begin;
      c = CharBefore(text, start);
    }
    if (letters == 0 || letters > 3) break;
    compound.insert(0, FoldCase(text.substr(start, dot.begin - start)) + ".");
    if (const uint8_t found = context.words.FlagsOf(compound); found != 0) flags = found;
    begin = start;
  }
  return flags;
}

/// "two questions: 1. Is it …": the first label of a list within running text.
bool IsAnnounced(const SplitContext& context, size_t word_begin) {
  const Char blank = CharBefore(context.text, word_begin);
  return IsBlank(blank.kind) && CharBefore(context.text, blank.begin).value == ':';
}

bool IsLabel(const SplitContext& context, size_t word_begin) {
  if (word_begin < context.sentence_begin ||
      word_begin - context.sentence_begin > kMaxLabelPrefix) {
    return IsAnnounced(context, word_begin);
  }
  for (size_t at = context.sentence_begin; at < word_begin;) {
    const Char c = CharAt(context.text, at);
    if (const size_t tag = TagLength(context.text, at); tag > 0) {
      at += tag;
      continue;
    }
    if (IsLetter(c.kind) || c.kind == CharKind::kDigit) return IsAnnounced(context, word_begin);
    at = c.end;
  }
  return true;
}

}  // namespace

PrecedingWord ReadPreceding(const SplitContext& context, size_t end) {
  PrecedingWord result;
  const std::string_view text = context.text;
  size_t begin = end;
  while (begin > context.sentence_begin && end - begin < kMaxWordBytes) {
    const Char c = CharBefore(text, begin);
    if (!BelongsToWord(c)) break;
    begin = c.begin;
  }
  // Apostrophes and hyphens in front are quotes and dashes.
  while (begin < end) {
    const Char c = CharAt(text, begin);
    if (c.value != '-' && !IsApostrophe(c.value) && c.kind != CharKind::kInvisible) break;
    begin = c.end;
  }
  const std::string_view raw = text.substr(begin, end - begin);
  result.begin = begin;
  result.word = FoldCase(raw);
  Describe(raw, result);
  result.flags = CompoundFlags(context, result);
  if (result.flags == 0) result.flags = Flags(context.words, result.word);
  result.is_label = IsLabel(context, begin);
  return result;
}

}  // namespace gloss
