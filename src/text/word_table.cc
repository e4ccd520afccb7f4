#include "text/word_table.h"

#include <span>

namespace gloss {

const WordTable& WordTable::Of(std::string_view language) {
  static const WordTable kEnglish(TableOf("en"));
  static const WordTable kGerman(TableOf("de"));
  static const WordTable kSpanish(TableOf("es"));
  static const WordTable kFrench(TableOf("fr"));
  static const WordTable kItalian(TableOf("it"));
  static const WordTable kUnknown(TableOf(""));
  for (const WordTable* table : {&kEnglish, &kGerman, &kSpanish, &kFrench, &kItalian}) {
    if (table->language().code == language) return *table;
  }
  return kUnknown;
}

WordTable::WordTable(const LanguageTable& language) : language_(language) {
  const auto add = [this](std::span<const std::string_view> words, WordFlag flag) {
    for (const std::string_view word : words) {
      words_[word] = static_cast<uint8_t>(words_[word] | flag);
    }
  };
  add(language.never, kNeverEnds);
  add(language.before_number, kBeforeNumber);
  add(language.may_end, kMayEnd);
  add(language.mostly_end, kMostlyEnds);
  add(language.openers, kOpener);
  add(language.connectors, kConnector);
  add(language.months, kMonth);
}

uint8_t WordTable::FlagsOf(std::string_view word) const {
  const auto found = words_.find(word);
  return found == words_.end() ? uint8_t{0} : found->second;
}

}  // namespace gloss
