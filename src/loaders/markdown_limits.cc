#include "loaders/markdown_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "loaders/ascii.h"

namespace gloss {
namespace {

/// Memory that md4c takes for a mark-up character, its growing arrays included (measured).
constexpr size_t kBytesPerMark = 64;
/// Lines × links of one paragraph; md4c does about two thousand million a second.
constexpr uint64_t kMaxLinesTimesLinks = 4'000'000'000;

std::string_view TakeLine(std::string_view& rest) {
  const size_t end = std::min(rest.find('\n'), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

/// Marks of quotes and list items that the line starts with, and two columns of indentation each.
int NestingOf(std::string_view line) {
  size_t marks = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool before_space = i + 1 == line.size() || IsAsciiSpace(line[i + 1]);
    if (c == '>' || ((c == '-' || c == '*' || c == '+') && before_space)) {
      ++marks;
    } else if (IsAsciiDigit(c)) {
      while (i + 1 < line.size() && IsAsciiDigit(line[i + 1])) ++i;
      if (i + 1 == line.size() || (line[i + 1] != '.' && line[i + 1] != ')')) break;
      ++marks;
      ++i;
    } else if (!IsAsciiSpace(c)) {
      break;
    }
  }
  if (marks == 0) return 0;
  size_t columns = 0;
  for (size_t i = 0; i < line.size() && IsAsciiSpace(line[i]); ++i) {
    columns += line[i] == '\t' ? 4 : 1;
  }
  return static_cast<int>(std::min<size_t>(marks + columns / 2, 1'000'000));
}

bool IsMark(char c) {
  return std::string_view("[]()!*_`<>&~|\\").find(c) != std::string_view::npos;
}

/// Most lines × links of one paragraph. Lines with a pipe may be table rows, which md4c takes one
/// by one.
uint64_t CostliestParagraph(std::string_view markdown) {
  uint64_t costliest = 0;
  uint64_t lines = 0;
  uint64_t links = 0;
  while (!markdown.empty()) {
    const std::string_view line = TakeLine(markdown);
    if (TrimAscii(line).empty() || line.find('|') != std::string_view::npos) {
      lines = 0;
      links = 0;
      continue;
    }
    ++lines;
    links += static_cast<uint64_t>(std::count(line.begin(), line.end(), '['));
    costliest = std::max(costliest, lines * links);
  }
  return costliest;
}

}  // namespace

int DeepestMarkdownLine(std::string_view markdown) {
  int deepest = 0;
  while (!markdown.empty()) deepest = std::max(deepest, NestingOf(TakeLine(markdown)));
  return deepest;
}

Status CheckMarkdownCost(std::string_view markdown, const LoadLimits& limits) {
  if (DeepestMarkdownLine(markdown) > limits.max_nesting) {
    return {StatusCode::kTooLarge,
            fmt::format("its lists and quotes are nested more than {} deep", limits.max_nesting)};
  }
  const auto marks = static_cast<size_t>(std::count_if(markdown.begin(), markdown.end(), IsMark));
  if (marks * kBytesPerMark + markdown.size() > limits.max_expanded_bytes) {
    return {StatusCode::kTooLarge,
            fmt::format("its {} mark-up characters need more memory than the limit of {} bytes",
                        marks, limits.max_expanded_bytes)};
  }
  if (CostliestParagraph(markdown) > kMaxLinesTimesLinks) {
    return {StatusCode::kTooLarge,
            "one of its paragraphs has too many lines with links (put blank lines between them)"};
  }
  return Status::Ok();
}

}  // namespace gloss
