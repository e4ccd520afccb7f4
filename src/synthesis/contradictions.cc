#include "synthesis/contradictions.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "grounding/polarity_flip.h"
#include "synthesis/contradiction_words.h"
#include "synthesis/figure_changes.h"
#include "synthesis/phrases.h"
#include "synthesis/swapped_words.h"
#include "text/characters.h"
#include "text/words.h"

namespace gloss {
namespace {

constexpr size_t kMostWords = 45;
constexpr size_t kMostWordsToNegate = 28;

bool HasNegation(const std::vector<Word>& words, std::string_view language) {
  const Lexicon& lexicon = LexiconFor(language);
  return std::any_of(words.begin(), words.end(),
                     [&](const Word& word) { return IsNegation(word.folded, lexicon); });
}

bool HasScope(const std::vector<Word>& words, const ContradictionWords& lists) {
  // "May" within a sentence is the month.
  return std::any_of(words.begin(), words.end(), [&](const Word& word) {
    return HasWord(lists.scope, word.folded) && (!word.capitalised || &word == &words.front());
  });
}

// ---- negation -----------------------------------------------------------------------------------

/// "Der Haushalt wurde im März beschlossen" → "… nicht beschlossen": before the verb that ends a
/// German clause, where FlipPolarity would deny what comes after the first one.
std::optional<std::string> NegateGerman(std::string_view text, const std::vector<Word>& words) {
  static const std::set<std::string_view> kHelpers = {
      "ist", "sind",  "war",   "waren",  "wird", "werden", "wurde",  "wurden",
      "hat", "haben", "hatte", "hatten", "muss", "müssen", "musste", "mussten"};
  if (text.find(',') != std::string_view::npos || words.size() < 4) return std::nullopt;
  const Word& last = words.back();
  const std::string& verb = last.folded;
  const bool ends = verb.ends_with("t") || verb.ends_with("en");
  const bool begins = verb.starts_with("ge") || verb.starts_with("be") || verb.starts_with("er") ||
                      verb.starts_with("ent") || verb.starts_with("ver") ||
                      verb.starts_with("zer") || verb.ends_with("iert") ||
                      (verb.size() > 7 && verb.find("ge") != std::string::npos);
  if (last.capitalised || !ends || !begins || verb.size() < 6) return std::nullopt;
  const auto helper = std::find_if(words.begin(), words.end() - 1,
                                   [](const Word& word) { return kHelpers.contains(word.folded); });
  if (helper == words.end() - 1) return std::nullopt;
  // "nicht ein Gesetz" would be "kein Gesetz".
  const bool article = std::any_of(helper, words.end(), [](const Word& word) {
    return word.folded.starts_with("ein") && word.folded.size() <= 5;
  });
  if (article) return std::nullopt;
  std::string out(text.substr(0, last.span.begin));
  return out + "nicht " + std::string(text.substr(last.span.begin));
}

std::optional<std::string> Negate(std::string_view text, std::string_view language,
                                  const std::vector<Word>& words, const ContradictionWords& lists) {
  if (words.size() > kMostWordsToNegate || HasScope(words, lists) ||
      text.find(';') != std::string_view::npos || text.find(':') != std::string_view::npos ||
      std::count(text.begin(), text.end(), ',') > 1) {
    return std::nullopt;
  }
  if (language == "de" && !HasNegation(words, language)) return NegateGerman(text, words);
  // "keine Systeme" has no form without the k.
  const bool german_no =
      language == "de" && std::any_of(words.begin(), words.end(), [](const Word& word) {
        return word.folded.starts_with("kein");
      });
  if (german_no) return std::nullopt;
  return FlipPolarity(text, language);
}

// ---- words --------------------------------------------------------------------------------------

std::string InCaseOf(std::string_view old_word, std::string_view new_word) {
  const Char first = CharAt(old_word, 0);
  std::string out(new_word);
  // The lists' words begin with ASCII letters wherever a capital can be asked for.
  if (first.kind == CharKind::kUpper && !out.empty() && out[0] >= 'a' && out[0] <= 'z') {
    out[0] = static_cast<char>(out[0] - 'a' + 'A');
  }
  return out;
}

std::optional<std::string> SwapOpposite(std::string_view text, const std::vector<Word>& words,
                                        const ContradictionWords& lists,
                                        std::string_view language) {
  if (HasNegation(words, language) || HasScope(words, lists)) return std::nullopt;
  std::optional<std::pair<size_t, std::string_view>> found;
  for (size_t i = 0; i < words.size(); ++i) {
    for (const auto& [left, right] : lists.opposites) {
      const bool is_left = words[i].folded == left;
      if (!is_left && words[i].folded != right) continue;
      if (found && found->first != i) return std::nullopt;
      if (!found) found = {i, is_left ? right : left};
    }
  }
  if (!found) return std::nullopt;
  // "More than 5" is a bound.
  for (size_t i = found->first + 1; i < std::min(words.size(), found->first + 3); ++i) {
    if (words[i].is_number) return std::nullopt;
  }
  const Word& word = words[found->first];
  const bool joined = (word.span.begin > 0 && text[word.span.begin - 1] == '-') ||
                      (word.span.end < text.size() && text[word.span.end] == '-');
  // "stieg … auf": the rest of the verb ends the clause.
  static const std::set<std::string_view> kVerbParts = {
      "auf", "ab", "an", "aus", "ein", "um", "zu", "vor", "nach", "bei", "mit", "durch"};
  if (joined || (language == "de" && kVerbParts.contains(words.back().folded))) return std::nullopt;
  return WithReplaced(text, word.span, InCaseOf(word.span.In(text), found->second));
}

std::optional<std::string> SwapQuantifier(std::string_view text, const std::vector<Word>& words,
                                          const ContradictionWords& lists,
                                          std::string_view language) {
  if (words.size() < 4) return std::nullopt;
  const std::string& next = words[1].folded;
  const bool plural = language == "en" ? next.ends_with('s') && !next.ends_with("ss") &&
                                             next.size() > 4 && next != "these"
                                       : words[1].capitalised || next.ends_with("en");
  const bool english_every = words[0].folded == "every";
  // "No Strings Attached": a title.
  if (language == "en" && words[1].capitalised) return std::nullopt;
  if (!plural && !english_every) return std::nullopt;
  const std::vector<Word> rest(words.begin() + 1, words.end());
  if (HasNegation(rest, language)) return std::nullopt;
  for (const auto& [word, other] : lists.quantifiers) {
    if (words[0].folded != word) continue;
    return WithReplaced(text, words[0].span, InCaseOf(words[0].span.In(text), other));
  }
  return std::nullopt;
}

// ---- what was changed ---------------------------------------------------------------------------

bool IsInWord(std::string_view text, size_t at) {
  if (at == 0 || at >= text.size()) return false;
  const auto counts = [](const Char& c) {
    return IsLetter(c.kind) || c.kind == CharKind::kDigit || c.kind == CharKind::kMark;
  };
  return counts(CharBefore(text, at)) && counts(CharAt(text, at));
}

bool IsInCharacter(std::string_view text, size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
}

/// The stretch in which two texts differ, in whole words.
std::optional<ChangedText> Difference(ChangeKind kind, std::string_view before, std::string after) {
  if (before == after) return std::nullopt;
  const size_t shorter = std::min(before.size(), after.size());
  size_t begin = 0;
  while (begin < shorter && before[begin] == after[begin]) ++begin;
  while (begin > 0 && (IsInCharacter(before, begin) || IsInCharacter(after, begin) ||
                       IsInWord(before, begin) || IsInWord(after, begin))) {
    --begin;
  }
  size_t tail = 0;
  while (tail < shorter - begin &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) {
    ++tail;
  }
  while (tail > 0 &&
         (IsInCharacter(before, before.size() - tail) || IsInWord(before, before.size() - tail) ||
          IsInWord(after, after.size() - tail))) {
    --tail;
  }
  ChangedText change{kind, std::move(after), {begin, before.size() - tail}, ""};
  // What was put in stands with the word before it.
  while (change.was.size() == 0 && change.was.begin > 0) {
    --change.was.begin;
    while (change.was.begin > 0 &&
           (IsInCharacter(before, change.was.begin) || IsInWord(before, change.was.begin) ||
            before[change.was.begin] == ' ')) {
      --change.was.begin;
    }
  }
  if (change.was.size() == 0) return std::nullopt;
  change.now = change.text.substr(change.was.begin, change.text.size() - tail - change.was.begin);
  return change;
}

}  // namespace

std::string_view ChangeKindName(ChangeKind kind) {
  constexpr std::array<std::string_view, 8> kNames = {
      "number", "date", "unit", "negation", "antonym", "quantifier", "entity", "role_swap"};
  return kNames[static_cast<size_t>(kind)];
}

std::vector<ChangedText> Contradictions(std::string_view statement, std::string_view language,
                                        const std::vector<NameInContext>& names,
                                        RandomChoice& random) {
  std::vector<ChangedText> changes;
  const std::vector<Word> words = WordsOf(statement);
  if (words.size() < 3 || words.size() > kMostWords || statement.ends_with('?')) return changes;
  const ContradictionWords& lists = ContradictionWordsOf(language);
  const auto add = [&](ChangeKind kind, std::optional<std::string> changed) {
    if (!changed) return;
    if (auto change = Difference(kind, statement, *std::move(changed))) {
      changes.push_back(*std::move(change));
    }
  };
  const FigureChanger figures(statement, language, lists);
  add(ChangeKind::kNumber, figures.OtherNumber(random));
  add(ChangeKind::kDate, figures.OtherDate(random));
  add(ChangeKind::kUnit, figures.OtherUnit());
  add(ChangeKind::kNegation, Negate(statement, language, words, lists));
  add(ChangeKind::kAntonym, SwapOpposite(statement, words, lists, language));
  add(ChangeKind::kQuantifier, SwapQuantifier(statement, words, lists, language));
  add(ChangeKind::kEntity, ReplaceName(statement, language, names, random));
  const RoleWords& roles = RoleWordsOf(language);
  auto swapped = SwapNames(statement, words, roles, language);
  if (!swapped) swapped = SwapCompared(statement, words, roles, language);
  if (!swapped) swapped = SwapContrasted(statement, words, roles);
  if (!swapped) swapped = figures.SwappedGroups();
  if (!swapped) swapped = figures.SwappedNumbers();
  add(ChangeKind::kRoleSwap, std::move(swapped));
  return changes;
}

std::optional<std::string> ApplyChange(const ChangedText& change, std::string_view statement,
                                       std::string_view text) {
  if (text == statement) return change.text;
  // With the word on either side, so that the same place is meant.
  Span around = change.was;
  for (const Word& word : WordsOf(statement)) {
    if (word.span.end <= change.was.begin) around.begin = word.span.begin;
    if (word.span.begin >= change.was.end) {
      around.end = word.span.end;
      break;
    }
  }
  const std::string_view pattern = around.In(statement);
  const size_t at = text.find(pattern);
  if (at == std::string_view::npos || text.find(pattern, at + 1) != std::string_view::npos ||
      IsInWord(text, at) || IsInWord(text, at + pattern.size())) {
    return std::nullopt;
  }
  const size_t begin = at + (change.was.begin - around.begin);
  return WithReplaced(text, {begin, begin + change.was.size()}, change.now);
}

}  // namespace gloss
