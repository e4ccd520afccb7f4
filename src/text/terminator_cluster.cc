#include "text/terminator_cluster.h"

#include <algorithm>

namespace gloss {
namespace {

constexpr size_t kMaxReferenceBytes = 40;
constexpr size_t kMaxTagBytes = 24;

bool IsTerminator(CharKind kind) {
  return kind == CharKind::kDot || kind == CharKind::kEllipsis || kind == CharKind::kStop;
}

bool IsSuperscriptDigit(char32_t c) {
  return c == 0xB9U || c == 0xB2U || c == 0xB3U || (c >= 0x2070U && c <= 0x2079U);
}

bool EndsToken(CharKind kind) {
  return kind == CharKind::kEnd || IsBlank(kind) || kind == CharKind::kClose ||
         kind == CharKind::kSeparator || IsTerminator(kind);
}

bool IsAsciiDigit(char c) { return c >= '0' && c <= '9'; }

/// True for "3", "3, 4", "12–14": what stands in a numeric reference mark.
bool IsNumberList(std::string_view part) {
  bool has_digit = false;
  for (size_t at = 0; at < part.size();) {
    const Char c = CharAt(part, at);
    if (c.kind == CharKind::kDigit) {
      has_digit = true;
    } else if (c.value != ',' && c.value != ';' && c.kind != CharKind::kDash &&
               c.kind != CharKind::kSpace) {
      return false;
    }
    at = c.end;
  }
  return has_digit;
}

/// The part between an opening bracket at `at` and the next `close`; npos-like empty optional is an
/// empty view with a null pointer.
std::string_view BracketContent(std::string_view text, size_t at, char close) {
  const std::string_view near = text.substr(at + 1, kMaxReferenceBytes);
  const size_t end = near.find(close);
  if (end == std::string_view::npos || end == 0) return {};
  const std::string_view content = near.substr(0, end);
  return content.find_first_of("[]()\n\r") == std::string_view::npos ? content : std::string_view();
}

/// Reads one cluster; a class so that the steps share the position.
class ClusterReader {
 public:
  ClusterReader(const SplitContext& context, size_t at) : context_(context), text_(context.text) {
    cluster_.begin = at;
    cluster_.end = at;
  }

  TerminatorCluster Read() {
    while (ReadTerminators() || ReadCloser() || ReadReference() || ReadSpaced()) {
    }
    if (strong_) {
      cluster_.kind = TerminatorCluster::Kind::kStrong;
    } else if (ellipsis_ || dots_ > 1) {
      cluster_.kind = TerminatorCluster::Kind::kEllipsis;
    }
    return cluster_;
  }

 private:
  bool ReadTerminators() {
    const Char first = CharAt(text_, cluster_.end);
    if (!IsTerminator(first.kind)) return false;
    if (cluster_.end != cluster_.term_end && cluster_.end != cluster_.begin) {
      // A terminator after a closer ("?".) decides instead of the one inside.
      if (first.kind == CharKind::kDot && EndsInWord(first.end)) return false;
      const bool quoted = cluster_.closes_quote;
      cluster_ = {.begin = first.begin,
                  .term_end = first.begin,
                  .end = first.begin,
                  .closes_quote = quoted};
      dots_ = 0;
      ellipsis_ = false;
    }
    Char c = first;
    while (IsTerminator(c.kind) || (c.end > first.end && c.kind == CharKind::kMark)) {
      Count(c);
      cluster_.end = c.end;
      c = CharAt(text_, c.end);
    }
    cluster_.term_end = cluster_.end;
    return true;
  }

  void Count(const Char& c) {
    if (c.kind == CharKind::kDot) ++dots_;
    if (c.kind == CharKind::kEllipsis) ellipsis_ = true;
    if (c.kind == CharKind::kStop) {
      strong_ = true;
      cluster_.unspaced = c.value >= 0x80U;
    }
  }

  /// True when a word goes on at `at`: ".NET", ".5".
  bool EndsInWord(size_t at) const {
    const CharKind kind = CharAt(text_, at).kind;
    return IsLetter(kind) || kind == CharKind::kDigit;
  }

  bool ReadCloser() {
    const Char c = CharAt(text_, cluster_.end);
    switch (c.kind) {
      case CharKind::kInvisible:
      case CharKind::kMark:
        cluster_.end = c.end;
        return true;
      case CharKind::kClose:
        cluster_.end = c.end;
        cluster_.closes_bracket = true;
        if (c.value == ']') SkipLinkAddress();
        return true;
      case CharKind::kPictograph:
        cluster_.end = c.end;
        return true;
      case CharKind::kQuote:
        if (!ClosesHere(c)) return false;
        cluster_.end = c.end;
        cluster_.closes_quote = true;
        return true;
      default:
        return ReadTag(cluster_.end, false);
    }
  }

  /// "[the page.](address)": the address belongs to the bracket.
  void SkipLinkAddress() {
    constexpr size_t kMaxAddressBytes = 300;
    const std::string_view near = text_.substr(cluster_.end, kMaxAddressBytes);
    if (!near.starts_with('(')) return;
    const size_t end = near.find_first_of(" \t\n\r)");
    if (end != std::string_view::npos && near[end] == ')') cluster_.end += end + 1;
  }

  /// Whether a quote character right after the terminator closes.
  bool ClosesHere(const Char& quote) const {
    const Char next = CharAt(text_, quote.end);
    if (EndsToken(next.kind) || next.kind == CharKind::kDash) return true;
    switch (quote.value) {
      case 0x201C:  // “ opens in English and closes in German.
      case 0x2018:
        return context_.words.language().code == "de" || next.kind == CharKind::kQuote;
      case 0xAB:
      case 0x2039:
      case '*':
      case '_':
      case '`':
        // ** closes as a pair; a word right after it means that it opens.
        return next.kind == CharKind::kQuote;
      default:
        return true;
    }
  }

  /// A closing tag ends the sentence; an opening one (a citation) does so only if no word follows.
  bool ReadTag(size_t at, bool spaced) {
    const size_t length = TagLength(text_, at);
    if (length == 0) return false;
    const bool closing = text_[at + 1] == '/';
    const Char next = CharAt(text_, at + length);
    const bool free_standing = EndsToken(next.kind) || TagLength(text_, at + length) > 0;
    if (closing ? spaced && !free_standing : !free_standing) return false;
    // An opening tag whose element begins with the next sentence: "</a1> <b2>Next".
    if (!closing && spaced && !EndsToken(next.kind)) return false;
    cluster_.end = at + length;
    cluster_.closes_quote = true;
    return true;
  }

  bool ReadReference() {
    const size_t at = cluster_.end;
    if (at >= text_.size()) return false;
    const Char c = CharAt(text_, at);
    if (IsSuperscriptDigit(c.value)) {
      cluster_.end = c.end;
      cluster_.has_reference = true;
      return true;
    }
    if (c.value == '[') {
      const std::string_view content = BracketContent(text_, at, ']');
      if (content.empty()) return false;
      const size_t end = at + content.size() + 2;
      // "[text](address)" is a Markdown link, "[…]" an omission: both belong to what follows.
      const bool link = end < text_.size() && text_[end] == '(';
      const Char first = CharAt(content, 0);
      if (link || IsTerminator(first.kind)) return false;
      const Char next = CharAt(text_, end);
      if (!EndsToken(next.kind) && next.value != '[' && !IsNumberList(content)) return false;
      cluster_.end = end;
      cluster_.has_reference = true;
      return true;
    }
    if (c.value == '(') {
      const std::string_view content = BracketContent(text_, at, ')');
      if (content.empty() || content.size() > 8 || !IsNumberList(content)) return false;
      cluster_.end = at + content.size() + 2;
      cluster_.has_reference = true;
      return true;
    }
    return c.kind == CharKind::kDigit && ReadPlainFootnote(at);
  }

  /// "text.3 Next": a superscript number whose form was lost. Only after an ordinary word, and only
  /// if a sentence can begin after it.
  bool ReadPlainFootnote(size_t at) {
    if (cluster_.has_reference || dots_ > 1) return false;
    size_t end = at;
    size_t digits = 0;
    while (end < text_.size() && digits <= 3 && IsAsciiDigit(text_[end])) {
      ++end;
      ++digits;
      const bool list = digits <= 3 && end + 1 < text_.size() && text_[end] == ',' &&
                        IsAsciiDigit(text_[end + 1]);
      if (list) {
        ++end;
        digits = 0;
      }
      if (end - at > 16) return false;
    }
    if (digits == 0 || digits > 3 || text_[at] == '0') return false;
    const Char next = CharAt(text_, end);
    if (next.kind != CharKind::kEnd && !IsBlank(next.kind)) return false;
    if (!cluster_.closes_quote && !strong_) {
      const PrecedingWord word = ReadPreceding(context_, cluster_.begin);
      if (word.letters < 3 || !word.has_lower || !word.has_vowel || word.digits > 0 ||
          word.acronym || (word.flags & (kNeverEnds | kBeforeNumber | kMayEnd)) != 0) {
        return false;
      }
    }
    const FollowingWord following = ReadFollowing(context_, end);
    if (following.first.kind == CharKind::kLower || following.first.kind == CharKind::kDigit) {
      return false;
    }
    cluster_.end = end;
    cluster_.has_reference = true;
    return true;
  }

  /// What belongs to the cluster although a space stands before it.
  bool ReadSpaced() {
    const Char space = CharAt(text_, cluster_.end);
    if (space.kind != CharKind::kSpace || space.value == '\t') return false;
    const Char c = CharAt(text_, space.end);
    const Char next = CharAt(text_, c.end);
    if (IsTerminator(c.kind)) {  // ". . ." and French "? !"
      if (cluster_.end != cluster_.term_end) return false;
      if (c.kind == CharKind::kDot && EndsInWord(c.end)) return false;
      cluster_.end = space.end;
      cluster_.term_end = space.end;
      return true;
    }
    const bool closes = c.kind == CharKind::kClose ||
                        ((c.value == 0xBBU || c.value == 0x203AU || c.value == '"' ||
                          c.value == '\'' || c.value == 0x201DU || c.value == 0x2019U) &&
                         EndsToken(next.kind));
    if (closes) {
      cluster_.end = c.end;
      (c.kind == CharKind::kClose ? cluster_.closes_bracket : cluster_.closes_quote) = true;
      return true;
    }
    if (c.kind == CharKind::kPictograph) {
      cluster_.end = c.end;
      return true;
    }
    if (c.value == '[' && CharAt(text_, context_.sentence_begin).value != '[') {
      const std::string_view content = BracketContent(text_, c.begin, ']');
      const size_t end = c.begin + content.size() + 2;
      if (content.empty() || !IsNumberList(content)) return false;
      if (!EndsToken(CharAt(text_, end).kind) && CharAt(text_, end).value != '[') return false;
      cluster_.end = end;
      cluster_.has_reference = true;
      return true;
    }
    return c.value == '<' && ReadTag(c.begin, true);
  }

  const SplitContext& context_;
  std::string_view text_;
  TerminatorCluster cluster_;
  size_t dots_ = 0;
  bool ellipsis_ = false;
  bool strong_ = false;
};

}  // namespace

size_t TagLength(std::string_view text, size_t at) {
  if (at >= text.size() || text[at] != '<') return 0;
  size_t end = at + 1;
  if (end < text.size() && text[end] == '/') ++end;
  const size_t name = end;
  while (end < text.size() && end - at < kMaxTagBytes) {
    const char c = text[end];
    const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || IsAsciiDigit(c);
    if (!word) break;
    ++end;
  }
  return end > name && end < text.size() && text[end] == '>' ? end + 1 - at : 0;
}

TerminatorCluster ReadCluster(const SplitContext& context, size_t at) {
  return ClusterReader(context, at).Read();
}

}  // namespace gloss
