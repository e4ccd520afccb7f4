#include "text/language.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>

#include "text/characters.h"
#include "text/language_tables.h"

namespace gloss {
namespace {

constexpr size_t kMaxSample = size_t{64} << 10U;

/// The five languages, then look-alikes that must not be taken for one of them.
enum Candidate : size_t { kEn, kDe, kEs, kFr, kIt, kPt, kCa, kRo, kNl, kNordic, kSlavic, kCount };
constexpr std::array<std::string_view, 5> kCodes = {"en", "de", "es", "fr", "it"};
using Scores = std::array<double, kCount>;

constexpr std::string_view kPortuguese[] = {
    "o",    "os",   "as",  "um",  "uma", "não",  "em",   "com",    "são",  "do",   "da",
    "dos",  "das",  "no",  "na",  "nos", "nas",  "ao",   "aos",    "pelo", "pela", "mas",
    "mais", "foi",  "ser", "seu", "sua", "isso", "este", "também", "já",   "ele",  "ela",
    "que",  "para", "por", "de",  "e",   "é",    "se",   "como"};
constexpr std::string_view kCatalan[] = {
    "els",     "les",   "amb", "és",   "però", "una",  "per", "dels", "aquest",
    "aquesta", "també", "més", "això", "són",  "seva", "seu", "i",    "la",
    "el",      "de",    "que", "en",   "es",   "ha",   "al",  "del"};
constexpr std::string_view kRomanian[] = {"și",     "este", "sunt", "în",  "pe",  "cu",   "din",
                                          "pentru", "care", "nu",   "mai", "sau", "fost", "această",
                                          "acest",  "prin", "la",   "de",  "a",   "o",    "un",
                                          "se",     "al",   "ale",  "lui"};
constexpr std::string_view kDutch[] = {
    "het",   "een",  "van", "en", "niet", "zijn", "dat",  "ook", "voor", "met",  "aan", "bij",
    "wordt", "werd", "hij", "ik", "wij",  "naar", "maar", "uit", "door", "deze", "dit", "de",
    "in",    "is",   "op",  "te", "om",   "er",   "als",  "of",  "over", "was",  "had", "der"};
constexpr std::string_view kNordicWords[] = {
    "och", "att", "det", "som",  "på",  "är",  "av", "för", "med", "den",   "till",  "inte",
    "ett", "og",  "er",  "ikke", "til", "af",  "på", "har", "jeg", "han",   "hun",   "var",
    "om",  "men", "de",  "vi",   "så",  "sig", "en", "i",   "fra", "efter", "eller", "også"};
constexpr std::string_view kSlavicWords[] = {
    "nie", "się", "jest", "na", "że",    "jako", "przez", "oraz", "które", "są",   "był",  "była",
    "ale", "je",  "se",   "že", "který", "jsou", "byl",   "byla", "pro",   "jeho", "nebo", "a",
    "i",   "to",  "do",   "za", "od",    "po",   "u",     "su",   "koji",  "bio",  "kao"};

/// Function words that the splitter's tables do not hold.
constexpr std::string_view kMoreEnglish[] = {"it",  "he",   "she",   "they", "we",
                                             "him", "them", "do",    "did",  "out",
                                             "up",  "been", "other", "new",  "said"};
constexpr std::string_view kMoreGerman[] = {"zwei",  "drei",  "neue",   "neuen",  "mehr",  "ab",
                                            "hatte", "würde", "könnte", "müssen", "können"};
constexpr std::string_view kMoreSpanish[] = {"pero",  "tiene", "años", "todo",  "ya",    "fue",
                                             "hacer", "e",     "dos",  "nueva", "nuevo", "parte"};
constexpr std::string_view kMoreFrench[] = {"pas", "même", "fait", "été", "ans",    "y",
                                            "qu",  "n",    "c",    "j",   "nouveau"};
constexpr std::string_view kMoreItalian[] = {"stato", "stata", "anni", "anno", "dell",
                                             "nell",  "sull",  "dall", "c",    "un",
                                             "nuovo", "nuova", "ne"};

/// Endings of words that speak for a language; the longest that fits counts.
struct Ending {
  std::string_view text;
  Candidate language;
};
constexpr Ending kEndings[] = {
    {"ción", kEs},  {"ciones", kEs}, {"dad", kEs},  {"idades", kEs}, {"iendo", kEs},
    {"zione", kIt}, {"zioni", kIt},  {"ità", kIt},  {"ggio", kIt},   {"ndo", kIt},
    {"tà", kIt},    {"gli", kIt},    {"ung", kDe},  {"ungen", kDe},  {"lich", kDe},
    {"liche", kDe}, {"lichen", kDe}, {"keit", kDe}, {"heit", kDe},   {"schaft", kDe},
    {"isch", kDe},  {"ische", kDe},  {"eux", kFr},  {"euse", kFr},   {"aient", kFr},
    {"ité", kFr},   {"ement", kFr},  {"ère", kFr},  {"elle", kFr},   {"ing", kEn},
    {"ly", kEn},    {"ness", kEn},   {"ght", kEn},  {"ould", kEn},   {"ção", kPt},
    {"ções", kPt},  {"dade", kPt},   {"heid", kNl}, {"ijk", kNl}};

using WordMap = std::unordered_map<std::string_view, uint32_t>;

WordMap MakeWords() {
  WordMap words;
  const auto add = [&words](std::span<const std::string_view> list, Candidate language) {
    for (const std::string_view word : list) words[word] |= uint32_t{1} << language;
  };
  for (size_t i = 0; i < kCodes.size(); ++i) {
    const LanguageTable& table = TableOf(kCodes[i]);
    add(table.openers, static_cast<Candidate>(i));
    add(table.connectors, static_cast<Candidate>(i));
  }
  add(kMoreEnglish, kEn);
  add(kMoreGerman, kDe);
  add(kMoreSpanish, kEs);
  add(kMoreFrench, kFr);
  add(kMoreItalian, kIt);
  add(kPortuguese, kPt);
  add(kCatalan, kCa);
  add(kRomanian, kRo);
  add(kDutch, kNl);
  add(kNordicWords, kNordic);
  add(kSlavicWords, kSlavic);
  return words;
}

void ScoreLetter(char32_t c, Scores& scores) {
  switch (c) {
    case U'ß':
      scores[kDe] += 1.5;
      break;
    case U'ä':
    case U'ö':
    case U'ü':
      scores[kDe] += 0.6;
      scores[kNordic] += c == U'ü' ? 0 : 0.5;
      break;
    case U'ñ':
    case U'¿':
    case U'¡':
      scores[kEs] += 1.2;
      break;
    case U'á':
    case U'í':
    case U'ó':
    case U'ú':
      scores[kEs] += 0.4;
      scores[kPt] += 0.3;
      break;
    case U'é':
      scores[kFr] += 0.3;
      scores[kEs] += 0.15;
      break;
    case U'ê':
    case U'î':
    case U'œ':
    case U'û':
    case U'ë':
      scores[kFr] += 0.6;
      break;
    case U'ç':
      scores[kFr] += 0.4;
      scores[kPt] += 0.4;
      scores[kCa] += 0.3;
      break;
    case U'è':
    case U'à':
      scores[kFr] += 0.25;
      scores[kIt] += 0.25;
      scores[kCa] += 0.2;
      break;
    case U'ò':
    case U'ì':
      scores[kIt] += 0.6;
      scores[kCa] += 0.2;
      break;
    case U'ã':
    case U'õ':
      scores[kPt] += 1.2;
      break;
    case U'ă':
    case U'ș':
    case U'ț':
      scores[kRo] += 1;
      break;
    case U'å':
    case U'ø':
    case U'æ':
      scores[kNordic] += 1;
      break;
    case U'ł':
    case U'ą':
    case U'ę':
    case U'ż':
    case U'ž':
    case U'š':
    case U'č':
    case U'ř':
    case U'ě':
      scores[kSlavic] += 1;
      break;
    default:
      break;
  }
}

void ScoreWord(const WordMap& words, std::string_view word, Scores& scores) {
  if (const auto found = words.find(word); found != words.end()) {
    // A word of several languages says less.
    const double weight = 1.0 / std::popcount(found->second);
    for (size_t i = 0; i < kCount; ++i) {
      if ((found->second >> i & 1U) != 0) scores[i] += weight;
    }
    return;
  }
  const Ending* best = nullptr;
  for (const Ending& ending : kEndings) {
    if (word.size() >= ending.text.size() + 2 && word.ends_with(ending.text) &&
        (best == nullptr || ending.text.size() > best->text.size())) {
      best = &ending;
    }
  }
  if (best != nullptr) scores[best->language] += 0.5;
}

}  // namespace

LanguageCode DetectLanguage(std::string_view text) {
  static const WordMap kWords = MakeWords();
  // Whole characters only: a cut inside one would read past the end of the sample.
  size_t limit = std::min(text.size(), kMaxSample);
  while (limit < text.size() && (static_cast<unsigned char>(text[limit]) & 0xC0U) == 0x80U) --limit;

  Scores words_score{};
  Scores letters_score{};
  size_t words = 0;
  size_t latin = 0;
  size_t letters = 0;
  size_t begin = 0;
  for (size_t at = 0; at <= limit;) {
    const Char c = at < limit ? CharAt(text, at) : Char{.begin = limit, .end = limit + 1};
    if (IsLetter(c.kind) || c.kind == CharKind::kMark) {
      ++letters;
      if (c.value < 0x0250U || (c.value >= 0x1E00U && c.value < 0x1F00U)) ++latin;
    } else {
      if (c.begin > begin) {
        const std::string word = FoldCase(text.substr(begin, c.begin - begin));
        ++words;
        ScoreWord(kWords, word, words_score);
        for (size_t i = 0; i < word.size();) {
          const Char letter = CharAt(word, i);
          if (letter.value >= 0x80U) ScoreLetter(letter.value, letters_score);
          i = letter.end;
        }
      }
      if (c.value == U'¿' || c.value == U'¡') ScoreLetter(c.value, letters_score);
      begin = c.end;
    }
    at = c.end;
  }
  if (latin * 2 < letters || words == 0) return "";

  Scores scores{};
  for (size_t i = 0; i < kCount; ++i) scores[i] = words_score[i] + letters_score[i];
  const size_t best = static_cast<size_t>(std::ranges::max_element(scores) - scores.begin());
  if (best >= kCodes.size()) return "";
  double second = 0;
  for (size_t i = 0; i < kCount; ++i) {
    if (i != best) second = std::max(second, scores[i]);
  }
  // One sure word and a lead; letters alone (Finnish ä, Polish ó) are too little for a sentence.
  const auto counted = static_cast<double>(words);
  if (scores[best] < std::max(0.9, 0.08 * counted) || scores[best] < second * 1.1) return "";
  if (words >= 5 && words_score[best] < 0.04 * counted) return "";
  return std::string(kCodes[best]);
}

}  // namespace gloss
