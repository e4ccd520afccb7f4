// The splitter's contract for any text: in order, trimmed, lossless, on code point boundaries.
// The first byte chooses the language; invalid UTF-8 is replaced first, as the loaders do.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "text/sentence_splitter.h"
#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static constexpr std::array<std::string_view, 7> kLanguages = {"en", "de", "es", "fr",
                                                                 "it", "ja", ""};
  if (size == 0) return 0;
  const std::string text = gloss::ReplaceInvalidUtf8(
      std::string_view(reinterpret_cast<const char*>(data) + 1, size - 1));
  const auto sentences = gloss::SplitSentences(text, kLanguages[data[0] % kLanguages.size()]);
  size_t position = 0;
  for (const gloss::Span& span : sentences) {
    if (span.begin < position || span.end <= span.begin || span.end > text.size()) std::abort();
    const std::string_view between(text.data() + position, span.begin - position);
    if (!gloss::IsWhiteSpace(between)) std::abort();
    if (gloss::TrimWhiteSpace(text, span) != span) std::abort();
    if (gloss::FindInvalidUtf8(span.In(text))) std::abort();
    position = span.end;
  }
  if (!gloss::IsWhiteSpace(std::string_view(text).substr(position))) std::abort();
  if (gloss::SplitSentences(text, kLanguages[data[0] % kLanguages.size()]) != sentences) {
    std::abort();
  }
  return 0;
}
