#include "judge/directions.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <vector>

#include "retrieval/terms.h"
#include "text/words.h"

namespace gloss {
namespace {

/// Of the statement's terms, its own direction and figures left out.
constexpr float kLeastShared = 0.75F;

/// The words of one direction. "increas*" stands for all words that begin so.
using Words = std::span<const std::string_view>;

struct Axis {
  Words one;
  Words other;
};

struct DirectionWords {
  std::array<Axis, 2> axes;  ///< Up and down; gain and loss.
  Words comparing;           ///< "than".
};

constexpr std::string_view kUpEn[] = {"increas*", "rise", "rises",  "rose",    "risen",   "rising",
                                      "grew",     "grow", "grows",  "grown",   "growing", "climbed",
                                      "soared",   "more", "higher", "doubled", "tripled", "raised"};
constexpr std::string_view kDownEn[] = {"decreas*", "declin*", "falls",   "fell",   "fallen",
                                        "falling",  "dropped", "drops",   "drop",   "reduc*",
                                        "fewer",    "less",    "lower",   "sank",   "shrank",
                                        "shrunk",   "halved",  "lowered", "plunged"};
constexpr std::string_view kGainEn[] = {"profit",    "profits", "surplus",
                                        "surpluses", "gain",    "gains"};
constexpr std::string_view kLossEn[] = {"loss", "losses", "deficit", "deficits"};
constexpr std::string_view kThanEn[] = {"than", "compared"};

constexpr std::string_view kUpDe[] = {"stieg",   "stiegen",     "steigt",  "steigen", "gestiegen",
                                      "erhöht*", "wuchs",       "wuchsen", "wächst",  "gewachsen",
                                      "zunahm",  "zugenommen",  "mehr",    "höher",   "höhere",
                                      "höheren", "verdoppelt*", "anstieg", "zunahme"};
constexpr std::string_view kDownDe[] = {
    "sank",    "sanken",      "sinkt",      "sinken",      "gesunken",  "senkt*",
    "gesenkt", "fiel",        "fielen",     "gefallen",    "abnahm",    "abgenommen",
    "weniger", "niedriger",   "niedrigere", "niedrigeren", "halbiert*", "rückgang",
    "abnahme", "verringert*", "schrumpft*"};
constexpr std::string_view kGainDe[] = {"gewinn",     "gewinne",      "gewinns",         "gewinnes",
                                        "überschuss", "überschusses", "jahresüberschuss"};
constexpr std::string_view kLossDe[] = {"verlust", "verluste", "verlusts",   "verlustes",
                                        "defizit", "defizits", "fehlbetrag", "jahresfehlbetrag"};
constexpr std::string_view kThanDe[] = {"als", "gegenüber", "verglichen", "vergleich"};

constexpr std::string_view kUpEs[] = {"aument*",   "subió",      "subieron",  "subido", "creció",
                                      "crecieron", "crecido",    "más",       "mayor",  "mayores",
                                      "duplic*",   "incremento", "increment*"};
constexpr std::string_view kDownEs[] = {"disminu*",  "bajó",    "bajaron",  "bajado",  "redujo",
                                        "redujeron", "reduc*",  "cayó",     "cayeron", "menos",
                                        "menor",     "menores", "descend*", "descenso"};
constexpr std::string_view kGainEs[] = {"beneficio", "beneficios", "ganancia", "ganancias",
                                        "superávit"};
constexpr std::string_view kLossEs[] = {"pérdida", "pérdidas", "déficit"};
constexpr std::string_view kThanEs[] = {"que", "comparado", "comparación", "respecto"};

constexpr std::string_view kUpFr[] = {
    "augment*",  "hausse",     "haussé",     "grimpé", "progressé", "crû",          "plus",
    "supérieur", "supérieure", "supérieurs", "doublé", "accru",     "accroissement"};
constexpr std::string_view kDownFr[] = {"diminu*", "baisse",    "baissé",     "baissent",
                                        "chuté",   "recul",     "reculé",     "rédui*",
                                        "moins",   "inférieur", "inférieure", "inférieurs"};
constexpr std::string_view kGainFr[] = {"bénéfice",  "bénéfices", "excédent",
                                        "excédents", "gain",      "gains"};
constexpr std::string_view kLossFr[] = {"perte", "pertes", "déficit", "déficits"};
constexpr std::string_view kThanFr[] = {"que", "comparé", "comparaison", "rapport"};

constexpr std::string_view kUpIt[] = {"aument*",   "salì",      "saliti",    "salito",
                                      "cresciut*", "crebbe",    "più",       "maggiore",
                                      "maggiori",  "superiore", "raddoppi*", "rialzo"};
constexpr std::string_view kDownIt[] = {"diminu*", "scese",     "scesi",     "sceso", "calo",
                                        "calat*",  "ridott*",   "riduzione", "meno",  "minore",
                                        "minori",  "inferiore", "ribasso"};
constexpr std::string_view kGainIt[] = {"utile", "utili", "guadagno", "guadagni", "avanzo"};
constexpr std::string_view kLossIt[] = {"perdita", "perdite", "disavanzo", "deficit"};
constexpr std::string_view kThanIt[] = {"che", "rispetto", "confronto", "paragone"};

const DirectionWords* WordsFor(std::string_view language) {
  static constexpr DirectionWords kEn = {{{{kUpEn, kDownEn}, {kGainEn, kLossEn}}}, kThanEn};
  static constexpr DirectionWords kDe = {{{{kUpDe, kDownDe}, {kGainDe, kLossDe}}}, kThanDe};
  static constexpr DirectionWords kEs = {{{{kUpEs, kDownEs}, {kGainEs, kLossEs}}}, kThanEs};
  static constexpr DirectionWords kFr = {{{{kUpFr, kDownFr}, {kGainFr, kLossFr}}}, kThanFr};
  static constexpr DirectionWords kIt = {{{{kUpIt, kDownIt}, {kGainIt, kLossIt}}}, kThanIt};
  if (language == "en") return &kEn;
  if (language == "de") return &kDe;
  if (language == "es") return &kEs;
  if (language == "fr") return &kFr;
  if (language == "it") return &kIt;
  return nullptr;
}

bool IsIn(std::string_view word, Words list) {
  return std::any_of(list.begin(), list.end(), [word](std::string_view each) {
    if (!each.ends_with('*')) return word == each;
    each.remove_suffix(1);
    return word.starts_with(each);
  });
}

/// A text and its words.
struct Side {
  Side(std::string_view of, std::string_view language) : text(of), words(WordsOf(of)) {
    const Lexicon& lexicon = LexiconFor(language);
    denies = std::any_of(words.begin(), words.end(),
                         [&](const Word& word) { return IsNegation(word.folded, lexicon); });
  }

  bool Has(Words list) const {
    return std::any_of(words.begin(), words.end(),
                       [list](const Word& word) { return IsIn(word.folded, list); });
  }

  /// The first word of a list that is no bound ("more than 5") and no name; empty: none.
  std::string_view FirstOf(Words list, Words comparing) const {
    for (size_t i = 0; i < words.size(); ++i) {
      const bool bound =
          i + 2 < words.size() && IsIn(words[i + 1].folded, comparing) && words[i + 2].is_number;
      if (IsIn(words[i].folded, list) && !bound) return words[i].span.In(text);
    }
    return {};
  }

  std::string_view text;
  std::vector<Word> words;
  bool denies = false;
};

/// The terms of a statement that neither count nor give a direction.
std::set<std::string> TermsBeside(const Side& side, const DirectionWords& lists,
                                  std::string_view language) {
  std::string rest;
  for (const Word& word : side.words) {
    const bool direction = std::any_of(lists.axes.begin(), lists.axes.end(), [&](const Axis& axis) {
      return IsIn(word.folded, axis.one) || IsIn(word.folded, axis.other);
    });
    if (!direction && !word.is_number) rest += word.folded + " ";
  }
  return TermSetOf(rest, language);
}

}  // namespace

std::optional<OppositeWays> FindOppositeWays(std::string_view statement, std::string_view evidence,
                                             std::string_view language) {
  const DirectionWords* lists = WordsFor(language);
  if (lists == nullptr) return std::nullopt;
  const Side ours(statement, language);
  const Side theirs(evidence, language);
  if (ours.denies || theirs.denies) return std::nullopt;
  if (ours.Has(lists->comparing) && theirs.Has(lists->comparing)) return std::nullopt;
  const std::set<std::string> numbers = NumbersOf(theirs.words, language);
  const std::set<std::string> own = NumbersOf(ours.words, language);
  const bool same_figure = std::any_of(
      own.begin(), own.end(), [&](const std::string& number) { return numbers.contains(number); });
  if (!same_figure) return std::nullopt;
  const std::set<std::string> terms = TermsBeside(ours, *lists, language);
  if (TermCoverage(terms, TermSetOf(evidence, language)) < kLeastShared) return std::nullopt;
  for (const Axis& axis : lists->axes) {
    const std::string_view we_one = ours.FirstOf(axis.one, lists->comparing);
    const std::string_view we_other = ours.FirstOf(axis.other, lists->comparing);
    const std::string_view they_one = theirs.FirstOf(axis.one, lists->comparing);
    const std::string_view they_other = theirs.FirstOf(axis.other, lists->comparing);
    // Words of both directions on one side: of two things, or of a change of a change.
    if (we_one.empty() == we_other.empty() || they_one.empty() == they_other.empty()) continue;
    if (we_one.empty() == they_one.empty()) continue;
    return OppositeWays{std::string(we_one.empty() ? we_other : we_one),
                        std::string(they_one.empty() ? they_other : they_one)};
  }
  return std::nullopt;
}

}  // namespace gloss
