#include "loaders/inline_text.h"

#include <array>
#include <utility>

#include "loaders/ascii.h"

namespace gloss {
namespace {

constexpr std::string_view kMinusSign = "\xE2\x88\x92";  // U+2212
constexpr std::string_view kEnDash = "\xE2\x80\x93";     // U+2013

constexpr std::array<std::string_view, 10> kSuperscriptDigits = {
    "\xE2\x81\xB0", "\xC2\xB9",     "\xC2\xB2",     "\xC2\xB3",     "\xE2\x81\xB4",
    "\xE2\x81\xB5", "\xE2\x81\xB6", "\xE2\x81\xB7", "\xE2\x81\xB8", "\xE2\x81\xB9"};

/// Empty unless the text is an optional sign and one to three digits.
std::string Superscript(std::string_view text) {
  std::string raised;
  for (const std::string_view minus : {std::string_view("-"), kMinusSign, kEnDash}) {
    if (text.starts_with(minus)) {
      text.remove_prefix(minus.size());
      raised = "\xE2\x81\xBB";
      break;
    }
  }
  if (raised.empty() && text.starts_with('+')) {
    text.remove_prefix(1);
    raised = "\xE2\x81\xBA";
  }
  if (text.empty() || text.size() > 3) return {};
  for (const char c : text) {
    if (!IsAsciiDigit(c)) return {};
    raised += kSuperscriptDigits[static_cast<size_t>(c - '0')];
  }
  return raised;
}

}  // namespace

void RaiseNumber(std::string& text, size_t mark) {
  if (mark == 0 || mark >= text.size()) return;
  const char before = text[mark - 1];
  if (!IsAsciiAlpha(before) && !IsAsciiDigit(before) && before != ')' && before != ']') return;
  const std::string raised = Superscript(std::string_view(text).substr(mark));
  if (!raised.empty()) text.replace(mark, std::string::npos, raised);
}

void InlineText::FlushSpace() {
  if (pending_space_ && !text_.empty() && text_.back() != '\n' && text_.back() != ' ') text_ += ' ';
  pending_space_ = false;
}

void InlineText::Append(std::string_view text, bool keep_space) {
  if (keep_space) {
    FlushSpace();
    text_ += text;
    has_content_ = true;
    return;
  }
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && !IsAsciiSpace(text[end])) ++end;
    if (end > at) {
      FlushSpace();
      text_ += text.substr(at, end - at);
      has_content_ = true;
    }
    if (end < text.size()) {
      pending_space_ = true;
      ++end;
    }
    at = end;
  }
}

void InlineText::AppendWeak(std::string_view text) {
  const bool had_content = has_content_;
  Append(text);
  has_content_ = had_content;
}

bool InlineText::Break() {
  pending_space_ = false;
  if (text_.empty() || text_.back() == '\n') return false;
  text_ += '\n';
  return true;
}

void InlineText::Raise(size_t mark) { RaiseNumber(text_, mark); }

std::string InlineText::Take() {
  pending_space_ = false;
  has_content_ = false;
  return std::exchange(text_, {});
}

}  // namespace gloss
