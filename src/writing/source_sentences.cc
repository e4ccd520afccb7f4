#include "writing/source_sentences.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>

#include "grounding/checkability.h"
#include "grounding/cut_off.h"
#include "grounding/sentence_words.h"
#include "text/characters.h"
#include "text/words.h"
#include "writing/sentence_shortener.h"
#include "writing/text_measures.h"

namespace gloss {
namespace {

constexpr size_t kFewWords = 3;     ///< Fewer are no statement.
constexpr size_t kShortWords = 7;   ///< Fewer are spare.
constexpr size_t kTitleWords = 12;  ///< Fewer without a verb may be a title.
constexpr size_t kLongWords = 60;   ///< More are spare.
constexpr size_t kMostWords = 150;  ///< More are run-on text, or no prose at all.

/// Headings over lists of works, in the five languages.
bool IsReferenceHeading(std::string_view heading) {
  static constexpr std::array<std::string_view, 24> kTitles = {"references",
                                                               "bibliography",
                                                               "works cited",
                                                               "literature cited",
                                                               "further reading",
                                                               "external links",
                                                               "see also",
                                                               "literatur",
                                                               "literaturverzeichnis",
                                                               "einzelnachweise",
                                                               "weblinks",
                                                               "quellen",
                                                               "referencias",
                                                               "bibliografía",
                                                               "enlaces externos",
                                                               "références",
                                                               "bibliographie",
                                                               "liens externes",
                                                               "notes et références",
                                                               "riferimenti",
                                                               "bibliografia",
                                                               "note",
                                                               "collegamenti esterni",
                                                               "acknowledgements"};
  const std::string folded = FoldCase(heading);
  return std::any_of(kTitles.begin(), kTitles.end(), [&](std::string_view title) {
    const size_t at = folded.find(title);
    // "7 References", "References and notes": the title begins the heading, a number aside.
    return at != std::string::npos && at <= 4 && folded.size() <= at + title.size() + 12;
  });
}

bool UnderReferences(const Document& document, int block) {
  for (const int heading : document.blocks[static_cast<size_t>(block)].heading_path) {
    const Block& above = document.blocks[static_cast<size_t>(heading)];
    if (IsReferenceHeading(above.span.In(document.text))) return true;
  }
  return false;
}

/// What kinds of characters a sentence is made of.
struct Letters {
  size_t letters = 0;
  size_t upper = 0;
  size_t digits = 0;
  size_t visible = 0;
  CharKind first = CharKind::kEnd;  ///< Of the first letter or digit.
  CharKind first_letter = CharKind::kEnd;
};

Letters LettersOf(std::string_view text) {
  Letters found;
  for (size_t at = 0; at < text.size();) {
    const Char c = CharAt(text, at);
    at = c.end;
    if (IsBlank(c.kind)) continue;
    ++found.visible;
    const bool letter = IsLetter(c.kind);
    if (letter) ++found.letters;
    if (c.kind == CharKind::kUpper) ++found.upper;
    if (c.kind == CharKind::kDigit) ++found.digits;
    if (found.first == CharKind::kEnd && (letter || c.kind == CharKind::kDigit)) {
      found.first = c.kind;
    }
    if (found.first_letter == CharKind::kEnd && letter) found.first_letter = c.kind;
  }
  return found;
}

bool LooksLikeReference(std::string_view text) {
  for (const std::string_view mark :
       {"doi:", "doi.org", "http://", "https://", "ISBN", "arXiv:", "Available at", "(see page ",
        "(siehe Seite ", "(voir page ", "(véase la página ", "(vedi pagina ", "(cfr. pag",
        "(Cfr. pag"}) {
    if (text.find(mark) != std::string_view::npos) return true;
  }
  return false;
}

/// Templates and mark-up that a plain-text source may hold.
bool LooksLikeMarkup(std::string_view text) {
  for (const std::string_view mark : {"{{", "}}", "[[", "]]", "</", "/>", "::", "|-", "==", "<|"}) {
    if (text.find(mark) != std::string_view::npos) return true;
  }
  return false;
}

/// Every bracket that is opened is closed; a closing one alone is a list's "a)".
bool IsBalanced(std::string_view text) {
  int round = 0;
  int square = 0;
  for (const char c : text) {
    if (c == '(') ++round;
    if (c == ')' && round > 0) --round;
    if (c == '[') ++square;
    if (c == ']' && square > 0) --square;
  }
  return round == 0 && square == 0;
}

Standing ByBlock(const Document& document, int index) {
  if (index < 0) return Standing::kFull;
  const Block& block = document.blocks[static_cast<size_t>(index)];
  switch (block.kind) {
    case BlockKind::kParagraph:
    case BlockKind::kQuote:
      return UnderReferences(document, index) ? Standing::kNone : Standing::kFull;
    case BlockKind::kListItem:
      return UnderReferences(document, index) ? Standing::kNone : Standing::kSpare;
    case BlockKind::kHeading:
    case BlockKind::kTableCell:
    case BlockKind::kCaption:
    case BlockKind::kCode:
    case BlockKind::kFootnote:
    case BlockKind::kComment:
    case BlockKind::kFurniture:
      return Standing::kNone;
  }
  return Standing::kNone;
}

}  // namespace

size_t PartOf(const Document& document, size_t sentence) {
  const size_t begin = document.sentences.front().span.begin;
  const size_t length = document.sentences.back().span.end - begin;
  const Span& span = document.sentences[sentence].span;
  return std::min(kParts - 1,
                  (span.begin + span.size() / 2 - begin) * kParts / std::max<size_t>(1, length));
}

Standing StandingOf(const Document& document, size_t sentence) {
  const Sentence& entry = document.sentences[sentence];
  Standing standing = ByBlock(document, entry.block);
  if (standing == Standing::kNone) return standing;
  const std::string_view text = document.SentenceText(sentence);
  const size_t words = CountWords(text);
  if (words < kFewWords || words > kMostWords) return Standing::kNone;
  const Letters letters = LettersOf(text);
  if (letters.letters * 10 < letters.visible * 6 || letters.digits * 4 > letters.visible) {
    return Standing::kNone;
  }
  if (letters.upper * 2 > letters.letters) return Standing::kNone;
  if (LooksLikeReference(text) || LooksLikeMarkup(text)) return Standing::kNone;
  if (NotCheckableReason(text, document.language, false)) return Standing::kNone;
  if (IsFragment(text, document.language)) return Standing::kNone;
  if (text.find('?') != std::string_view::npos) return Standing::kNone;
  // "The operator shall:" and "(see Abb." go on elsewhere.
  if (text.ends_with(':') || !IsBalanced(text)) return Standing::kNone;
  const bool begins = letters.first_letter != CharKind::kLower;
  // "(*2) Directive 2013/36/EU …": a note.
  if (text.starts_with("(*") || text.starts_with("*")) return Standing::kNone;
  // "b) the name of the operator.": what it is about stands above.
  const size_t label = EnumeratorLength(text);
  const bool lettered =
      label > 0 && text.substr(0, label).find_first_of("0123456789") == std::string_view::npos;
  const bool title_like = words < kTitleWords && !HasFiniteVerb(text, document.language);
  if (!begins || title_like || lettered || !EndsInTerminal(text) || words < kShortWords ||
      words > kLongWords) {
    standing = Standing::kSpare;
  }
  return standing;
}

std::vector<SourceSentence> StatingSentences(std::span<const Document> documents) {
  std::vector<SourceSentence> found;
  std::unordered_set<std::string_view> seen;
  for (size_t d = 0; d < documents.size(); ++d) {
    const Document& document = documents[d];
    for (size_t s = 0; s < document.sentences.size(); ++s) {
      const std::string_view text = document.SentenceText(s);
      const Standing standing = StandingOf(document, s);
      if (standing == Standing::kNone || !seen.insert(text).second) continue;
      SourceSentence& sentence = found.emplace_back();
      sentence.ref = {static_cast<int>(d), static_cast<int>(s)};
      sentence.text = text;
      sentence.standing = standing;
      sentence.part = PartOf(document, s);
      sentence.words = CountWords(text);
      sentence.refers_back = RefersBack(SentenceWords(text, "", document.language)) ||
                             BeginsWithPronoun(text, document.language);
    }
  }
  return found;
}

}  // namespace gloss
