#include "loaders/markdown_parts.h"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

#include "loaders/ascii.h"

namespace gloss {
namespace {

constexpr size_t kMaxFrontMatterBytes = size_t{256} << 10;
constexpr size_t kMaxLabelBytes = 100;

/// The line that starts at `begin`, without its line end; `next` is where the following one starts.
std::string_view LineAt(std::string_view text, size_t begin, size_t& next) {
  const size_t end = std::min(text.find('\n', begin), text.size());
  next = std::min(end + 1, text.size());
  std::string_view line = text.substr(begin, end - begin);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string_view Unquoted(std::string_view value) {
  value = TrimAscii(value);
  if (value.size() >= 2 && (value.front() == '"' || value.front() == '\'') &&
      value.back() == value.front()) {
    value = value.substr(1, value.size() - 2);
  }
  return value;
}

/// Where the text goes on after the front matter; 0 when there is none.
size_t TakeFrontMatter(std::string_view text, MarkdownParts& parts) {
  size_t next = 0;
  const std::string_view fence = TrimAscii(LineAt(text, 0, next));
  if (fence != "---" && fence != "+++") return 0;
  const size_t begin = next;
  std::string title;
  bool has_key = false;
  while (next < text.size() && next - begin <= kMaxFrontMatterBytes) {
    const size_t start = next;
    const std::string_view line = LineAt(text, start, next);
    const std::string_view trimmed = TrimAscii(line);
    if (trimmed == fence || (fence == "---" && trimmed == "...")) {
      // Between two rules there is prose, not settings.
      if (!has_key && start > begin) return 0;
      parts.front_matter = text.substr(begin, start - begin);
      parts.title = title;
      return next;
    }
    const size_t sign = line.find_first_of(":=");
    if (sign == std::string_view::npos || sign == 0) continue;
    const std::string_view key = TrimAscii(line.substr(0, sign));
    if (key.find(' ') != std::string_view::npos) continue;
    has_key = true;
    if (key == "title" && title.empty()) title = Unquoted(line.substr(sign + 1));
  }
  return 0;
}

/// Keeps track of code fences from line to line.
class FenceState {
 public:
  bool is_open() const { return open_ != 0; }

  void Consume(std::string_view line) {
    const size_t indent = line.find_first_not_of(' ');
    if (indent == std::string_view::npos || indent > 3) return;
    const std::string_view rest = line.substr(indent);
    const char mark = rest.front();
    if (mark != '`' && mark != '~') return;
    const size_t length = std::min(rest.find_first_not_of(mark), rest.size());
    if (length < 3) return;
    if (open_ == 0) {
      if (mark == '`' && rest.find('`', length) != std::string_view::npos) return;
      open_ = mark;
      length_ = length;
    } else if (open_ == mark && length >= length_ && TrimAscii(rest.substr(length)).empty()) {
      open_ = 0;
    }
  }

 private:
  char open_ = 0;
  size_t length_ = 0;
};

/// "[^label]: text" → label and text.
std::optional<MarkdownFootnote> FootnoteStart(std::string_view line) {
  const size_t indent = line.find_first_not_of(' ');
  if (indent == std::string_view::npos || indent > 3) return std::nullopt;
  line.remove_prefix(indent);
  if (!line.starts_with("[^")) return std::nullopt;
  const size_t end = line.find_first_of("] \t[", 2);
  if (end == std::string_view::npos || end == 2 || end - 2 > kMaxLabelBytes ||
      line.substr(end, 2) != "]:") {
    return std::nullopt;
  }
  return MarkdownFootnote{std::string(line.substr(2, end - 2)),
                          std::string(TrimAscii(line.substr(end + 2)))};
}

size_t Indent(std::string_view line) {
  size_t columns = 0;
  for (const char c : line) {
    if (c == ' ') {
      ++columns;
    } else if (c == '\t') {
      columns += 4 - columns % 4;
    } else {
      break;
    }
  }
  return columns;
}

/// True for "| - | :-: |": nothing but pipes, dashes, colons and spaces.
bool IsDelimiterRow(std::string_view line) {
  return line.find('|') != std::string_view::npos && line.find('-') != std::string_view::npos &&
         line.find_first_not_of("|-: \t\r\n") == std::string_view::npos;
}

/// Every run of one or two dashes as three.
std::string WithLongDashes(std::string_view row) {
  std::string result;
  for (size_t at = 0; at < row.size();) {
    const size_t end = std::min(row.find_first_not_of('-', at), row.size());
    if (end > at) {
      result.append(std::max<size_t>(end - at, 3), '-');
      at = end;
    } else {
      result += row[at++];
    }
  }
  return result;
}

void TakeBody(std::string_view text, MarkdownParts& parts) {
  FenceState fence;
  bool in_note = false;
  bool after_blank = true;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    const std::string_view line = LineAt(text, begin, at);
    const bool is_blank = TrimAscii(line).empty();
    std::optional<MarkdownFootnote> start;
    if (in_note || !fence.is_open()) start = FootnoteStart(line);
    if (start) {
      parts.footnotes.push_back(*std::move(start));
      in_note = true;
    } else if (in_note && (is_blank || Indent(line) >= 2 || !after_blank)) {
      std::string& note = parts.footnotes.back().text;
      note += '\n';
      note += line.substr(std::min(line.size(), line.find_first_not_of(" \t")));
    } else {
      fence.Consume(line);
      in_note = false;
      const std::string_view whole = text.substr(begin, at - begin);
      if (!fence.is_open() && IsDelimiterRow(line)) {
        parts.body += WithLongDashes(whole);
      } else {
        parts.body += whole;
      }
    }
    after_blank = is_blank;
  }
}

}  // namespace

MarkdownParts SplitMarkdown(std::string_view text) {
  MarkdownParts parts;
  text.remove_prefix(TakeFrontMatter(text, parts));
  parts.body.reserve(text.size());
  TakeBody(text, parts);
  return parts;
}

std::string WithFootnoteReferences(std::string text,
                                   const std::vector<MarkdownFootnote>& footnotes) {
  if (footnotes.empty() || text.find("[^") == std::string::npos) return text;
  std::unordered_set<std::string_view> labels;
  for (const MarkdownFootnote& footnote : footnotes) labels.insert(footnote.label);
  std::string result;
  size_t done = 0;
  for (size_t at = text.find("[^"); at != std::string::npos; at = text.find("[^", at + 2)) {
    const size_t end = text.find_first_of("] [\n", at + 2);
    if (end == std::string::npos || text[end] != ']') continue;
    if (!labels.contains(std::string_view(text).substr(at + 2, end - at - 2))) continue;
    result.append(text, done, at + 1 - done);
    done = at + 2;
  }
  result.append(text, done);
  return result;
}

}  // namespace gloss
