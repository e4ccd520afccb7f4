#include "grounding/qualifiers.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace gloss {
namespace {

using Words = std::set<std::string_view>;

bool Has(const std::vector<Word>& words, std::string_view folded) {
  return std::any_of(words.begin(), words.end(),
                     [&](const Word& word) { return word.folded == folded; });
}

/// "World Health Organization (WHO)": the bracket repeats the words before it.
bool IsAbbreviation(const std::vector<Word>& words, size_t at) {
  const std::string& letters = words[at].folded;
  if (letters.size() < 2 || letters.size() > 6 || at < letters.size()) return false;
  size_t found = 0;
  for (size_t i = at; i-- > 0 && found < letters.size();) {
    if (words[i].folded.front() == letters[letters.size() - 1 - found]) ++found;
  }
  return found == letters.size() || words[at - 1].folded.front() == letters.back();
}

/// The word before a bracket of one or two names, versions or years, without them.
bool LosesBracket(const std::vector<Word>& claim, const SentenceWords& sentence) {
  const std::vector<Word>& words = sentence.words();
  const std::string_view text = sentence.text();
  for (size_t i = 1; i < words.size(); ++i) {
    const Span gap{words[i - 1].span.end, words[i].span.begin};
    if (gap.In(text).find('(') == std::string_view::npos) continue;
    size_t end = i;
    while (end + 1 < words.size() && end < i + 3) {
      const Span next{words[end].span.end, words[end + 1].span.begin};
      if (next.In(text).find(')') != std::string_view::npos) break;
      ++end;
    }
    if (end - i > 1) continue;  // A remark, not a qualifier.
    if (!words[i].capitalised && !words[i].is_number && !words[end].capitalised) continue;
    if (end == i && IsAbbreviation(words, i)) continue;
    if (words[i].is_number && (end == i ? words[i].span.size() != 4 : true)) continue;
    if (!HasStem(claim, words[i - 1].folded)) continue;
    bool kept = false;
    for (size_t k = i; k <= end; ++k) kept = kept || HasStem(claim, words[k].folded);
    // Only what is named twice can be mixed up; one bracket alone still restricts.
    if (!kept) return true;
  }
  return false;
}

bool LosesRestriction(const std::vector<Word>& claim, const SentenceWords& sentence) {
  static const Words kOnly = {
      "only",           "solely",   "exclusively", "merely",     "nur",       "lediglich",
      "ausschließlich", "sólo",     "solamente",   "únicamente", "seulement", "uniquement",
      "exclusivement",  "soltanto", "solamente",   "unicamente", "solo"};
  const auto is_only = [](const Word& word) { return kOnly.contains(word.folded); };
  if (std::any_of(claim.begin(), claim.end(), is_only)) return false;
  const std::vector<Word>& words = sentence.words();
  for (size_t i = 0; i < words.size(); ++i) {
    if (!is_only(words[i])) continue;
    // What it restricts follows it: the next content word or number.
    for (size_t next = i + 1; next < std::min(i + 4, words.size()); ++next) {
      const bool counts = words[next].is_number || sentence.IsContent(words[next]) ||
                          !NumberWordValue(words[next].folded, sentence.language()).empty();
      if (!counts) continue;
      if (HasStem(claim, words[next].folded)) return true;
      break;
    }
  }
  return false;
}

/// The word that tells a bound before a number: "least" of "at least 12", "more" of "more than 12",
/// "about"; empty for none.
std::string_view BoundBefore(const std::vector<Word>& words, size_t number,
                             std::string_view language) {
  if (number == 0) return {};
  static const std::map<std::string_view, Words> kLast = {
      {"en",
       {"least", "most", "than", "to", "over", "under", "nearly", "almost", "about",
        "approximately", "around", "roughly", "below", "above"}},
      {"de",
       {"mindestens", "höchstens", "als", "zu", "über", "unter", "fast", "etwa", "rund", "maximal",
        "knapp", "ungefähr", "circa"}},
      {"es", {"menos", "más", "de", "hasta", "casi", "unos", "unas", "aproximadamente", "cerca"}},
      {"fr", {"moins", "plus", "de", "environ", "près", "presque"}},
      {"it", {"meno", "più", "di", "fino", "quasi", "circa"}}};
  static const std::map<std::string_view, Words> kBefore = {
      {"than", {"more", "less", "fewer", "greater", "higher", "lower"}},
      {"to", {"up"}},
      {"least", {"at"}},
      {"most", {"at"}},
      {"als", {"mehr", "weniger"}},
      {"zu", {"bis"}},
      {"de", {"más", "menos", "plus", "moins", "cerca", "près"}},
      {"menos", {"al"}},
      {"más", {"como"}},
      {"moins", {"au"}},
      {"plus", {"au"}},
      {"di", {"più", "meno"}},
      {"meno", {"almeno"}},
      {"fino", {"fino"}}};
  const auto last = kLast.find(language);
  if (last == kLast.end() || !last->second.contains(words[number - 1].folded)) return {};
  const auto before = kBefore.find(words[number - 1].folded);
  if (before == kBefore.end()) return words[number - 1].folded;
  if (number < 2 || !before->second.contains(words[number - 2].folded)) return {};
  // "at least": the second word tells; "more than": the first.
  const std::string& first = words[number - 2].folded;
  const bool second_tells = first == "at" || first == "al" || first == "au" || first == "como";
  return second_tells ? words[number - 1].folded : first;
}

bool LosesBound(const std::vector<Word>& claim, const SentenceWords& sentence) {
  const std::vector<Word>& words = sentence.words();
  const std::string_view language = sentence.language();
  const auto value = [&](const Word& word) {
    return word.is_number ? std::string_view(word.folded) : NumberWordValue(word.folded, language);
  };
  for (size_t i = 1; i < words.size(); ++i) {
    const std::string_view number = value(words[i]);
    if (number.empty()) continue;
    const std::string_view bound = BoundBefore(words, i, language);
    if (bound.empty()) continue;
    bool bare = false;
    bool bounded = false;
    for (size_t k = 0; k < claim.size(); ++k) {
      if (value(claim[k]) != number) continue;
      const bool has_bound = !BoundBefore(claim, k, language).empty() || Has(claim, bound);
      (has_bound ? bounded : bare) = true;
    }
    if (bare && !bounded) return true;
  }
  return false;
}

/// "In 2019, …": the year that opens the sentence.
bool LosesTime(const std::vector<Word>& claim, const SentenceWords& sentence) {
  static const Words kOpenings = {
      "in",      "since", "during", "until", "by",  "from",  "before",  "after", "im",   "seit",
      "während", "bis",   "nach",   "vor",   "en",  "desde", "durante", "hasta", "tras", "depuis",
      "pendant", "avant", "après",  "nel",   "dal", "fino",  "dopo",    "prima"};
  const std::vector<Word>& words = sentence.words();
  if (words.size() < 4 || !kOpenings.contains(words.front().folded)) return false;
  for (size_t i = 0; i < std::min<size_t>(6, words.size() - 1); ++i) {
    const Span gap{words[i].span.end, words[i + 1].span.begin};
    const bool comma = gap.In(sentence.text()).find(',') != std::string_view::npos;
    if (!comma) continue;
    for (size_t k = 1; k <= i; ++k) {
      const bool year = words[k].is_number && words[k].span.size() == 4;
      if (year) return !Has(claim, words[k].folded);
    }
    return false;
  }
  return false;
}

/// One of the words says that somebody else speaks.
bool NamesSource(const std::vector<Word>& words) {
  static const Words kWords = {
      "according", "said",     "says",    "say",       "claimed",   "claims",   "argued",  "argues",
      "believes",  "believed", "alleged", "reported",  "reports",   "stated",   "states",  "laut",
      "zufolge",   "sagte",    "sagt",    "behauptet", "berichtet", "erklärte", "según",   "dijo",
      "dice",      "afirmó",   "afirma",  "selon",     "déclaré",   "affirme",  "affirmé", "dit",
      "secondo",   "detto",    "afferma", "sostiene",  "dichiarato"};
  return std::any_of(words.begin(), words.end(),
                     [](const Word& word) { return kWords.contains(word.folded); });
}

/// "According to Moe, …" and "…, said Moe.": all of the sentence is somebody's.
bool LosesSpeaker(const std::vector<Word>& claim, const SentenceWords& sentence) {
  static const Words kSources = {"laut", "zufolge", "según", "selon"};
  static const Words kSaid = {"said", "says",    "sagte",    "sagt",   "dijo",    "dice",
                              "dit",  "afferma", "erklärte", "afirmó", "affirme", "detto"};
  const std::vector<Word>& words = sentence.words();
  static const Words kThat = {"that", "dass", "que", "qu", "che"};
  bool attributed = false;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i].folded;
    // "said that A and that B": a claim of nothing but what follows.
    if (i + 1 < words.size() && kThat.contains(words[i + 1].folded) && NamesSource({words[i]})) {
      const std::vector<Word> said(words.begin() + static_cast<std::ptrdiff_t>(i) + 2, words.end());
      const bool inside = std::all_of(claim.begin(), claim.end(), [&](const Word& own) {
        return !sentence.IsContent(own) || HasStem(said, own.folded);
      });
      if (inside) attributed = true;
    }
    if (kSources.contains(word)) attributed = true;
    if (word == "according" && i + 1 < words.size() && words[i + 1].folded == "to") {
      attributed = true;
    }
    // Italian "secondo" is also "second".
    if (word == "secondo" && i == 0 && sentence.language() == "it") attributed = true;
    if (kSaid.contains(word) && i + 4 >= words.size() && i >= 3) {
      for (size_t k = i >= 3 ? i - 3 : 0; k < i; ++k) {
        const Span gap{words[k].span.end, words[k + 1].span.begin};
        if (gap.In(sentence.text()).find(',') != std::string_view::npos) attributed = true;
      }
    }
  }
  return attributed && !NamesSource(claim);
}

}  // namespace

std::optional<std::string> LostQualifier(const std::vector<Word>& claim,
                                         const SentenceWords& sentence) {
  if (LosesBracket(claim, sentence)) return "qualifier_lost";
  if (LosesRestriction(claim, sentence)) return "restriction_lost";
  if (LosesBound(claim, sentence)) return "bound_lost";
  if (LosesTime(claim, sentence)) return "time_lost";
  if (LosesSpeaker(claim, sentence)) return "attribution_lost";
  return std::nullopt;
}

}  // namespace gloss
