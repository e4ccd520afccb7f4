#include "text/language_tables.h"

#include <array>

namespace gloss {
namespace {

/// What the five languages and many others share; for texts whose language is not known.
constexpr std::string_view kNever[] = {"mr",  "mrs", "dr", "prof", "st", "e.g",
                                       "i.e", "vs",  "cf", "fig",  "ca", "z.b"};
constexpr std::string_view kBeforeNumber[] = {"no", "nr", "p", "pp", "vol", "art", "n", "s", "c"};
constexpr std::string_view kMayEnd[] = {"inc", "corp", "co", "ltd", "jr", "al", "u.s", "u.k"};
constexpr std::string_view kMostlyEnd[] = {"etc"};

}  // namespace

const LanguageTable& TableOf(std::string_view language) {
  static constexpr LanguageTable kUnknown{.code = "",
                                          .never = kNever,
                                          .before_number = kBeforeNumber,
                                          .may_end = kMayEnd,
                                          .mostly_end = kMostlyEnd,
                                          .openers = {},
                                          .connectors = {},
                                          .months = {},
                                          .dotted_ordinals = false};
  static const std::array<const LanguageTable*, 5> kTables = {
      &EnglishTable(), &GermanTable(), &SpanishTable(), &FrenchTable(), &ItalianTable()};
  for (const LanguageTable* table : kTables) {
    if (table->code == language) return *table;
  }
  return kUnknown;
}

}  // namespace gloss
