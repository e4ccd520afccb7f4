#include "text/tag_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "text/ascii.h"

namespace gloss {
namespace {

constexpr size_t kDigits = 8;
constexpr int kNoDigit = -1;

int DigitOf(char c) {
  if (IsAsciiDigit(c)) return c - '0';
  const char lower = AsciiLower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : kNoDigit;
}

/// The tags that are near an id, the first two at most.
class Neighbours {
 public:
  void Add(uint32_t value) {
    if (count_ > 0 && values_[0] == value) return;
    if (count_ > 1 && values_[1] == value) return;
    if (count_ < values_.size()) values_[count_++] = value;
  }
  size_t count() const { return count_; }
  uint32_t first() const { return values_[0]; }

 private:
  std::array<uint32_t, 2> values_{};
  size_t count_ = 0;
};

/// Joins eight digits, none of which is kNoDigit.
uint32_t Join(const std::array<int, kDigits>& digits) {
  uint32_t value = 0;
  for (const int digit : digits) value = value << 4U | static_cast<uint32_t>(digit);
  return value;
}

std::string TagText(uint32_t value) { return fmt::format("{:08x}", value); }

}  // namespace

std::optional<uint32_t> TagValue(std::string_view text) {
  if (text.size() != kDigits) return std::nullopt;
  uint32_t value = 0;
  for (const char c : text) {
    const int digit = DigitOf(c);
    if (digit == kNoDigit) return std::nullopt;
    value = value << 4U | static_cast<uint32_t>(digit);
  }
  return value;
}

TagIndex::TagIndex(std::span<const Document> documents) {
  for (size_t d = 0; d < documents.size(); ++d) {
    for (size_t s = 0; s < documents[d].sentences.size(); ++s) {
      const auto value = TagValue(documents[d].sentences[s].tag);
      if (value) places_[*value].push_back({static_cast<int>(d), static_cast<int>(s)});
    }
  }
}

TagIndex TagIndex::OfAllTags() {
  TagIndex index;
  index.all_ = true;
  return index;
}

TagIndex::Found TagIndex::Find(std::string_view written) const {
  if (written.size() + 1 < kDigits || written.size() > kDigits + 1) return {};
  if (const auto value = TagValue(written); value && Has(*value)) {
    return {TagMatch::kExact, TagText(*value)};
  }
  std::array<int, kDigits + 1> given{};
  size_t wrong = 0;  // Characters that are no digits.
  for (size_t i = 0; i < written.size(); ++i) {
    given[i] = DigitOf(written[i]);
    wrong += given[i] == kNoDigit ? 1 : 0;
  }
  Neighbours near;
  std::array<int, kDigits> digits{};
  const auto try_digits = [&] {
    if (std::find(digits.begin(), digits.end(), kNoDigit) != digits.end()) return;
    if (const uint32_t value = Join(digits); Has(value)) near.Add(value);
  };
  if (written.size() == kDigits && wrong <= 1) {
    std::copy_n(given.begin(), kDigits, digits.begin());
    for (size_t i = 0; i < kDigits; ++i) {
      if (wrong == 1 && given[i] != kNoDigit) continue;
      for (int digit = 0; digit < 16; ++digit) {
        digits[i] = digit;
        if (digit != given[i]) try_digits();
      }
      digits[i] = given[i];
    }
    for (size_t i = 0; i + 1 < kDigits; ++i) {
      std::swap(digits[i], digits[i + 1]);
      if (digits[i] != digits[i + 1]) try_digits();
      std::swap(digits[i], digits[i + 1]);
    }
  } else if (written.size() + 1 == kDigits && wrong == 0) {
    for (size_t gap = 0; gap < kDigits; ++gap) {
      for (int digit = 0; digit < 16; ++digit) {
        for (size_t i = 0; i < kDigits; ++i) digits[i] = i < gap ? given[i] : given[i - (i > gap)];
        digits[gap] = digit;
        try_digits();
      }
    }
  } else if (written.size() == kDigits + 1 && wrong <= 1) {
    for (size_t left_out = 0; left_out <= kDigits; ++left_out) {
      for (size_t i = 0; i < kDigits; ++i) digits[i] = given[i + (i >= left_out ? 1 : 0)];
      try_digits();
    }
  }
  if (near.count() == 0) return {};
  if (near.count() == 1 || all_) return {TagMatch::kNear, TagText(near.first())};
  return {TagMatch::kAmbiguous, ""};
}

std::vector<SentenceRef> TagIndex::PlacesOf(std::string_view tag) const {
  const auto value = TagValue(tag);
  const auto found = value ? places_.find(*value) : places_.end();
  return found == places_.end() ? std::vector<SentenceRef>{} : found->second;
}

}  // namespace gloss
