#include "grounding/relative_time.h"

#include <map>
#include <set>

namespace gloss {
namespace {

using Words = std::set<std::string_view>;

struct TimeWords {
  Words before;  ///< "next", before a unit.
  Words units;
  Words after;     ///< "pasado", after a unit.
  Words alone;     ///< "yesterday".
  Words articles;  ///< Before `before` they make it something else: "the last year".
};

const TimeWords* TimesOf(std::string_view language) {
  static const std::map<std::string_view, TimeWords> kTimes = {
      {"en",
       {{"next", "last", "this"},
        {"year", "month", "week", "quarter", "century", "decade", "summer", "winter", "spring"},
        {},
        {"yesterday", "tomorrow", "today", "nowadays"},
        {"the", "his", "her", "its", "their", "of"}}},
      {"de",
       {{"nächstes", "nächsten", "nächste", "letztes", "letzten", "letzte", "dieses", "diesen",
         "diese", "vorigen", "voriges", "kommenden", "kommendes", "vergangenen"},
        {"jahr", "monat", "woche", "quartal", "jahrhundert", "sommer", "winter"},
        {},
        {"gestern", "heute", "vorgestern", "übermorgen"},
        {"die", "der", "das", "ihre", "seine"}}},
      {"es",
       {{"próximo", "próxima", "este", "esta"},
        {"año", "mes", "semana", "trimestre", "siglo"},
        {"pasado", "pasada", "próximo", "próxima"},
        {"ayer", "hoy", "anteayer"},
        {}}},
      {"fr",
       {{"cette", "ce"},
        {"an", "année", "mois", "semaine", "trimestre", "siècle"},
        {"dernier", "dernière", "prochain", "prochaine"},
        {"hier", "demain"},
        {}}},
      {"it",
       {{"prossimo", "prossima", "scorso", "scorsa", "quest", "questo", "questa"},
        {"anno", "mese", "settimana", "trimestre", "secolo"},
        {"scorso", "scorsa", "prossimo", "prossima"},
        {"ieri", "oggi", "domani"},
        {}}}};
  const auto found = kTimes.find(language);
  return found == kTimes.end() ? nullptr : &found->second;
}

}  // namespace

std::vector<Span> RelativeTimes(const std::vector<Word>& words, std::string_view language) {
  std::vector<Span> times;
  const TimeWords* table = TimesOf(language);
  if (table == nullptr) return times;
  const auto has = [&](const Words& list, size_t at) {
    return at < words.size() && list.contains(words[at].folded);
  };
  for (size_t i = 0; i < words.size(); ++i) {
    if (has(table->alone, i)) {
      times.push_back(words[i].span);
      continue;
    }
    const bool article = i > 0 && has(table->articles, i - 1);
    const bool ahead = has(table->before, i) && has(table->units, i + 1) && !article;
    const bool behind = has(table->units, i) && has(table->after, i + 1);
    if (!ahead && !behind) continue;
    // "last year of the war" says itself which.
    const bool told =
        i + 2 < words.size() && (words[i + 2].folded == "of" || words[i + 2].is_number);
    if (!told) times.push_back({words[i].span.begin, words[i + 1].span.end});
    ++i;
  }
  return times;
}

bool IsRelativeTime(std::string_view text, std::string_view language) {
  const std::vector<Word> words = WordsOf(text);
  const std::vector<Span> times = RelativeTimes(words, language);
  return times.size() == 1 && times[0].begin == words.front().span.begin &&
         times[0].end == words.back().span.end;
}

}  // namespace gloss
