#include "judge/asked_for.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "text/characters.h"
#include "text/sentence_splitter.h"
#include "text/utf8.h"
#include "text/words.h"
#include "writing/instructions.h"

namespace gloss {
namespace {

bool HasAny(std::string_view folded, std::span<const std::string_view> phrases) {
  return std::any_of(phrases.begin(), phrases.end(), [&](std::string_view phrase) {
    return folded.find(phrase) != std::string_view::npos;
  });
}

/// Beginnings, longest first within a language, and what stands behind them.
using LeadIns = std::span<const std::string_view>;

constexpr auto kPlease =
    std::to_array<std::string_view>({"please ", "bitte ", "por favor, ", "por favor ",
                                     "s'il vous plaît, ", "per favore, ", "per favore "});

constexpr auto kLeaveOut = std::to_array<std::string_view>(
    {"do not mention ",    "don't mention ",   "don’t mention ",    "do not write about ",
     "do not talk about ", "never mention ",   "avoid mentioning ", "leave out ",
     "erwähne nicht ",     "lass weg: ",       "lasse weg: ",       "schreibe nicht über ",
     "no menciones ",      "no mencione ",     "no hables de ",     "ne mentionne pas ",
     "ne mentionnez pas ", "ne parle pas de ", "non menzionare ",   "non parlare di "});

constexpr auto kMention = std::to_array<std::string_view>(
    {"mention ", "include ", "be sure to mention ", "make sure to mention ", "erwähne ", "nenne ",
     "menciona ", "mencione ", "incluye ", "mentionne ", "mentionnez ", "inclus ", "menziona ",
     "includi "});

constexpr auto kBeginWith = std::to_array<std::string_view>(
    {"begin with ", "start with ", "open with ", "beginne mit ", "beginnen sie mit ",
     "fange an mit ", "empieza con ", "empieza por ", "comienza con ", "comienza por ",
     "commence par ", "commencez par ", "inizia con ", "comincia con "});

/// Before what is to come first, where the end of the sentence or the verb says that it is to.
constexpr auto kTell =
    std::to_array<std::string_view>({"name ", "mention ", "state ", "give ", "put ", "say "});
constexpr auto kBeforeAll =
    std::to_array<std::string_view>({" before anything else", " before all else", " first"});
constexpr auto kTellFirst = std::to_array<std::string_view>(
    {"nenne zuerst ", "nenne als erstes ", "erwähne zuerst ", "menciona primero ",
     "indica primero ", "mentionne d'abord ", "indique d'abord ", "menziona prima di tutto ",
     "indica prima di tutto "});

constexpr auto kFocus = std::to_array<std::string_view>(
    {"focus ",     "concentrate ",   "emphasise ", "emphasize ",     "highlight ",   "summarise ",
     "summarize ", "describe ",      "explain ",   "tell me about ", "konzentriere", "beschreibe ",
     "betone ",    "fasse zusammen", "céntrate ",  "concéntrate ",   "resume ",      "concentre",
     "résume ",    "concentrati ",   "riassumi "});

constexpr auto kAtMost = std::to_array<std::string_view>(
    {"at most", "no more than", "not more than", "maximum", "up to", "fewer than", "less than",
     "höchstens", "maximal", "nicht mehr als", "como máximo", "máximo", "no más de", "au plus",
     "au maximum", "pas plus de", "al massimo", "massimo", "non più di"});

constexpr auto kWordsUnit =
    std::to_array<std::string_view>({"word", "words", "wörter", "wörtern", "worte", "worten",
                                     "palabra", "palabras", "mot", "mots", "parola", "parole"});

constexpr auto kItemsUnit = std::to_array<std::string_view>(
    {"bullet", "bullets", "item", "items", "point", "points", "aufzählungspunkte", "stichpunkte",
     "stichpunkten", "punkte", "punkten", "viñetas", "puntos", "puces", "punti", "elementi"});

struct LanguageName {
  std::string_view phrase;
  std::string_view code;
};

constexpr auto kLanguages = std::to_array<LanguageName>(
    {{"in english", "en"},      {"auf englisch", "en"},    {"en inglés", "en"},
     {"en anglais", "en"},      {"in inglese", "en"},      {"in german", "de"},
     {"auf deutsch", "de"},     {"en alemán", "de"},       {"en allemand", "de"},
     {"in tedesco", "de"},      {"in spanish", "es"},      {"auf spanisch", "es"},
     {"en español", "es"},      {"en espagnol", "es"},     {"in spagnolo", "es"},
     {"in french", "fr"},       {"auf französisch", "fr"}, {"en francés", "fr"},
     {"en français", "fr"},     {"in francese", "fr"},     {"in italian", "it"},
     {"auf italienisch", "it"}, {"en italiano", "it"},     {"en italien", "it"},
     {"in italiano", "it"}});

/// The sentence without the first of the beginnings that it has; nothing where it has none.
std::optional<std::string_view> After(std::string_view sentence, LeadIns beginnings) {
  const std::string folded = FoldCase(sentence);
  if (folded.size() != sentence.size()) return std::nullopt;  // Places would not be the same.
  for (const std::string_view beginning : beginnings) {
    if (folded.starts_with(beginning)) return sentence.substr(beginning.size());
  }
  return std::nullopt;
}

std::string WithoutStop(std::string_view sentence) {
  while (!sentence.empty() && std::string_view(".!; ").find(sentence.back()) != sentence.npos) {
    sentence.remove_suffix(1);
  }
  return CollapseSpace(sentence);
}

/// The number right before one of the units, or two words before it ("five bullet points").
size_t NumberBefore(const std::vector<Word>& words, std::span<const std::string_view> units) {
  for (size_t i = 1; i < words.size(); ++i) {
    if (std::find(units.begin(), units.end(), words[i].folded) == units.end()) continue;
    for (size_t back = 1; back <= 2 && back <= i; ++back) {
      const Word& before = words[i - back];
      const std::string value =
          before.is_number ? before.folded : std::string(NumberWordValue(before.folded, ""));
      size_t number = 0;
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
      if (error == std::errc() && end == value.data() + value.size() && number > 0) return number;
    }
  }
  return 0;
}

/// "Begin with the price", "name the price before anything else" → "the price".
std::optional<std::string> ToBeginWith(std::string_view sentence) {
  if (const auto rest = After(sentence, kBeginWith)) return WithoutStop(*rest);
  if (const auto rest = After(sentence, kTellFirst)) return WithoutStop(*rest);
  const auto told = After(sentence, kTell);
  if (!told) return std::nullopt;
  std::string what = WithoutStop(*told);
  const std::string folded = FoldCase(what);
  if (folded.size() != what.size()) return std::nullopt;
  for (const std::string_view ending : kBeforeAll) {
    if (!folded.ends_with(ending)) continue;
    what.resize(what.size() - ending.size());
    return what;
  }
  return std::nullopt;
}

class Reader {
 public:
  explicit Reader(const JudgeTask& task) : task_(task) {
    asked_.words = task.words;
    asked_.style = task.style;
    asked_.language = task.language;
  }

  AskedFor Read() && {
    for (const std::string& given : task_.instructions) {
      const std::string text = ReplaceInvalidUtf8(given);
      for (const Span& span : SplitSentences(text, "")) ReadSentence(span.In(text));
    }
    return std::move(asked_);
  }

 private:
  void ReadSentence(std::string_view sentence) {
    while (const auto rest = After(sentence, kPlease)) sentence = *rest;
    const std::vector<Word> words = WordsOf(sentence);
    if (words.empty()) return;
    const std::string one[] = {std::string(sentence)};
    const ReadInstructions read = InterpretInstructions(one);
    if (!read.refused.empty()) {
      if (read.refused.front().ends_with("tables are not written")) {
        SetStyle("table");
      } else {
        asked_.against_rules.push_back(WithoutStop(sentence));
      }
      return;
    }
    const std::string folded = FoldCase(sentence);
    bool known = false;
    if (const size_t number = NumberBefore(words, kWordsUnit); number > 0) {
      if (task_.words == 0) {
        asked_.words = number;
        asked_.words_at_most = HasAny(folded, kAtMost);
      }
      known = true;
    }
    for (const auto& [phrase, code] : kLanguages) {
      if (folded.find(phrase) == std::string::npos) continue;
      if (task_.language.empty()) asked_.language = code;
      known = true;
      break;
    }
    if (read.style) {
      SetStyle(WritingStyleName(*read.style));
      asked_.items = std::max(asked_.items, NumberBefore(words, kItemsUnit));
      known = true;
    }
    if (known) return;
    if (auto first = ToBeginWith(sentence); first && asked_.begin_with.empty()) {
      asked_.begin_with = *std::move(first);
    } else if (const auto left_out = After(sentence, kLeaveOut)) {
      asked_.leave_out.push_back(WithoutStop(*left_out));
    } else if (const auto mention = After(sentence, kMention)) {
      asked_.mention.push_back(WithoutStop(*mention));
    } else if (After(sentence, kFocus) && !read.focus.empty()) {
      asked_.focus += (asked_.focus.empty() ? "" : "; ") + read.focus;
    } else {
      asked_.open.push_back(WithoutStop(sentence));
    }
  }

  void SetStyle(std::string_view style) {
    if (task_.style.empty()) asked_.style = style;
  }

  const JudgeTask& task_;
  AskedFor asked_;
};

}  // namespace

AskedFor ReadAskedFor(const JudgeTask& task) { return Reader(task).Read(); }

}  // namespace gloss
