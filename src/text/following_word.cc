// ReadFollowing of terminator_cluster.h.

#include "text/terminator_cluster.h"

namespace gloss {
namespace {

constexpr size_t kMaxGapBytes = 40;
constexpr size_t kMaxOpeners = 12;

}  // namespace

FollowingWord ReadFollowing(const SplitContext& context, size_t at) {
  FollowingWord result;
  const std::string_view text = context.text;
  Char c = CharAt(text, at);
  while (IsBlank(c.kind) && c.begin - at < kMaxGapBytes) c = CharAt(text, c.end);
  result.begin = c.begin;
  for (size_t i = 0; i < kMaxOpeners; ++i) {
    const size_t tag = TagLength(text, c.begin);
    if (c.kind == CharKind::kOpen || c.kind == CharKind::kQuote || tag > 0) {
      result.opened = true;
    } else if (c.kind == CharKind::kDash) {
      result.dashed = true;
    } else if (c.kind == CharKind::kBullet) {
      result.bullet = true;
    } else if (c.kind != CharKind::kInvisible &&
               !(c.kind == CharKind::kSpace && c.begin != result.begin)) {
      break;
    }
    c = CharAt(text, tag > 0 ? c.begin + tag : c.end);
  }
  result.first = c;
  result.word_end = c.begin;
  constexpr size_t kMaxWord = 48;
  bool lower_first = false;
  bool roman = true;
  const size_t word_begin = c.begin;
  while (c.begin - word_begin < kMaxWord) {
    const bool joins = c.value == '\'' || c.value == 0x2019U || c.value == '-';
    const bool word = IsLetter(c.kind) || c.kind == CharKind::kDigit || c.kind == CharKind::kMark;
    if (!word && !(joins && IsLetter(CharAt(text, c.end).kind))) break;
    if (IsLetter(c.kind)) {
      ++result.letters;
      if (c.kind == CharKind::kLower && result.letters == 1) lower_first = true;
      if (c.kind == CharKind::kUpper && lower_first && result.letters <= 3) {
        result.inner_upper = true;
      }
    }
    if (c.value >= 0x80U ||
        std::string_view("IVXLC").find(static_cast<char>(c.value)) == std::string_view::npos) {
      roman = false;
    }
    result.word_end = c.end;
    c = CharAt(text, c.end);
  }
  result.after = c.kind;
  result.roman = roman && result.letters > 0;
  result.word = FoldCase(text.substr(word_begin, result.word_end - word_begin));
  for (size_t place = 0; (place = result.word.find("\u2019", place)) != std::string::npos;
       ++place) {
    result.word.replace(place, 3, "'");  // The tables write the plain apostrophe.
  }
  result.flags = context.words.FlagsOf(result.word);
  const size_t apostrophe = result.word.find('\'');
  if (result.flags == 0 && apostrophe != std::string::npos) {
    result.flags = context.words.FlagsOf(result.word.substr(0, apostrophe + 1));
    if (result.flags == 0) result.flags = context.words.FlagsOf(result.word.substr(0, apostrophe));
  }
  return result;
}

}  // namespace gloss
