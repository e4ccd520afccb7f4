#include "text/line_rules.h"

#include <algorithm>

#include "text/utf8.h"

namespace gloss {
namespace {

/// Lines of running text are wrapped at some width in this range (code points).
constexpr size_t kMinWrapWidth = 30;
constexpr size_t kMaxWrapWidth = 200;
constexpr size_t kMinSpacelessWrapWidth = 16;
/// Lines of at most this many words, without any full stop, are the lines of a list.
constexpr size_t kMaxListWords = 3;

bool IsLineBreak(char c) { return c == '\n' || c == '\r' || c == '\v' || c == '\f'; }

bool IsAsciiDigit(char c) { return c >= '0' && c <= '9'; }

bool IsAsciiLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

char ByteAt(std::string_view text, size_t at) { return at < text.size() ? text[at] : '\0'; }

bool IsSpaceAt(std::string_view text, size_t at) {
  return IsBlank(CharAt(text, at).kind) || at >= text.size();
}

/// The end of the ASCII-delimited line; U+0085, U+2028 and U+2029 are rare enough to measure lines
/// without them.
size_t LineBreakAfter(std::string_view text, size_t at) {
  while (at < text.size() && !IsLineBreak(text[at])) ++at;
  return at;
}

}  // namespace

void LineRules::StartParagraph(size_t line_begin) {
  paragraph_ = {};
  size_t at = line_begin;
  while (at < text_.size()) {
    const size_t end = LineBreakAfter(text_, at);
    size_t words = 0;
    size_t width = 0;
    bool in_word = false;
    char last = '\0';
    for (size_t i = at; i < end; ++i) {
      const char c = text_[i];
      if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) ++width;
      const bool blank = c == ' ' || c == '\t';
      if (blank && (last == '.' || last == '!' || last == '?')) paragraph_.has_terminator = true;
      if (!blank && !in_word) ++words;
      in_word = !blank;
      last = c;
    }
    if (words == 0) break;  // A blank line.
    if (last == '.' || last == '!' || last == '?') paragraph_.has_terminator = true;
    size_t first = at;
    while (first < end && (text_[first] == ' ' || text_[first] == '\t')) ++first;
    if (paragraph_.lines > 0 && CharAt(text_, first).kind == CharKind::kLower) {
      paragraph_.lower_start = true;
    }
    paragraph_.max_width = std::max(paragraph_.max_width, width);
    paragraph_.max_words = std::max(paragraph_.max_words, words);
    ++paragraph_.lines;
    at = end + (ByteAt(text_, end) == '\r' && ByteAt(text_, end + 1) == '\n' ? 2 : 1);
  }
  line_ = ReadLine(line_begin);
  item_ = line_.marker >= Marker::kBullet ? line_ : Line{};
}

LineRules::Line LineRules::ReadLine(size_t begin) const {
  Line line;
  const size_t line_break = LineBreakAfter(text_, begin);
  const Span trimmed = TrimWhiteSpace(text_, {begin, line_break});
  line.begin = trimmed.begin;
  line.end = trimmed.end;
  size_t indent = begin;
  while (indent > 0 && (text_[indent - 1] == ' ' || text_[indent - 1] == '\t')) --indent;
  const std::string_view content = trimmed.In(text_);
  line.width = CountCodepoints(content) + (line.begin - indent);
  if (content.empty()) return line;
  size_t pipes = 0;
  for (size_t at = content.find(" | "); at != std::string_view::npos;
       at = content.find(" | ", at + 2)) {
    ++pipes;
  }
  line.table = content.find('\t') != std::string_view::npos || content.front() == '|' || pipes >= 2;
  line.emphasised =
      content.size() > 4 &&
      ((content.starts_with("**") && content.ends_with("**")) ||
       (content.starts_with("__") && content.ends_with("__"))) &&
      content.substr(2, content.size() - 4).find(content.substr(0, 2)) == std::string_view::npos;
  ReadMarker(line);
  return line;
}

void LineRules::ReadMarker(Line& line) const {
  const size_t at = line.begin;
  const std::string_view content = text_.substr(line.begin, line.end - line.begin);
  const char first = content.front();
  if (content.starts_with("```") || content.starts_with("~~~") ||
      (content.size() >= 3 && std::string_view("-=*_^~\"").find(first) != std::string_view::npos &&
       content.find_first_not_of(std::string_view(&first, 1)) == std::string_view::npos)) {
    line.marker = Marker::kRule;
    return;
  }
  if (first == '#') {
    const size_t end = content.find_first_not_of('#');
    if (end != std::string_view::npos && end <= 6 && content[end] == ' ') {
      line.marker = Marker::kHeading;
    }
    return;
  }
  if (first == '>') {
    line.marker = Marker::kQuoted;
    return;
  }
  const Char c = CharAt(text_, at);
  if (c.kind == CharKind::kBullet) {
    line.marker = Marker::kBullet;
    return;
  }
  if ((c.kind == CharKind::kDash || first == '*' || first == '+') && IsSpaceAt(text_, c.end)) {
    line.marker = Marker::kDash;
    return;
  }
  const bool bracket = first == '(' || first == '[';
  size_t end = at + (bracket ? 1 : 0);
  const size_t name = end;
  size_t dots = 0;
  while (end < line.end && end - name < 16 && (IsAsciiDigit(text_[end]) || text_[end] == '.')) {
    if (text_[end] == '.') {
      if (end == name || !IsAsciiDigit(ByteAt(text_, end + 1))) break;
      ++dots;
    }
    ++end;
  }
  const bool number = end > name;
  if (!number) {
    // One letter, or a Roman number in one case.
    const std::string_view roman = first >= 'a' || (bracket && ByteAt(text_, name) >= 'a')
                                       ? std::string_view("ivx")
                                       : std::string_view("IVX");
    while (end < line.end && end - name < 5 && roman.find(text_[end]) != std::string_view::npos) {
      ++end;
    }
    if (end == name && IsAsciiLetter(ByteAt(text_, end))) ++end;
    if (end == name) return;
  }
  if (number && end - name - dots > 3 * (dots + 1)) return;
  const char close = ByteAt(text_, end);
  if (bracket) {
    if (close == (first == '(' ? ')' : ']') && IsSpaceAt(text_, end + 1)) {
      line.marker = Marker::kLabel;
    }
    return;
  }
  if (close == ')' && IsSpaceAt(text_, end + 1)) {
    line.marker = Marker::kLabel;
  } else if (dots > 0 && (IsSpaceAt(text_, end) || (close == '.' && IsSpaceAt(text_, end + 1)))) {
    line.marker = dots > 1 || close == '.' ? Marker::kLabel : Marker::kNone;
  } else if (close == '.' && IsSpaceAt(text_, end + 1) && end + 1 < line.end) {
    line.marker = Marker::kNumber;
    for (size_t i = name; number && i < end; ++i) line.number = line.number * 10 + (text_[i] - '0');
  }
}

bool LineRules::BreaksLine(const SplitContext& context, size_t line_end, size_t next_begin,
                           bool terminated) {
  const Line next = ReadLine(next_begin);
  const FollowingWord following = ReadFollowing(context, next_begin);
  Line current = line_;
  current.end = line_end;
  line_ = current;
  const bool structural = current.table || next.table || current.marker == Marker::kHeading ||
                          next.marker == Marker::kHeading || current.marker == Marker::kRule ||
                          next.marker == Marker::kRule || current.marker == Marker::kQuoted ||
                          next.marker == Marker::kQuoted || current.emphasised || next.emphasised;
  const bool breaks = structural || StartsItem(context, next, terminated) ||
                      (!terminated && !Wraps(context, next, following));
  line_ = next;
  if (breaks && next.marker >= Marker::kBullet) item_ = next;
  return breaks;
}

bool LineRules::StartsItem(const SplitContext& context, const Line& next, bool terminated) const {
  if (next.marker < Marker::kBullet) return false;
  if (next.marker == Marker::kBullet) return true;
  const char last = line_.end > 0 ? text_[line_.end - 1] : '\0';
  const bool introduced = last == ':' || last == ';';
  const bool listed = item_.marker == next.marker;
  const bool announced = introduced || listed || line_.marker >= Marker::kBullet;
  // The item's own text, after its marker.
  size_t text_begin = next.begin;
  while (!IsSpaceAt(text_, text_begin)) text_begin = CharAt(text_, text_begin).end;
  const FollowingWord item = ReadFollowing(context, text_begin);
  if (next.marker != Marker::kNumber) {
    // "as Smith\n[3] says", "the man\n- who": within a sentence.
    return announced || terminated || item.first.kind != CharKind::kLower;
  }
  if (listed && next.number == item_.number + 1) return true;
  if (terminated) return false;  // The sentence rules know about "J.\nR. Smith" and "Nr.\n5. …".
  if ((item.flags & kMonth) != 0) return introduced;
  return announced || (next.number == 1 && !context.words.language().dotted_ordinals);
}

bool LineRules::Wraps(const SplitContext& context, const Line& next,
                      const FollowingWord& following) const {
  const Char last = CharBefore(text_, line_.end);
  if (last.value == ',' || last.value == '/' || last.value == '&' || last.kind == CharKind::kOpen ||
      last.kind == CharKind::kDash) {
    return true;
  }
  switch (following.first.kind) {
    case CharKind::kSeparator:
    case CharKind::kClose:
    case CharKind::kStop:
    case CharKind::kDot:
      return true;
    default:
      break;
  }
  const PrecedingWord word = ReadPreceding(context, line_.end);
  if (!word.is_label && (word.flags & kConnector) != 0) return true;
  const bool list = !paragraph_.has_terminator && paragraph_.max_words <= kMaxListWords;
  if (following.first.kind == CharKind::kLower && !following.bullet) return !list;
  if (IsSpacelessScript(last.value) && IsSpacelessScript(following.first.value)) {
    return paragraph_.max_width >= kMinSpacelessWrapWidth &&
           line_.width + 2 >= paragraph_.max_width;
  }
  if (paragraph_.max_width < kMinWrapWidth || paragraph_.max_width > kMaxWrapWidth) return false;
  // The whole next word, with its punctuation: would it have fitted on this line?
  constexpr size_t kMaxWord = 64;
  const std::string_view near = text_.substr(next.begin, std::min(kMaxWord, next.end - next.begin));
  const size_t word_width = CountCodepoints(near.substr(0, near.find(' ')));
  if (line_.width + 1 + word_width <= paragraph_.max_width) return false;
  // Lines of like width: verses and lists begin each line with a capital.
  if (paragraph_.lower_start) return true;
  if (!paragraph_.has_terminator && paragraph_.lines >= 3) return false;
  return (following.flags & kOpener) == 0;
}

}  // namespace gloss
