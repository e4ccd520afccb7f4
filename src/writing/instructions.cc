#include "writing/instructions.h"

#include <algorithm>
#include <array>
#include <set>

#include "text/characters.h"
#include "text/sentence_splitter.h"
#include "text/utf8.h"
#include "text/words.h"

namespace gloss {
namespace {

using WordSet = std::set<std::string_view>;

/// Words for citations and their marks. Folded beginnings.
constexpr std::array<std::string_view, 28> kCitation = {
    "citation",  "cite",   "citing",     "tag",        "reference", "footnote", "bracket",
    "zitat",     "zitier", "quellenang", "beleg",      "verweis",   "fußnote",  "cita",
    "citar",     "cite",   "etiqueta",   "referenci",  "citation",  "citer",    "balise",
    "référence", "cita",   "citazion",   "riferiment", "etichett",  "xml",      "marker"};

/// Words that would set a rule aside. Whole folded words or beginnings.
constexpr std::array<std::string_view, 38> kOverride = {
    "ignor",  "disregard", "forget", "override", "skip",    "omit",   "remove", "without",
    "no",     "not",       "never",  "nothing",  "don't",   "don’t",  "none",   "instead",
    "drop",   "leave",     "invent", "fake",     "vergiss", "ohne",   "keine",  "nicht",
    "nichts", "statt",     "olvida", "sin",      "nada",    "oublie", "sans",   "rien",
    "pas",    "dimentica", "senza",  "niente",   "non",     "inventa"};

/// Words for the rules themselves.
constexpr std::array<std::string_view, 22> kRules = {
    "instruction", "prompt", "rules",      "rule",    "system",  "anweisung", "regeln",    "regel",
    "instruccion", "reglas", "regla",      "règle",   "règles",  "consigne",  "istruzion", "regole",
    "regola",      "format", "constraint", "vorgabe", "formato", "guideline"};

/// Words that set rules as such aside.
constexpr std::array<std::string_view, 10> kSetAside = {
    "ignor",    "disregard", "forget", "overrid",   "vergiss",
    "missacht", "olvida",    "oublie", "dimentica", "break"};

template <size_t N>
bool AnyBeginsWith(const std::vector<Word>& words, const std::array<std::string_view, N>& list) {
  return std::any_of(words.begin(), words.end(), [&](const Word& word) {
    return std::any_of(list.begin(), list.end(), [&](std::string_view beginning) {
      // Short words as they are, so that "no" is not found in "notes".
      return beginning.size() <= 3 ? word.folded == beginning : word.folded.starts_with(beginning);
    });
  });
}

/// Eight hexadecimal digits: somebody names a tag.
bool NamesTag(const std::vector<Word>& words) {
  return std::any_of(words.begin(), words.end(), [](const Word& word) {
    return word.folded.size() == 8 &&
           word.folded.find_first_not_of("0123456789abcdef") == std::string::npos &&
           word.folded.find_first_of("abcdef") != std::string::npos;
  });
}

bool TouchesRules(std::string_view sentence, const std::vector<Word>& words) {
  const bool overrides = AnyBeginsWith(words, kOverride);
  const bool citations = AnyBeginsWith(words, kCitation);
  const bool marks =
      sentence.find('<') != std::string_view::npos || sentence.find('[') != std::string_view::npos;
  return NamesTag(words) || (overrides && citations) ||
         (AnyBeginsWith(words, kSetAside) && AnyBeginsWith(words, kRules)) ||
         (marks && (overrides || citations));
}

bool HasPhrase(std::string_view folded, std::initializer_list<std::string_view> phrases) {
  return std::any_of(phrases.begin(), phrases.end(), [&](std::string_view phrase) {
    return folded.find(phrase) != std::string_view::npos;
  });
}

std::optional<WritingStyle> StyleAskedFor(std::string_view folded) {
  if (HasPhrase(folded,
                {"bullet", "aufzählung", "stichpunkt", "spiegelstrich", "viñeta", "lista con",
                 "liste à puces", "puces", "elenco puntato", "punti elenco", "as a list",
                 "als liste", "en forma de lista", "sous forme de liste", "come elenco"})) {
    return WritingStyle::kBullets;
  }
  if (HasPhrase(folded, {"heading", "with sections", "into sections", "in sections", "überschrift",
                         "in abschnitte", "mit abschnitten", "encabezado", "en secciones",
                         "con títulos", "intertitre", "avec des titres", "en sections",
                         "intestazion", "in sezioni", "con titoli"})) {
    return WritingStyle::kSections;
  }
  if (HasPhrase(folded, {"running text", "in prose", "as prose", "flowing text", "fließtext",
                         "prosa", "texto corrido", "en prose", "texte suivi", "testo continuo"})) {
    return WritingStyle::kProse;
  }
  return std::nullopt;
}

/// "Please focus on the costs" → "the costs".
std::string_view WithoutLeadIn(std::string_view sentence) {
  static constexpr std::array<std::string_view, 34> kLeadIns = {"please ",
                                                                "bitte ",
                                                                "por favor, ",
                                                                "por favor ",
                                                                "s'il vous plaît, ",
                                                                "per favore, ",
                                                                "per favore ",
                                                                "focus only on ",
                                                                "focus on ",
                                                                "concentrate on ",
                                                                "emphasise ",
                                                                "emphasize ",
                                                                "highlight ",
                                                                "summarise ",
                                                                "summarize ",
                                                                "describe ",
                                                                "explain ",
                                                                "tell me about ",
                                                                "konzentriere dich auf ",
                                                                "konzentrieren sie sich auf ",
                                                                "fasse zusammen, ",
                                                                "beschreibe ",
                                                                "betone ",
                                                                "céntrate en ",
                                                                "concéntrate en ",
                                                                "resume ",
                                                                "describe ",
                                                                "concentre-toi sur ",
                                                                "concentrez-vous sur ",
                                                                "résume ",
                                                                "concentrati su ",
                                                                "concentrati sui ",
                                                                "concentrati sulle ",
                                                                "riassumi "};
  for (bool again = true; again;) {
    again = false;
    const std::string folded = FoldCase(sentence);
    for (const std::string_view lead : kLeadIns) {
      if (folded.size() == sentence.size() && folded.starts_with(lead)) {
        sentence.remove_prefix(lead.size());
        again = true;
        break;
      }
    }
  }
  return sentence;
}

void ReadSentence(std::string_view sentence, ReadInstructions& read) {
  const std::string folded = FoldCase(sentence);
  const std::vector<Word> words = WordsOf(sentence);
  if (words.empty()) return;
  if (TouchesRules(folded, words)) {
    read.refused.push_back("\"" + CollapseSpace(sentence) +
                           "\": what is cited, and how, is not up to instructions");
    return;
  }
  if (const auto style = StyleAskedFor(folded)) {
    read.style = style;
    return;
  }
  if (HasPhrase(folded, {"as a table", "als tabelle", "como tabla", "en una tabla",
                         "sous forme de tableau", "come tabella", "in a table"})) {
    read.refused.push_back("\"" + CollapseSpace(sentence) + "\": tables are not written");
    return;
  }
  std::string_view focus = WithoutLeadIn(sentence);
  while (!focus.empty() && (focus.back() == '.' || focus.back() == '!')) focus.remove_suffix(1);
  if (focus.empty()) return;
  if (!read.focus.empty()) read.focus += "; ";
  read.focus += CollapseSpace(focus);
}

}  // namespace

std::string_view WritingStyleName(WritingStyle style) {
  switch (style) {
    case WritingStyle::kProse:
      return "prose";
    case WritingStyle::kBullets:
      return "bullets";
    case WritingStyle::kSections:
      return "sections";
  }
  return "prose";
}

std::optional<WritingStyle> WritingStyleFromName(std::string_view name) {
  for (const WritingStyle style :
       {WritingStyle::kProse, WritingStyle::kBullets, WritingStyle::kSections}) {
    if (WritingStyleName(style) == name) return style;
  }
  return std::nullopt;
}

ReadInstructions InterpretInstructions(std::span<const std::string> instructions) {
  ReadInstructions read;
  for (const std::string& given : instructions) {
    const std::string text = ReplaceInvalidUtf8(given);
    for (const Span& span : SplitSentences(text, "")) ReadSentence(span.In(text), read);
  }
  return read;
}

}  // namespace gloss
