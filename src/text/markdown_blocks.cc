#include "text/markdown_blocks.h"

#include <algorithm>
#include <optional>

#include "text/ascii.h"

namespace gloss {
namespace {

constexpr size_t kMaxHeadingBytes = 200;

bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\r'; }

size_t SkipSpace(std::string_view text, size_t at, size_t end) {
  while (at < end && IsSpace(text[at])) ++at;
  return at;
}

/// The end of a line without white space and the given sign.
size_t TrimEnd(std::string_view text, size_t begin, size_t end, char sign) {
  while (end > begin && (IsSpace(text[end - 1]) || text[end - 1] == sign)) --end;
  return end;
}

/// After the sign of a list item ("- ", "3. ") at `at`; nothing where there is none.
std::optional<size_t> AfterListSign(std::string_view text, size_t at, size_t end) {
  size_t next = at;
  if (std::string_view("-*+").find(text[at]) != std::string_view::npos) {
    ++next;
  } else {
    while (next < end && next - at < 3 && IsAsciiDigit(text[next])) ++next;
    if (next == at || next == end || (text[next] != '.' && text[next] != ')')) return std::nullopt;
    ++next;
  }
  if (next == end || !IsSpace(text[next])) return std::nullopt;
  return SkipSpace(text, next, end);
}

class BlockReader {
 public:
  explicit BlockReader(std::string_view text) : text_(text) {}

  std::vector<Block> Read() {
    for (size_t at = 0; at < text_.size();) {
      const size_t end = std::min(text_.find('\n', at), text_.size());
      ReadLine(SkipSpace(text_, at, end), TrimEnd(text_, at, end, ' '));
      at = end + 1;
    }
    Close();
    return std::move(blocks_);
  }

 private:
  /// A line without the white space around it.
  void ReadLine(size_t begin, size_t end) {
    const std::string_view line = begin < end ? text_.substr(begin, end - begin) : "";
    if (in_code_) {
      open_->span.end = std::max(open_->span.end, end);
      if (line.starts_with(fence_)) Close();
    } else if (line.empty()) {
      Close();
    } else if (line.starts_with("```") || line.starts_with("~~~")) {
      Open({begin, end}, BlockKind::kCode);
      in_code_ = true;
      fence_ = line.substr(0, 3);
    } else if (!ReadHeading(begin, end)) {
      ReadText(begin, end);
    }
  }

  bool ReadHeading(size_t begin, size_t end) {
    const std::string_view line = text_.substr(begin, end - begin);
    const size_t level = std::min(line.find_first_not_of('#'), line.size());
    if (level >= 1 && level <= 6 && level < line.size() && IsSpace(line[level])) {
      const size_t first = SkipSpace(text_, begin + level, end);
      AddHeading({first, std::max(first, TrimEnd(text_, first, end, '#'))},
                 static_cast<int>(level));
      return true;
    }
    // A line that is all in bold.
    for (const std::string_view sign : {"**", "__"}) {
      const bool whole = line.size() > 4 && line.size() < kMaxHeadingBytes &&
                         line.starts_with(sign) && line.ends_with(sign) &&
                         line.find(sign, 2) == line.size() - 2;
      if (!whole || open_) continue;
      AddHeading({begin + 2, end - 2}, 6);
      return true;
    }
    return false;
  }

  void AddHeading(Span span, int level) {
    Open(span, BlockKind::kHeading);
    open_->heading_level = level;
    Close();
  }

  void ReadText(size_t begin, size_t end) {
    const char first = text_[begin];
    if (const auto after = AfterListSign(text_, begin, end)) {
      Open({*after, std::max(*after, end)}, BlockKind::kListItem);
    } else if (first == '>') {
      const size_t inside = std::min(text_.find_first_not_of("> \t", begin), end);
      if (open_ && open_->kind == BlockKind::kQuote) {
        open_->span.end = end;
      } else {
        Open({inside, end}, BlockKind::kQuote);
      }
    } else if (first == '|' || IsNote(begin, end)) {
      Open({begin, end}, BlockKind::kParagraph);
    } else if (open_) {
      open_->span.end = end;
    } else {
      Open({begin, end}, BlockKind::kParagraph);
    }
  }

  /// "[^1]: …", "[1]: …"
  bool IsNote(size_t begin, size_t end) const {
    if (text_[begin] != '[') return false;
    const std::string_view line = text_.substr(begin, std::min<size_t>(end - begin, 80));
    const size_t close = line.find(']');
    return close != std::string_view::npos && line.substr(close).starts_with("]:");
  }

  void Open(Span span, BlockKind kind) {
    Close();
    open_.emplace();
    open_->span = span;
    open_->kind = kind;
  }

  void Close() {
    if (open_ && !open_->span.empty()) blocks_.push_back(*std::move(open_));
    open_.reset();
    in_code_ = false;
  }

  std::string_view text_;
  std::vector<Block> blocks_;
  std::optional<Block> open_;
  bool in_code_ = false;
  std::string_view fence_;
};

}  // namespace

std::vector<Block> MarkdownBlocks(std::string_view text) { return BlockReader(text).Read(); }

}  // namespace gloss
