#include "grounding/figures_check_parts.h"

#include <algorithm>
#include <functional>
#include <span>

#include "grounding/figures_check_words.h"
#include "text/words.h"

namespace gloss {
namespace {

/// Endings that are taken off, longest first.
std::span<const std::string_view> EndingsOf(std::string_view language) {
  static constexpr std::string_view kEnglish[] = {
      "ations", "ation", "ingly", "ments", "ings", "ions", "ment", "edly", "ies", "ied", "ing",
      "ion",    "ers",   "ors",   "ed",    "es",   "er",   "or",   "ly",   "s",   "e",   "y"};
  static constexpr std::string_view kGerman[] = {"ungen", "ung", "ten", "tes", "ter", "tem",
                                                 "test",  "en",  "em",  "er",  "es",  "te",
                                                 "et",    "st",  "n",   "e",   "s",   "t"};
  static constexpr std::string_view kRomance[] = {
      "aciones", "ciones", "azioni", "azione", "ación", "amente", "ation", "ations", "iendo",
      "ieron",   "aient",  "arono",  "irono",  "erono", "mente",  "ment",  "ando",   "endo",
      "ados",    "adas",   "idos",   "idas",   "aron",  "aba",    "aban",  "ato",    "ata",
      "ati",     "ate",    "uto",    "uta",    "ito",   "ita",    "iti",   "ite",    "uti",
      "ute",     "ado",    "ada",    "ido",    "ida",   "ées",    "ait",   "ent",    "ono",
      "ano",     "are",    "ere",    "ire",    "és",    "ée",     "er",    "ir",     "ar",
      "os",      "as",     "es",     "ó",      "é",     "ò",      "o",     "a",      "e",
      "i",       "s"};
  if (language == "de") return kGerman;
  if (language == "es" || language == "fr" || language == "it") return kRomance;
  return kEnglish;
}

bool EndsSentence(const FigureToken* before, const FigureToken& token, const FigureToken* next,
                  bool has_capitals) {
  if (token.kind != FigureTokenKind::kSymbol) return false;
  if (token.Is(".") && before != nullptr && next != nullptr) {
    // "Dr. Roth", "J. Smith", "No. 5", "z. B. in"
    if (before->IsWord() && before->folded.size() <= 2 && !token.space_before) return false;
    if (has_capitals && next->IsWord() && !next->capital) return false;
  }
  const bool mark = token.Is(".") || token.Is("!") || token.Is("?") || token.Is(";") ||
                    token.Is("。") || token.Is("！") || token.Is("？");
  return mark && (next == nullptr || next->space_before);
}

class PartsMaker {
 public:
  PartsMaker(std::string_view text, std::string_view language) : words_(CheckWords::Of(language)) {
    parts_.text = BlankInvalidUtf8(text);
    parts_.language = std::string(words_.language);
    parts_.figures = ReadFigures(parts_.text, words_.language);
  }

  ParsedFigures::Parts Run() {
    parts_.checks.resize(parts_.tokens().size());
    MarkFigures();
    MarkWords();
    MarkClauses();
    MarkNegators();
    MarkNegated();
    for (uint32_t i = 0; i < parts_.checks.size(); ++i) {
      if (parts_.checks[i].content) parts_.places[parts_.checks[i].stem].push_back(i);
    }
    return std::move(parts_);
  }

 private:
  const FigureToken& Token(size_t i) const { return parts_.tokens()[i]; }

  void MarkFigures() {
    for (const Figure& figure : parts_.figures.figures) {
      for (size_t i = figure.bound_first; i < figure.bound_last; ++i) {
        parts_.checks[i].in_figure = true;
      }
    }
  }

  void MarkWords() {
    const Lexicon& lexicon = LexiconFor(words_.language);
    for (size_t i = 0; i < parts_.checks.size(); ++i) {
      const FigureToken& token = Token(i);
      if (!token.IsWord()) continue;
      parts_.words.insert(token.folded);
      CheckedToken& check = parts_.checks[i];
      if (check.in_figure || lexicon.stop.contains(token.folded)) continue;
      if (IsNegation(token.folded, lexicon) || words_.empty_words.contains(token.folded) ||
          words_.only.contains(token.folded)) {
        continue;
      }
      check.content = true;
      check.stem = StemKey(token.folded, words_.language);
    }
  }

  void MarkClauses() {
    const bool has_capitals = std::any_of(parts_.tokens().begin(), parts_.tokens().end(),
                                          [](const FigureToken& token) { return token.capital; });
    uint32_t sentence = 0;
    for (size_t i = 0; i < parts_.checks.size(); ++i) {
      parts_.checks[i].sentence = sentence;
      const FigureToken& token = Token(i);
      const bool comma = token.Is(",") || token.Is(":") || token.Is("(") || token.Is(")");
      if (comma || (i > 0 && words_.clause_words.contains(token.folded))) {
        parts_.checks[i].clause_start = true;
      }
      const FigureToken* next = i + 1 < parts_.checks.size() ? &Token(i + 1) : nullptr;
      // The full stop of "3. Oktober" is part of the date.
      const bool in_figure =
          parts_.checks[i].in_figure && next != nullptr && parts_.checks[i + 1].in_figure;
      if (!in_figure && EndsSentence(i > 0 ? &Token(i - 1) : nullptr, token, next, has_capitals)) {
        ++sentence;
        if (next != nullptr) parts_.checks[i + 1].clause_start = true;
      }
    }
    parts_.sentences = sentence + 1;
    parts_.sentence_sizes.resize(parts_.sentences);
    for (const CheckedToken& check : parts_.checks) ++parts_.sentence_sizes[check.sentence];
  }

  void MarkNegators() {
    const Lexicon& lexicon = LexiconFor(words_.language);
    for (size_t i = 0; i < parts_.checks.size(); ++i) {
      const FigureToken& token = Token(i);
      CheckedToken& check = parts_.checks[i];
      if (!token.IsWord() || check.in_figure) continue;
      const bool verb = words_.failing_verbs.contains(token.folded) &&
                        i + 1 < parts_.checks.size() &&
                        (words_.failing_joints.contains(Token(i + 1).folded) ||
                         // "stopped selling"
                         (words_.language == "en" && Token(i + 1).folded.ends_with("ing")));
      if (!verb && !IsNegation(token.folded, lexicon)) continue;
      if (words_.weak_negations.contains(token.folded)) continue;
      if (token.Is("n") && !(i + 1 < parts_.checks.size() && Token(i + 1).Is("'"))) continue;
      // "not only", "no later than", "ne … que"
      // "No. 21"
      if (token.Is("no") && i + 2 < parts_.checks.size() && Token(i + 1).Is(".") &&
          Token(i + 2).IsDigits()) {
        continue;
      }
      if (IsPartial(i) || AfterChoice(i)) continue;
      check.negator = true;
      check.content = false;
    }
  }

  /// "whether or not", "may or may not".
  bool AfterChoice(size_t at) const {
    for (size_t i = at; i-- > 0 && at - i <= 2;) {
      if (words_.choice.contains(Token(i).folded)) return true;
    }
    return false;
  }

  /// "not only", "not the only", "not as".
  bool IsPartial(size_t at) const {
    for (size_t i = at + 1; i < std::min(parts_.checks.size(), at + 3); ++i) {
      if (words_.not_negated.contains(Token(i).folded)) return true;
      if (!words_.nexus.contains(Token(i).folded)) return false;
    }
    return false;
  }

  /// A negator denies the first content word after it, adverbs passed over; a German one that ends
  /// its clause denies the small words of the clause.
  void MarkNegated() {
    size_t clause = 0;
    for (size_t i = 0; i < parts_.checks.size(); ++i) {
      if (parts_.checks[i].clause_start) clause = i;
      if (!parts_.checks[i].negator) continue;
      bool found = false;
      constexpr size_t kReach = 8;
      for (size_t j = i + 1; j < std::min(parts_.checks.size(), i + kReach); ++j) {
        CheckedToken& check = parts_.checks[j];
        if (check.clause_start) break;
        if (!check.content) continue;
        if (words_.language == "de" && Token(j).capital && !Token(i).folded.starts_with("kein")) {
          if (Token(i).Is("ohne")) check.negated = found = true;
          if (Token(i).Is("ohne")) break;
          continue;
        }
        check.negated = found = true;
        if (!IsAdverb(Token(j).folded)) break;
      }
      if (found || words_.language != "de") continue;
      constexpr size_t kBack = 12;
      for (size_t j = std::max(clause, i < kBack ? 0 : i - kBack); j < i; ++j) {
        if (parts_.checks[j].content && !Token(j).capital) parts_.checks[j].negated = true;
      }
    }
  }

  bool IsAdverb(std::string_view word) const {
    return (words_.language == "en" && word.ends_with("ly")) ||
           (words_.language != "en" && (word.ends_with("mente") || word.ends_with("ment")));
  }

  const CheckWords& words_;
  ParsedFigures::Parts parts_;
};

}  // namespace

uint64_t StemKey(std::string_view folded, std::string_view language) {
  constexpr size_t kLeastStem = 4;
  for (int round = 0; round < 2; ++round) {
    for (const std::string_view ending : EndingsOf(language)) {
      if (folded.size() >= ending.size() + kLeastStem && folded.ends_with(ending)) {
        folded.remove_suffix(ending.size());
        break;
      }
    }
  }
  return std::hash<std::string_view>()(folded);
}

std::vector<double> CoverageBySentence(const ParsedFigures::Parts& claim,
                                       const ParsedFigures::Parts& evidence) {
  std::vector<double> coverage(evidence.sentences, 0.0);
  if (claim.places.empty()) return coverage;
  for (const auto& [stem, own] : claim.places) {
    const auto found = evidence.places.find(stem);
    if (found == evidence.places.end()) continue;
    uint32_t last = UINT32_MAX;
    for (const uint32_t place : found->second) {
      const uint32_t sentence = evidence.checks[place].sentence;
      if (sentence != last) coverage[sentence] += 1;
      last = sentence;
    }
  }
  for (double& share : coverage) share /= static_cast<double>(claim.places.size());
  return coverage;
}

ParsedFigures::ParsedFigures() : ParsedFigures(std::make_shared<const Parts>()) {}

ParsedFigures ParseFigures(std::string_view text, std::string_view language) {
  return ParsedFigures(
      std::make_shared<const ParsedFigures::Parts>(PartsMaker(text, language).Run()));
}

}  // namespace gloss
