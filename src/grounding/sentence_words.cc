#include "grounding/sentence_words.h"

#include <algorithm>
#include <set>

namespace gloss {

bool HasStem(const std::vector<Word>& words, std::string_view folded) {
  return std::any_of(words.begin(), words.end(),
                     [&](const Word& word) { return SameStem(word.folded, folded); });
}

bool IsHedge(const Word& word, const Lexicon& lexicon) {
  // "May" is a month.
  return lexicon.hedge.contains(word.folded) && !(word.folded == "may" && word.capitalised);
}

SentenceWords::SentenceWords(std::string_view sentence, std::string_view context,
                             std::string_view language)
    : text_(sentence),
      language_(language),
      lexicon_(LexiconFor(language)),
      words_(WordsOf(sentence)),
      context_(WordsOf(context)) {}

bool SentenceWords::IsContent(const Word& word) const {
  if (word.folded == "may" && word.capitalised) return true;
  return !word.is_number && word.folded != "%" && !lexicon_.stop.contains(word.folded) &&
         !IsNegation(word.folded, lexicon_) && !IsHedge(word, lexicon_) &&
         NumberWordValue(word.folded, language_).empty();
}

bool ClaimCoverage::Sufficient(double threshold) const {
  return numbers_kept && negation_kept && names_kept &&
         static_cast<double>(covered) >= threshold * static_cast<double>(content_words);
}

ClaimCoverage CoverageOf(const std::vector<std::string_view>& claims,
                         const SentenceWords& sentence) {
  std::vector<Word> all;
  for (const std::string_view claim : claims) {
    for (Word& word : WordsOf(claim)) all.push_back(std::move(word));
  }
  ClaimCoverage coverage;
  // German nouns have capitals, too, and first words anyway.
  const bool capitals_are_names = sentence.language() != "de";
  int brackets = 0;
  size_t at = 0;
  for (size_t i = 0; i < sentence.words().size(); ++i) {
    const Word& word = sentence.words()[i];
    for (; at < word.span.begin; ++at) {
      const char c = sentence.text()[at];
      if (c == '(' || c == '[') ++brackets;
      if ((c == ')' || c == ']') && brackets > 0) --brackets;
    }
    if (!sentence.IsContent(word)) continue;
    ++coverage.content_words;
    if (HasStem(all, word.folded)) {
      ++coverage.covered;
    } else if (brackets > 0 || (i > 0 && word.capitalised && capitals_are_names)) {
      coverage.names_kept = false;
    }
  }
  const std::set<std::string> kept = NumbersOf(all, sentence.language());
  for (const std::string& number : NumbersOf(sentence.words(), sentence.language())) {
    if (!kept.contains(number)) coverage.numbers_kept = false;
  }
  const Lexicon& lexicon = sentence.lexicon();
  const auto negates = [&](const Word& word) { return IsNegation(word.folded, lexicon); };
  const auto hedges = [&](const Word& word) { return IsHedge(word, lexicon); };
  const auto any = [](const std::vector<Word>& words, const auto& is) {
    return std::any_of(words.begin(), words.end(), is);
  };
  coverage.negation_kept = (!any(sentence.words(), negates) || any(all, negates)) &&
                           (!any(sentence.words(), hedges) || any(all, hedges));
  return coverage;
}

Span SpanOfClaim(std::string_view claim, const SentenceWords& sentence) {
  const std::vector<Word> claim_words = WordsOf(claim);
  Span span{0, sentence.text().size()};
  bool found = false;
  for (const Word& word : sentence.words()) {
    const bool number =
        word.is_number || !NumberWordValue(word.folded, sentence.language()).empty();
    const bool negation = IsNegation(word.folded, sentence.lexicon());
    if (word.folded == "%") {  // belongs to the number before it
      if (found && word.span.begin <= span.end + 1) span.end = word.span.end;
      continue;
    }
    if (!number && !negation && !sentence.IsContent(word)) continue;
    if (!HasStem(claim_words, word.folded)) continue;
    if (!found) span.begin = word.span.begin;
    span.end = word.span.end;
    found = true;
  }
  return span;
}

bool HoldsAllContent(const SentenceWords& sentence, std::string_view claim) {
  const std::vector<Word> words = WordsOf(claim);
  return std::all_of(words.begin(), words.end(), [&](const Word& word) {
    const bool number =
        word.is_number || !NumberWordValue(word.folded, sentence.language()).empty();
    return (!number && !sentence.IsContent(word)) || HasStem(sentence.words(), word.folded);
  });
}

bool RefersBack(const SentenceWords& sentence) {
  constexpr size_t kFirstWords = 6;
  const std::vector<Word>& words = sentence.words();
  for (size_t i = 0; i < std::min(kFirstWords, words.size()); ++i) {
    if (sentence.lexicon().pronoun.contains(words[i].folded)) return true;
    // What a later pronoun refers to is in the sentence.
    if (i > 0 && (words[i].capitalised || words[i].is_number)) return false;
  }
  return false;
}

bool BeginsWithPronoun(std::string_view claim, std::string_view language) {
  const std::vector<Word> words = WordsOf(claim);
  return !words.empty() && LexiconFor(language).pronoun.contains(words.front().folded);
}

}  // namespace gloss
