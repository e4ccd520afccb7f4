#include "backends/llama_cpp/generated_text.h"

#include <algorithm>

namespace gloss {
namespace {

enum class Sequence { kWhole, kInvalid, kCutOff };

bool IsContinuation(unsigned char byte) { return (byte & 0xC0U) == 0x80U; }

/// Kind and length of the UTF-8 sequence at the front (Unicode standard, table 3-7).
Sequence ReadSequence(std::string_view bytes, size_t& length) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const unsigned char lead = byte(0);
  length = 1;
  if (lead < 0x80) return Sequence::kWhole;
  if (lead < 0xC2 || lead > 0xF4) return Sequence::kInvalid;
  const size_t wanted = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  for (size_t i = 1; i < wanted; ++i) {
    if (i == bytes.size()) return Sequence::kCutOff;
    if (!IsContinuation(byte(i))) return Sequence::kInvalid;
    if (i == 1) {
      const unsigned char second = byte(1);
      const bool out_of_range = (lead == 0xE0 && second < 0xA0) ||
                                (lead == 0xED && second > 0x9F) ||
                                (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F);
      if (out_of_range) return Sequence::kInvalid;
    }
    length = i + 1;
  }
  return Sequence::kWhole;
}

}  // namespace

GeneratedText::GeneratedText(std::vector<std::string> stop_strings)
    : stop_strings_(std::move(stop_strings)) {
  std::erase_if(stop_strings_, [](const std::string& stop) { return stop.empty(); });
  for (const std::string& stop : stop_strings_) {
    longest_stop_ = std::max(longest_stop_, stop.size());
  }
}

bool GeneratedText::Append(std::string_view piece) {
  // A stop string may have begun in earlier pieces, but not have ended there.
  const size_t from = bytes_.size() - std::min(bytes_.size(), longest_stop_);
  bytes_ += piece;
  size_t cut = std::string::npos;
  for (const std::string& stop : stop_strings_) cut = std::min(cut, bytes_.find(stop, from));
  if (cut == std::string::npos) return false;
  bytes_.resize(cut);
  return true;
}

std::string GeneratedText::Finish() const {
  std::string text;
  text.reserve(bytes_.size());
  std::string_view rest = bytes_;
  while (!rest.empty()) {
    size_t length = 0;
    switch (ReadSequence(rest, length)) {
      case Sequence::kWhole:
        text += rest.substr(0, length);
        break;
      case Sequence::kInvalid:
        text += "\xEF\xBF\xBD";
        break;
      case Sequence::kCutOff:
        return text;
    }
    rest.remove_prefix(length);
  }
  return text;
}

}  // namespace gloss
