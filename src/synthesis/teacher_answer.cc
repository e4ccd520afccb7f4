#include "synthesis/teacher_answer.h"

#include <algorithm>
#include <array>

#include "text/ascii.h"
#include "text/citation_marks.h"

namespace gloss {
namespace {

constexpr size_t kTagDigits = 8;

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

/// A fence around the whole is taken off: ``` and its language, and ``` at the end.
std::string_view WithoutFence(std::string_view text) {
  text = Trimmed(text);
  if (!text.starts_with("```") || !text.ends_with("```") || text.size() < 7) return text;
  const size_t line = text.find('\n');
  if (line == std::string_view::npos || line + 3 >= text.size()) return text;
  return Trimmed(text.substr(line + 1, text.size() - line - 4));
}

bool IsWordByte(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool HasClosingTag(std::string_view text) {
  for (size_t at = text.find("</"); at != std::string_view::npos; at = text.find("</", at + 1)) {
    const std::string_view digits = text.substr(at + 2, kTagDigits);
    if (digits.size() == kTagDigits && TagValue(digits)) return true;
  }
  return false;
}

}  // namespace

ReadAnswer ReadTeacherAnswer(std::string_view answer) {
  ReadAnswer read;
  answer = WithoutFence(answer);
  const std::string lower = AsciiLower(answer);
  for (const auto& [open, close] :
       {std::pair<std::string_view, std::string_view>{"<reasoning>", "</reasoning>"},
        {"<think>", "</think>"}}) {
    const size_t begin = lower.find(open);
    const size_t end = begin == std::string::npos ? begin : lower.find(close, begin);
    if (end == std::string::npos) continue;
    read.reasoning = Trimmed(answer.substr(begin + open.size(), end - begin - open.size()));
    read.text = Trimmed(answer.substr(end + close.size()));
    break;
  }
  if (read.reasoning.empty() && read.text.empty()) read.text = answer;
  const std::string tail = AsciiLower(read.text);
  if (const size_t begin = tail.find("<text>"); begin != std::string::npos) {
    const size_t end = tail.rfind("</text>");
    const size_t from = begin + std::string_view("<text>").size();
    const bool closed = end != std::string::npos && end >= from;
    // What stands around the block is the teacher's own talk.
    read.text = Trimmed(
        std::string_view(read.text).substr(from, closed ? end - from : std::string_view::npos));
  }
  read.text = WithoutFence(read.text);
  const std::string text = AsciiLower(read.text);
  constexpr std::array<std::string_view, 8> kMarks = {
      "<reasoning>", "</reasoning>", "<think>", "</think>", "<text>", "</text>", "<|", "|>"};
  read.stray =
      HasClosingTag(text) || std::any_of(kMarks.begin(), kMarks.end(), [&](std::string_view mark) {
        return text.find(mark) != std::string::npos;
      });
  return read;
}

std::vector<std::string> TagsNamedIn(std::string_view text, const TagIndex& index) {
  std::vector<std::string> tags;
  for (size_t at = 0; at < text.size();) {
    if (!IsWordByte(text[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() && IsWordByte(text[end])) ++end;
    const std::string word = AsciiLower(text.substr(at, end - at));
    at = end;
    if (word.size() != kTagDigits || !TagValue(word)) continue;
    const bool has_letter = word.find_first_of("abcdef") != std::string::npos;
    const bool has_digit = word.find_first_of("0123456789") != std::string::npos;
    const bool exists = index.Find(word).match == TagMatch::kExact;
    if (!exists && !(has_letter && has_digit)) continue;
    if (std::find(tags.begin(), tags.end(), word) == tags.end()) tags.push_back(word);
  }
  return tags;
}

}  // namespace gloss
