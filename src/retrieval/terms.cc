#include "retrieval/terms.h"

#include "text/words.h"

namespace gloss {
namespace {

constexpr size_t kTermCharacters = 6;

/// The first kTermCharacters code points of a folded word.
std::string TermOf(const Word& word) {
  if (word.is_number) return word.folded;
  size_t bytes = 0;
  size_t characters = 0;
  while (bytes < word.folded.size()) {
    const bool starts = (static_cast<unsigned char>(word.folded[bytes]) & 0xC0U) != 0x80U;
    if (starts && ++characters > kTermCharacters) break;
    ++bytes;
  }
  return word.folded.substr(0, bytes);
}

}  // namespace

std::vector<std::string> TermsOf(std::string_view text, std::string_view language) {
  const Lexicon& lexicon = LexiconFor(language);
  std::vector<std::string> terms;
  for (const Word& word : WordsOf(text)) {
    if (!lexicon.stop.contains(word.folded)) terms.push_back(TermOf(word));
  }
  return terms;
}

std::set<std::string> TermSetOf(std::string_view text, std::string_view language) {
  const std::vector<std::string> terms = TermsOf(text, language);
  return {terms.begin(), terms.end()};
}

float TermCoverage(const std::set<std::string>& wanted, const std::set<std::string>& terms) {
  if (wanted.empty()) return 0;
  size_t found = 0;
  for (const std::string& term : wanted) found += terms.count(term);
  return static_cast<float>(found) / static_cast<float>(wanted.size());
}

}  // namespace gloss
