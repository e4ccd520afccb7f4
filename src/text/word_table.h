#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "text/language_tables.h"

namespace gloss {

/// What a word can be; a word can be several things ("sec": section, second).
enum WordFlag : uint8_t {
  kNeverEnds = 1,
  kBeforeNumber = 2,
  kMayEnd = 4,
  kMostlyEnds = 8,
  kOpener = 16,
  kConnector = 32,
  kMonth = 64,
  kAbbreviation = kNeverEnds | kBeforeNumber | kMayEnd | kMostlyEnds,
};

/// A LanguageTable made ready for look-up. Immutable; thread-safe.
class WordTable {
 public:
  /// The table of a language, made on first use.
  static const WordTable& Of(std::string_view language);

  explicit WordTable(const LanguageTable& language);

  /// WordFlags of a word in lower case; 0 when it is in no list.
  uint8_t FlagsOf(std::string_view word) const;

  const LanguageTable& language() const { return language_; }

 private:
  const LanguageTable& language_;
  std::unordered_map<std::string_view, uint8_t> words_;
};

}  // namespace gloss
