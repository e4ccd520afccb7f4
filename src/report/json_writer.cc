#include "report/json_writer.h"

#include <fmt/format.h>
#include <unicode/utf8.h>

#include <cmath>
#include <iterator>

namespace gloss {
namespace {

bool MustEscape(UChar32 c, bool html_safe) {
  if (c < 0x20 || c == '"' || c == '\\') return true;
  if (c >= 0x7F && c <= 0x9F) return true;
  if (html_safe && (c == '<' || c == '>' || c == '&')) return true;
  return c == 0x2028 || c == 0x2029 || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

void AppendEscape(UChar32 c, std::string* out) {
  switch (c) {
    case '"':
      out->append("\\\"");
      return;
    case '\\':
      out->append("\\\\");
      return;
    case '\n':
      out->append("\\n");
      return;
    case '\r':
      out->append("\\r");
      return;
    case '\t':
      out->append("\\t");
      return;
    default:
      fmt::format_to(std::back_inserter(*out), "\\u{:04x}", static_cast<uint32_t>(c));
  }
}

}  // namespace

void JsonWriter::NewLine() {
  out_.push_back('\n');
  out_.append(levels_.size() * static_cast<size_t>(options_.indent), ' ');
}

void JsonWriter::Separate() {
  if (levels_.empty()) return;
  Level& level = levels_.back();
  const bool first = level.empty;
  level.empty = false;
  if (!first) out_.push_back(',');
  if (options_.indent == 0) return;
  if (level.layout == Layout::kLines) {
    NewLine();
  } else if (!first) {
    out_.push_back(' ');
  }
}

void JsonWriter::BeforeValue() {
  if (after_key_) {
    after_key_ = false;
  } else {
    Separate();
  }
}

void JsonWriter::Begin(char bracket, Layout layout) {
  BeforeValue();
  out_.push_back(bracket);
  if (!levels_.empty() && levels_.back().layout == Layout::kLine) layout = Layout::kLine;
  levels_.push_back({layout});
}

void JsonWriter::End(char bracket) {
  const Level level = levels_.back();
  levels_.pop_back();
  if (!level.empty && level.layout == Layout::kLines && options_.indent > 0) NewLine();
  out_.push_back(bracket);
}

void JsonWriter::Key(std::string_view key) {
  String(key);
  out_.append(options_.indent > 0 ? ": " : ":");
  after_key_ = true;
}

void JsonWriter::String(std::string_view text) {
  BeforeValue();
  out_.push_back('"');
  const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
  const auto length = static_cast<int64_t>(text.size());
  int64_t i = 0;
  while (i < length) {
    const int64_t start = i;
    UChar32 c = 0;
    U8_NEXT(bytes, i, length, c);
    if (c < 0) {
      out_.append("\xEF\xBF\xBD");
    } else if (MustEscape(c, options_.html_safe)) {
      AppendEscape(c, &out_);
    } else {
      out_.append(text.substr(static_cast<size_t>(start), static_cast<size_t>(i - start)));
    }
  }
  out_.push_back('"');
}

void JsonWriter::Int(int64_t value) {
  BeforeValue();
  fmt::format_to(std::back_inserter(out_), "{}", value);
}

void JsonWriter::Number(double value) {
  if (!std::isfinite(value)) return Null();
  BeforeValue();
  std::string text = fmt::format("{:.4f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  out_.append(text == "-0" ? "0" : text);
}

void JsonWriter::Bool(bool value) {
  BeforeValue();
  out_.append(value ? "true" : "false");
}

void JsonWriter::Null() {
  BeforeValue();
  out_.append("null");
}

void JsonWriter::Field(std::string_view key, const std::optional<double>& value) {
  Key(key);
  if (value) {
    Number(*value);
  } else {
    Null();
  }
}

void JsonWriter::Field(std::string_view key, const std::vector<std::string>& values) {
  Key(key);
  BeginArray();
  for (const std::string& value : values) String(value);
  EndArray();
}

std::string JsonWriter::Take() && {
  out_.push_back('\n');
  return std::move(out_);
}

}  // namespace gloss
