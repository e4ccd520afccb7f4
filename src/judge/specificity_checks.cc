#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "judge/check_table.h"
#include "judge/text_checks.h"
#include "judge/vague_words.h"
#include "text/words.h"
#include "writing/quality.h"

namespace gloss {
namespace {

constexpr size_t kMostNamed = 3;

std::string SpacedWords(std::string_view text) {
  std::string spaced = " ";
  for (const Word& word : WordsOf(text)) spaced += word.folded + " ";
  return spaced;
}

/// The first vague word of a statement that what it cites does not have; empty: none.
std::string_view VagueWordIn(std::string_view statement, std::string_view evidence,
                             std::string_view language) {
  const std::string words = SpacedWords(statement);
  const std::string source = SpacedWords(evidence);
  for (const std::string_view vague : VagueWordsOf(language)) {
    const std::string wanted = SpacedWords(vague);
    if (words.find(wanted) != std::string::npos && source.find(wanted) == std::string::npos) {
      return vague;
    }
  }
  return {};
}

Finding NoVagueWords(const CheckInput& input) {
  std::string named;
  std::vector<int> vague;
  for (const int index : input.parts.statements) {
    const auto at = static_cast<size_t>(index);
    const std::string_view word = VagueWordIn(input.text.sentences[at].statement,
                                              input.parts.evidence[at], input.text.language);
    if (word.empty()) continue;
    if (vague.size() < kMostNamed) {
      named += fmt::format("{}“{}” in {}", named.empty() ? "" : "; ", word,
                           Excerpt(input.text.sentences[at].statement));
    }
    vague.push_back(index);
  }
  const size_t all = input.parts.statements.size();
  const double share = static_cast<double>(vague.size()) / static_cast<double>(all);
  const bool passed = share <= input.options.most_vague;
  return {PassedIf(passed),
          fmt::format("{} of {} have vague words that what they cite does not use{}{}",
                      vague.size(), Counted(all, "statement"), named.empty() ? "" : ": ", named),
          passed ? std::vector<int>{} : std::move(vague)};
}

/// Numbers, and names: words with a capital that do not begin the sentence. German writes every
/// noun with a capital, so that only numbers tell there.
std::set<std::string> DetailsOf(std::string_view text, std::string_view language) {
  const std::vector<Word> words = WordsOf(text);
  std::set<std::string> details = NumbersOf(words, language);
  if (language == "de") return details;
  const Lexicon& lexicon = LexiconFor(language);
  for (size_t i = 1; i < words.size(); ++i) {
    const bool begins_sentence = text.substr(0, words[i].span.begin).ends_with(". ");
    if (words[i].capitalised && !begins_sentence && !lexicon.stop.contains(words[i].folded)) {
      details.insert(words[i].folded);
    }
  }
  return details;
}

std::optional<Finding> DetailsKept(const CheckInput& input) {
  size_t all = 0;
  std::vector<int> lost;
  std::string named;
  for (const int index : input.parts.statements) {
    const auto at = static_cast<size_t>(index);
    const std::set<std::string> details = DetailsOf(input.parts.evidence[at], input.text.language);
    if (details.empty()) continue;
    ++all;
    const std::string& statement = input.text.sentences[at].statement;
    const std::vector<Word> words = WordsOf(statement);
    const std::set<std::string> numbers = NumbersOf(words, input.text.language);
    const bool kept = std::any_of(details.begin(), details.end(), [&](const std::string& detail) {
      return numbers.contains(detail) ||
             std::any_of(words.begin(), words.end(),
                         [&](const Word& word) { return word.folded == detail; });
    });
    if (kept) continue;
    if (lost.size() < kMostNamed) {
      named += (named.empty() ? ": none in " : "; ") + Excerpt(statement);
    }
    lost.push_back(index);
  }
  if (all == 0) return std::nullopt;
  const size_t kept = all - lost.size();
  const bool passed =
      static_cast<double>(kept) >= input.options.least_details * static_cast<double>(all);
  return Finding{PassedIf(passed),
                 fmt::format("{} of {} about figures or names keep one of them{}", kept,
                             Counted(all, "statement"), named),
                 passed ? std::vector<int>{} : std::move(lost)};
}

Finding NoFiller(const CheckInput& input) {
  std::vector<int> filler;
  std::string named;
  for (const int index : MeasureQuality(input.text, {}).filler_sentences) {
    const auto at = static_cast<size_t>(index);
    if (input.parts.kinds[at] == BlockKind::kHeading) continue;
    if (filler.size() < kMostNamed) {
      named += (named.empty() ? "" : "; ") + Excerpt(input.text.sentences[at].statement);
    }
    filler.push_back(index);
  }
  if (filler.empty()) return {CheckOutcome::kPassed, "no sentence is filler"};
  return {CheckOutcome::kFailed, "says nothing of the sources: " + named, std::move(filler)};
}

}  // namespace

std::vector<JudgeCheck> SpecificityChecks(const CheckInput& input) {
  std::vector<JudgeCheck> checks;
  if (input.parts.statements.empty()) {
    checks.push_back(
        MakeCheck("no_vague_words", {CheckOutcome::kUnchecked, "the text states nothing"}));
    return checks;
  }
  checks.push_back(MakeCheck("no_filler", NoFiller(input)));
  if (!VagueWordsOf(input.text.language).empty()) {
    checks.push_back(MakeCheck("no_vague_words", NoVagueWords(input)));
  }
  if (auto details = DetailsKept(input)) {
    checks.push_back(MakeCheck("details_kept", *std::move(details)));
  }
  return checks;
}

}  // namespace gloss
