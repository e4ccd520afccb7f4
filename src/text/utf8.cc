#include "text/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace gloss {
namespace {

constexpr size_t kIndexStep = 1024;

bool IsContinuation(unsigned char byte) { return (byte & 0xC0U) == 0x80U; }

/// What the first byte of a sequence allows: its length and the range of the second byte
/// (table 3-7 of the Unicode standard). Length 0: never a first byte.
struct LeadByte {
  size_t length;
  unsigned char second_min;
  unsigned char second_max;
};

LeadByte ClassifyLead(unsigned char byte) {
  if (byte < 0x80U) return {1, 0, 0};
  if (byte < 0xC2U) return {0, 0, 0};
  if (byte < 0xE0U) return {2, 0x80, 0xBF};
  if (byte == 0xE0U) return {3, 0xA0, 0xBF};
  if (byte == 0xEDU) return {3, 0x80, 0x9F};
  if (byte < 0xF0U) return {3, 0x80, 0xBF};
  if (byte == 0xF0U) return {4, 0x90, 0xBF};
  if (byte < 0xF4U) return {4, 0x80, 0xBF};
  if (byte == 0xF4U) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

/// Length of the sequence at `at`, and whether it is valid; an invalid one is its maximal subpart.
struct Sequence {
  size_t length;
  bool valid;
};

Sequence ReadSequence(std::string_view bytes, size_t at) {
  const LeadByte lead = ClassifyLead(static_cast<unsigned char>(bytes[at]));
  if (lead.length == 0) return {1, false};
  for (size_t i = 1; i < lead.length; ++i) {
    if (at + i >= bytes.size()) return {i, false};
    const auto byte = static_cast<unsigned char>(bytes[at + i]);
    const bool fits =
        i == 1 ? byte >= lead.second_min && byte <= lead.second_max : IsContinuation(byte);
    if (!fits) return {i, false};
  }
  return {lead.length, true};
}

/// Skips bytes below 0x80, eight at a time.
size_t SkipAscii(std::string_view bytes, size_t at) {
  while (at + sizeof(uint64_t) <= bytes.size()) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    if ((word & 0x8080808080808080ULL) != 0) break;
    at += sizeof word;
  }
  while (at < bytes.size() && static_cast<unsigned char>(bytes[at]) < 0x80U) ++at;
  return at;
}

}  // namespace

std::optional<size_t> FindInvalidUtf8(std::string_view bytes) {
  size_t at = SkipAscii(bytes, 0);
  while (at < bytes.size()) {
    const Sequence sequence = ReadSequence(bytes, at);
    if (!sequence.valid) return at;
    at = SkipAscii(bytes, at + sequence.length);
  }
  return std::nullopt;
}

Status CheckUtf8(std::string_view bytes) {
  const std::optional<size_t> invalid = FindInvalidUtf8(bytes);
  if (!invalid) return Status::Ok();
  return {StatusCode::kInvalidUtf8,
          fmt::format("byte {} (0x{:02X}) does not begin a valid UTF-8 sequence", *invalid,
                      static_cast<unsigned char>(bytes[*invalid]))};
}

std::string ReplaceInvalidUtf8(std::string_view bytes) {
  std::string result;
  result.reserve(bytes.size());
  size_t at = 0;
  while (at < bytes.size()) {
    const std::optional<size_t> invalid = FindInvalidUtf8(bytes.substr(at));
    if (!invalid) break;
    result.append(bytes, at, *invalid);
    result.append("\xEF\xBF\xBD");
    at += *invalid;
    at += ReadSequence(bytes, at).length;
  }
  result.append(bytes.substr(at));
  return result;
}

DecodedChar DecodeUtf8(std::string_view text, size_t at) {
  if (at >= text.size()) return {};
  const auto byte = [&](size_t i) -> char32_t {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
  };
  const char32_t lead = byte(0);
  if (lead < 0x80U) return {lead, 1};
  if (lead < 0xE0U) return {((lead & 0x1FU) << 6U) | (byte(1) & 0x3FU), 2};
  if (lead < 0xF0U) {
    return {((lead & 0x0FU) << 12U) | ((byte(1) & 0x3FU) << 6U) | (byte(2) & 0x3FU), 3};
  }
  return {((lead & 0x07U) << 18U) | ((byte(1) & 0x3FU) << 12U) | ((byte(2) & 0x3FU) << 6U) |
              (byte(3) & 0x3FU),
          4};
}

DecodedChar DecodeUtf8Before(std::string_view text, size_t at) {
  if (at == 0) return {};
  size_t begin = at - 1;
  while (begin > 0 && IsContinuation(static_cast<unsigned char>(text[begin]))) --begin;
  return DecodeUtf8(text, begin);
}

void AppendUtf8(char32_t value, std::string& text) {
  const auto add = [&text](char32_t bits) { text += static_cast<char>(bits); };
  const auto tail = [&](unsigned shift) { add(0x80U | ((value >> shift) & 0x3FU)); };
  if (value < 0x80) {
    add(value);
  } else if (value < 0x800) {
    add(0xC0U | (value >> 6U));
    tail(0);
  } else if (value < 0x10000) {
    add(0xE0U | (value >> 12U));
    tail(6);
    tail(0);
  } else {
    add(0xF0U | (value >> 18U));
    tail(12);
    tail(6);
    tail(0);
  }
}

size_t CountCodepoints(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return !IsContinuation(static_cast<unsigned char>(c));
  }));
}

bool IsWhiteSpaceChar(char32_t value) {
  if (value < 0x80U) return value == ' ' || (value >= '\t' && value <= '\r');
  switch (value) {
    case 0x85:
    case 0xA0:
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202F:
    case 0x205F:
    case 0x3000:
      return true;
    default:
      return value >= 0x2000U && value <= 0x200AU;
  }
}

bool IsWhiteSpace(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const DecodedChar c = DecodeUtf8(text, at);
    if (!IsWhiteSpaceChar(c.value)) return false;
    at += c.size;
  }
  return true;
}

Span TrimWhiteSpace(std::string_view text, Span span) {
  size_t begin = span.begin;
  while (begin < span.end) {
    const DecodedChar c = DecodeUtf8(text, begin);
    if (!IsWhiteSpaceChar(c.value)) break;
    begin += c.size;
  }
  if (begin >= span.end) return {span.begin, span.begin};
  size_t end = span.end;
  while (end > begin) {
    const DecodedChar c = DecodeUtf8Before(text, end);
    if (!IsWhiteSpaceChar(c.value)) break;
    end -= c.size;
  }
  return {begin, end};
}

std::string_view OffsetUnitName(OffsetUnit unit) {
  switch (unit) {
    case OffsetUnit::kUtf8:
      return "utf8";
    case OffsetUnit::kCodepoint:
      return "codepoint";
    case OffsetUnit::kUtf16:
      return "utf16";
  }
  return "";
}

std::optional<OffsetUnit> OffsetUnitFromName(std::string_view name) {
  for (const OffsetUnit unit : {OffsetUnit::kUtf8, OffsetUnit::kCodepoint, OffsetUnit::kUtf16}) {
    if (OffsetUnitName(unit) == name) return unit;
  }
  return std::nullopt;
}

OffsetMap::OffsetMap(std::string_view text) : text_(text) {
  by_bytes_.reserve(text.size() / kIndexStep + 1);
  Entry here{0, 0, 0};
  Entry previous = here;
  // A code point can step over a multiple by up to three units: the entry is then the one before.
  const auto record = [&](std::vector<Entry>& index, size_t Entry::* unit) {
    const size_t due = index.size() * kIndexStep;
    if (here.*unit >= due) index.push_back(here.*unit == due ? here : previous);
  };
  while (true) {
    record(by_bytes_, &Entry::bytes);
    record(by_codepoints_, &Entry::codepoints);
    record(by_utf16_, &Entry::utf16);
    if (here.bytes >= text.size()) break;
    const size_t size = DecodeUtf8(text, here.bytes).size;
    previous = here;
    here.bytes += size;
    here.codepoints += 1;
    here.utf16 += size == 4 ? 2 : 1;
  }
}

size_t OffsetMap::FromBytes(size_t byte_offset, OffsetUnit unit) const {
  byte_offset = std::min(byte_offset, text_.size());
  if (unit == OffsetUnit::kUtf8) return byte_offset;
  const Entry& entry = by_bytes_[byte_offset / kIndexStep];
  const std::string_view part = text_.substr(entry.bytes, byte_offset - entry.bytes);
  if (unit == OffsetUnit::kCodepoint) return entry.codepoints + CountCodepoints(part);
  const auto pairs = std::count_if(part.begin(), part.end(),
                                   [](char c) { return static_cast<unsigned char>(c) >= 0xF0U; });
  return entry.utf16 + CountCodepoints(part) + static_cast<size_t>(pairs);
}

std::optional<size_t> OffsetMap::ToBytes(size_t offset, OffsetUnit unit) const {
  if (unit == OffsetUnit::kUtf8) {
    if (offset > text_.size()) return std::nullopt;
    const bool inside =
        offset < text_.size() && IsContinuation(static_cast<unsigned char>(text_[offset]));
    return inside ? std::nullopt : std::optional<size_t>(offset);
  }
  const bool utf16 = unit == OffsetUnit::kUtf16;
  const std::vector<Entry>& index = utf16 ? by_utf16_ : by_codepoints_;
  if (offset / kIndexStep >= index.size()) return std::nullopt;
  const Entry& entry = index[offset / kIndexStep];
  size_t bytes = entry.bytes;
  size_t units = utf16 ? entry.utf16 : entry.codepoints;
  while (units < offset && bytes < text_.size()) {
    const size_t size = DecodeUtf8(text_, bytes).size;
    bytes += size;
    units += utf16 && size == 4 ? 2 : 1;
  }
  return units == offset ? std::optional<size_t>(bytes) : std::nullopt;
}

}  // namespace gloss
