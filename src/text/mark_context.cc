#include "text/mark_context.h"

#include <algorithm>
#include <array>
#include <map>

#include "text/ascii.h"
#include "text/utf8.h"

namespace gloss {
namespace {

constexpr size_t kMaxWordBytes = 32;
constexpr size_t kMaxReferenceBytes = 400;

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

CharKind KindOfChunk(std::string_view chunk) {
  if (FindInvalidUtf8(chunk)) return CharKind::kOther;
  return KindOf(DecodeUtf8(chunk, 0).value);
}

/// A fence that opens or closes at the line: its sign and length; 0: none.
struct Fence {
  char sign = 0;
  size_t length = 0;
  bool bare = true;  ///< Nothing after it: only such a line can close.
};

Fence FenceOf(std::string_view line) {
  size_t at = 0;
  while (at < line.size() && at < 4 && line[at] == ' ') ++at;
  if (at > 3 || at == line.size() || (line[at] != '`' && line[at] != '~')) return {};
  const char sign = line[at];
  const size_t end = std::min(line.find_first_not_of(sign, at), line.size());
  if (end - at < 3) return {};
  const std::string_view rest = line.substr(end);
  if (sign == '`' && rest.find('`') != std::string_view::npos) return {};
  return {sign, end - at, rest.find_first_not_of(" \t\r") == std::string_view::npos};
}

/// Fenced blocks; an open fence runs to the end of the text.
std::vector<Span> FindFences(std::string_view text) {
  std::vector<Span> fences;
  Fence open;
  size_t begin = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const Fence fence = FenceOf(text.substr(at, end - at));
    if (open.sign == 0 && fence.sign != 0) {
      open = fence;
      begin = at;
    } else if (open.sign != 0 && fence.sign == open.sign && fence.length >= open.length &&
               fence.bare) {
      fences.push_back({begin, end});
      open = {};
    }
    at = end + 1;
  }
  if (open.sign != 0) fences.push_back({begin, text.size()});
  return fences;
}

/// Code spans of [begin, end): a run of backticks up to the next run of the same length.
void FindSpans(std::string_view text, Span part, std::vector<Span>& code) {
  std::vector<Span> runs;
  text = text.substr(0, part.end);
  for (size_t at = text.find('`', part.begin); at < part.end; at = text.find('`', at)) {
    const size_t end = std::min(text.find_first_not_of('`', at), part.end);
    runs.push_back({at, end});
    at = end;
  }
  // The next run of the same length after each, found from the end.
  std::vector<size_t> closer(runs.size(), runs.size());
  std::map<size_t, size_t> nearest;
  for (size_t i = runs.size(); i-- > 0;) {
    if (const auto found = nearest.find(runs[i].size()); found != nearest.end()) {
      closer[i] = found->second;
    }
    nearest[runs[i].size()] = i;
  }
  for (size_t i = 0; i < runs.size(); ++i) {
    if (closer[i] == runs.size()) continue;
    code.push_back({runs[i].begin, runs[closer[i]].end});
    i = closer[i];
  }
}

size_t CountWords(std::string_view text) {
  size_t words = 0;
  bool in_word = false;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\t' || c == '\n';
    words += !space && !in_word ? 1 : 0;
    in_word = !space;
  }
  return words;
}

/// "(2024)", "(2024, May 3)".
bool HasYearInParentheses(std::string_view text) {
  for (size_t at = text.find('('); at != std::string_view::npos; at = text.find('(', at + 1)) {
    const std::string_view rest = text.substr(at + 1);
    if (rest.size() > 4 && (rest.starts_with("19") || rest.starts_with("20")) &&
        IsAsciiDigit(rest[2]) && IsAsciiDigit(rest[3]) && (rest[4] == ')' || rest[4] == ',')) {
      return true;
    }
  }
  return false;
}

/// "p. 4", "pp. 12", "S. 4".
bool HasPage(std::string_view lower) {
  for (const std::string_view word : {"p. ", "pp. ", " s. ", "page ", "seite "}) {
    for (size_t at = lower.find(word); at != std::string_view::npos;
         at = lower.find(word, at + 1)) {
      const size_t number = at + word.size();
      const bool begins = at == 0 || !IsAsciiAlpha(lower[at - 1]);
      if (begins && number < lower.size() && IsAsciiDigit(lower[number])) return true;
    }
  }
  return false;
}

}  // namespace

CharKind KindBefore(std::string_view text, size_t at) {
  if (at == 0) return CharKind::kEnd;
  size_t begin = at - 1;
  while (begin > 0 && at - begin < 4 && IsContinuation(text[begin])) --begin;
  return KindOfChunk(text.substr(begin, at - begin));
}

CharKind KindAt(std::string_view text, size_t at) {
  if (at >= text.size()) return CharKind::kEnd;
  size_t end = at + 1;
  while (end < text.size() && end - at < 4 && IsContinuation(text[end])) ++end;
  return KindOfChunk(text.substr(at, end - at));
}

bool AtLineStart(std::string_view text, size_t at) {
  size_t begin = at;
  while (begin > 0 && at - begin < 4 &&
         std::string_view(" >-*+").find(text[begin - 1]) != std::string_view::npos) {
    --begin;
  }
  return begin == 0 || text[begin - 1] == '\n' || text[begin - 1] == '\r';
}

std::string_view WordBefore(std::string_view text, size_t at, bool across_space) {
  while (across_space && at > 0 && (text[at - 1] == ' ' || text[at - 1] == ':')) --at;
  size_t begin = at;
  while (begin > 0 && at - begin < kMaxWordBytes && IsAsciiAlpha(text[begin - 1])) --begin;
  return text.substr(begin, at - begin);
}

std::vector<Span> FindCode(std::string_view text) {
  std::vector<Span> code;
  // A code span does not go past an empty line.
  const auto find_in = [&](size_t at, size_t end) {
    while (at < end) {
      const size_t stop = std::min(text.substr(0, end).find("\n\n", at), end);
      FindSpans(text, {at, stop}, code);
      at = stop + 2;
    }
  };
  size_t at = 0;
  for (const Span& fence : FindFences(text)) {
    find_in(at, fence.begin);
    code.push_back(fence);
    at = fence.end;
  }
  find_in(at, text.size());
  return code;
}

bool LooksLikeReference(std::string_view text) {
  if (text.size() > kMaxReferenceBytes || CountWords(text) > 40) return false;
  const std::string lower = AsciiLower(text);
  for (const std::string_view sign : {"://", "www.", "doi:", "doi.org", "et al.", "isbn", ".pdf",
                                      ".docx", ".html", ".txt", ".md", "arxiv"}) {
    if (lower.find(sign) != std::string::npos) return true;
  }
  return HasYearInParentheses(lower) || HasPage(lower);
}

bool IsReferenceHeading(std::string_view line) {
  constexpr std::string_view kDressing = "#*_:- \t\r";
  const size_t begin = line.find_first_not_of(kDressing);
  if (begin == std::string_view::npos || line.size() > 60) return false;
  const size_t end = line.find_last_not_of(kDressing) + 1;
  const std::string word = AsciiLower(line.substr(begin, end - begin));
  constexpr std::array<std::string_view, 18> kHeadings = {
      "sources",     "references",  "citations", "footnotes", "notes",          "bibliography",
      "works cited", "quellen",     "literatur", "fußnoten",  "sources citées", "références",
      "fuentes",     "referencias", "notas",     "fonti",     "riferimenti",    "note"};
  return std::find(kHeadings.begin(), kHeadings.end(), word) != kHeadings.end();
}

}  // namespace gloss
