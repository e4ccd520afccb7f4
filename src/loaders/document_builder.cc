#include "loaders/document_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "text/utf8.h"

namespace gloss {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::string_view kAsciiSpace = " \t\n\r\f\v";

/// White space outside ASCII that carries no meaning at the edge of a block.
constexpr std::array<std::string_view, 19> kWideSpaces = {
    "\xC2\x85",     "\xC2\xA0",     "\xE1\x9A\x80", "\xE2\x80\x80", "\xE2\x80\x81",
    "\xE2\x80\x82", "\xE2\x80\x83", "\xE2\x80\x84", "\xE2\x80\x85", "\xE2\x80\x86",
    "\xE2\x80\x87", "\xE2\x80\x88", "\xE2\x80\x89", "\xE2\x80\x8A", "\xE2\x80\xA8",
    "\xE2\x80\xA9", "\xE2\x80\xAF", "\xE3\x80\x80", "\xEF\xBB\xBF"};

/// Bytes of the white space character that `text` starts with; 0 when it starts with none.
size_t LeadingSpace(std::string_view text) {
  if (text.empty()) return 0;
  if (kAsciiSpace.find(text.front()) != std::string_view::npos) return 1;
  if (static_cast<unsigned char>(text.front()) < 0x80) return 0;
  for (const std::string_view space : kWideSpaces) {
    if (text.starts_with(space)) return space.size();
  }
  return 0;
}

size_t TrailingSpace(std::string_view text) {
  if (text.empty()) return 0;
  if (kAsciiSpace.find(text.back()) != std::string_view::npos) return 1;
  if (static_cast<unsigned char>(text.back()) < 0x80) return 0;
  for (const std::string_view space : kWideSpaces) {
    if (text.ends_with(space)) return space.size();
  }
  return 0;
}

/// Code keeps the indentation of its first line: only whole blank lines are cut off before it.
Span TrimmedCodeSpan(std::string_view text) {
  Span span = TrimmedSpan(text);
  if (span.empty()) return span;
  const size_t line_start = text.substr(0, span.begin).find_last_of("\n\r");
  span.begin = line_start == std::string_view::npos ? 0 : line_start + 1;
  return span;
}

size_t CountOf(std::string_view text, std::string_view needle) {
  size_t count = 0;
  for (size_t at = text.find(needle); at != std::string_view::npos;
       at = text.find(needle, at + needle.size())) {
    ++count;
  }
  return count;
}

std::string WithoutNul(std::string text) {
  if (text.find('\0') == std::string::npos) return text;
  std::string result;
  for (const char c : text) {
    if (c == '\0') {
      result += kReplacement;
    } else {
      result += c;
    }
  }
  return result;
}

bool Continues(const Block& before, const BlockSpec& spec) {
  if (spec.kind != before.kind) return false;
  if (spec.kind == BlockKind::kListItem) return true;
  return spec.kind == BlockKind::kTableCell && spec.cell && before.cell &&
         spec.cell->table == before.cell->table;
}

/// Boxes of the untrimmed text → boxes of the block at `offset`, cut to the part that was kept.
Status AppendBoxes(const std::vector<SourceBox>& from, const Span& kept, size_t offset,
                   std::vector<SourceBox>& to) {
  size_t last_end = 0;
  for (SourceBox box : from) {
    if (box.span.begin < last_end || box.span.end < box.span.begin) {
      return {StatusCode::kInternal, "boxes of a block overlap or are out of order"};
    }
    last_end = box.span.end;
    box.span.begin = std::max(box.span.begin, kept.begin);
    box.span.end = std::min(box.span.end, kept.end);
    if (box.span.begin >= box.span.end) continue;
    box.span.begin = box.span.begin - kept.begin + offset;
    box.span.end = box.span.end - kept.begin + offset;
    to.push_back(box);
  }
  return Status::Ok();
}

}  // namespace

Span TrimmedSpan(std::string_view text) {
  size_t begin = 0;
  while (const size_t length = LeadingSpace(text.substr(begin))) begin += length;
  if (begin == text.size()) return {};
  size_t end = text.size();
  while (const size_t length = TrailingSpace(text.substr(begin, end - begin))) end -= length;
  return {begin, end};
}

std::string OneLine(std::string_view text, size_t max_bytes) {
  std::string line;
  for (size_t at = 0; at < text.size() && line.size() <= max_bytes;) {
    if (const size_t space = LeadingSpace(text.substr(at))) {
      if (!line.empty() && line.back() != ' ') line += ' ';
      at += space;
    } else {
      line += text[at++];
    }
  }
  if (line.size() > max_bytes) {
    size_t end = max_bytes;
    while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) --end;
    line.resize(end);
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

std::vector<int> DocumentBuilder::HeadingPathFor(const BlockSpec& spec, int block_index) {
  if (spec.kind == BlockKind::kHeading) {
    while (!open_headings_.empty() && open_headings_.back().first >= spec.heading_level) {
      open_headings_.pop_back();
    }
  }
  std::vector<int> path;
  path.reserve(open_headings_.size());
  for (const auto& [level, index] : open_headings_) path.push_back(index);
  if (spec.kind == BlockKind::kHeading) {
    open_headings_.emplace_back(spec.heading_level, block_index);
  }
  return path;
}

Status DocumentBuilder::AppendBlock(std::string_view text, const BlockSpec& spec,
                                    std::vector<SourceBox> boxes) {
  if (options_.stop.stop_requested()) return {StatusCode::kCancelled, "loading was stopped"};

  std::string repaired;
  if (text.find('\0') != std::string_view::npos || FindInvalidUtf8(text)) {
    if (!boxes.empty()) {
      return {StatusCode::kCorruptDocument, "its text is not valid UTF-8 or holds NUL characters"};
    }
    const size_t replaced_before = CountOf(text, kReplacement);
    repaired = WithoutNul(ReplaceInvalidUtf8(text));
    replaced_characters_ += CountOf(repaired, kReplacement) - replaced_before;
    text = repaired;
  }

  const Span kept = spec.kind == BlockKind::kCode ? TrimmedCodeSpan(text) : TrimmedSpan(text);
  if (kept.empty()) return Status::Ok();
  if (text_bytes() + kept.size() > options_.limits.max_text_bytes) {
    return {StatusCode::kTooLarge, fmt::format("its text is longer than the limit of {} bytes",
                                               options_.limits.max_text_bytes)};
  }

  BlockSpec clean = spec;
  clean.heading_level = spec.kind == BlockKind::kHeading ? std::clamp(spec.heading_level, 1, 6) : 0;
  if (spec.kind != BlockKind::kTableCell) clean.cell.reset();

  const bool is_furniture = clean.kind == BlockKind::kFurniture;
  Part& part = is_furniture ? furniture_ : body_;
  if (!part.blocks.empty()) part.text += Continues(part.blocks.back(), clean) ? "\n" : "\n\n";
  Block block;
  block.span = {part.text.size(), part.text.size() + kept.size()};
  block.kind = clean.kind;
  block.heading_level = clean.heading_level;
  block.cell = clean.cell;
  if (!is_furniture) {
    block.heading_path = HeadingPathFor(clean, static_cast<int>(part.blocks.size()));
  }
  GLOSS_RETURN_IF_ERROR(AppendBoxes(boxes, kept, block.span.begin, part.boxes));
  part.text += kept.In(text);
  part.blocks.push_back(std::move(block));
  return Status::Ok();
}

void DocumentBuilder::AddWarning(std::string warning) {
  if (std::find(warnings_.begin(), warnings_.end(), warning) == warnings_.end()) {
    warnings_.push_back(std::move(warning));
  }
}

void DocumentBuilder::SetTitle(std::string_view title) {
  std::string line = OneLine(title);
  title_ = FindInvalidUtf8(line) ? ReplaceInvalidUtf8(line) : std::move(line);
  std::erase(title_, '\0');
}

Result<Document> DocumentBuilder::Finish(std::string_view media_type) {
  if (body_.blocks.empty()) {
    return Status(StatusCode::kNoText, furniture_.blocks.empty()
                                           ? "there is no text in it"
                                           : "there is no text in it but headers and footers");
  }
  Document document;
  document.title = std::move(title_);
  for (size_t i = 0; document.title.empty() && i < body_.blocks.size(); ++i) {
    const Block& block = body_.blocks[i];
    if (block.heading_level == 1) document.title = OneLine(block.span.In(body_.text));
  }
  document.media_type = media_type;
  document.page_count = page_count_;
  document.text = std::move(body_.text);
  document.blocks = std::move(body_.blocks);
  document.boxes = std::move(body_.boxes);
  document.warnings = std::move(warnings_);
  if (!furniture_.blocks.empty()) {
    document.text += "\n\n";
    const size_t offset = document.text.size();
    document.text += furniture_.text;
    for (Block& block : furniture_.blocks) {
      block.span = {block.span.begin + offset, block.span.end + offset};
      document.blocks.push_back(std::move(block));
    }
    for (SourceBox& box : furniture_.boxes) {
      box.span = {box.span.begin + offset, box.span.end + offset};
      document.boxes.push_back(box);
    }
  }
  if (replaced_characters_ > 0) {
    document.warnings.push_back(
        fmt::format("{} invalid characters were replaced by U+FFFD", replaced_characters_));
  }
  return document;
}

}  // namespace gloss
