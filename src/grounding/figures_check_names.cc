#include "grounding/figures_check_names.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "grounding/figures_check_words.h"
#include "text/characters.h"

namespace gloss {
namespace {

using Parts = ParsedFigures::Parts;

/// A run of capitalised words.
struct NameRun {
  size_t first = 0;
  size_t last = 0;  ///< Token after it.
  bool opens_sentence = false;
};

/// Endings of German nouns that are no names.
bool EndsLikeGermanNoun(std::string_view folded) {
  for (const std::string_view ending :
       {"ung",      "ungen", "heit",   "heiten", "keit",  "keiten", "schaft",
        "schaften", "tion",  "tionen", "tät",    "täten", "ismus",  "nis",
        "nisse",    "tum",   "ling",   "er",     "ern",   "innen",  "zeit",
        "jahr",     "tag",   "mittel", "stoff",  "preis", "gehalt", "zahl"}) {
    if (folded.size() > ending.size() + 1 && folded.ends_with(ending)) return true;
  }
  return false;
}

class NameFinder {
 public:
  explicit NameFinder(const Parts& parts) : parts_(parts), words_(CheckWords::Of(parts.language)) {}

  /// Runs of capitalised words that may be names, in order.
  std::vector<NameRun> Run() const {
    std::vector<NameRun> runs;
    for (size_t i = 0; i < parts_.checks.size(); ++i) {
      if (!MayBeName(i)) continue;
      NameRun run{.first = i, .last = i + 1, .opens_sentence = OpensSentence(i)};
      while (run.last < parts_.checks.size() && Continues(run.last)) ++run.last;
      runs.push_back(run);
      i = run.last - 1;
    }
    return runs;
  }

  /// No common word with a capital letter, as far as can be told without a dictionary.
  bool IsSurely(const NameRun& run) const {
    size_t words = 0;
    for (size_t i = run.first; i < run.last; ++i) {
      const FigureToken& token = parts_.tokens()[i];
      if (!token.IsWord()) continue;
      ++words;
      if (token.all_capitals && token.folded.size() <= 6 && !AllShouts()) return true;
    }
    if (parts_.language == "de") return words >= 2 ? IsGermanFullName(run) : IsGermanPlace(run);
    if (words >= 2) return true;
    return !run.opens_sentence;
  }

 private:
  bool OpensSentence(size_t at) const {
    if (at == 0) return true;
    const FigureToken& before = parts_.tokens()[at - 1];
    if (parts_.checks[at - 1].sentence != parts_.checks[at].sentence) return true;
    // After a quotation mark, a colon, a bullet or a dash a sentence may begin too.
    return before.kind == FigureTokenKind::kSymbol && !before.Is(",") && !before.Is("-") &&
           !before.Is("'") && !before.Is("(");
  }

  bool MayBeName(size_t at) const {
    const FigureToken& token = parts_.tokens()[at];
    if (!token.IsWord() || !token.capital || parts_.checks[at].in_figure) return false;
    if (token.folded.size() < 2 || !parts_.checks[at].content) return false;
    return !words_.not_names.contains(token.folded) && !words_.titles.contains(token.folded);
  }

  bool Continues(size_t at) const {
    if (parts_.checks[at].sentence != parts_.checks[at - 1].sentence) return false;
    if (MayBeName(at)) return true;
    // "Jean-Luc"
    return parts_.tokens()[at].Is("-") && !parts_.tokens()[at].space_before &&
           at + 1 < parts_.checks.size() && !parts_.tokens()[at + 1].space_before &&
           MayBeName(at + 1);
  }

  /// A text in capitals throughout: then capitals say nothing.
  bool AllShouts() const {
    return std::none_of(parts_.tokens().begin(), parts_.tokens().end(),
                        [](const FigureToken& token) {
                          return token.IsWord() && !token.capital && token.folded.size() > 2;
                        });
  }

  bool IsGermanFullName(const NameRun& run) const {
    for (size_t i = run.first; i < run.last; ++i) {
      if (EndsLikeGermanNoun(parts_.tokens()[i].folded) && i + 1 < run.last) return false;
    }
    return run.last - run.first <= 4 && !AfterArticle(run.first);
  }

  bool AfterArticle(size_t at) const {
    return at > 0 && (words_.nexus.contains(parts_.tokens()[at - 1].folded) ||
                      parts_.checks[at - 1].content || parts_.checks[at - 1].in_figure);
  }

  /// "in Berlin", "aus Kenia": a noun would mostly have an article.
  bool IsGermanPlace(const NameRun& run) const {
    static const std::unordered_set<std::string_view> kPlaces = {"in", "aus", "nach", "bei"};
    if (run.first > 0 && words_.titles.contains(parts_.tokens()[run.first - 1].folded)) return true;
    if (run.first == 0 || EndsLikeGermanNoun(parts_.tokens()[run.first].folded)) return false;
    const FigureToken& before = parts_.tokens()[run.first - 1];
    return kPlaces.contains(before.folded) && !before.capital;
  }

  const Parts& parts_;
  const CheckWords& words_;
};

/// The first letters of a run of words: "who" of "World Health Organization".
std::string InitialsOf(const Parts& parts, size_t first, size_t last) {
  std::string initials;
  for (size_t i = first; i < last; ++i) {
    const FigureToken& token = parts.tokens()[i];
    if (!token.IsWord() || !token.capital) continue;
    const Char c = CharAt(token.folded, 0);
    initials += token.folded.substr(0, c.end);
  }
  return initials;
}

class NameChecker {
 public:
  NameChecker(const CheckedPair& pair, FigureReport& report)
      : pair_(pair), claim_(pair.claim), evidence_(pair.evidence), report_(report) {}

  void Run() {
    const NameFinder finder(claim_);
    const std::vector<NameRun> mine = finder.Run();
    if (mine.empty()) return;
    theirs_ = NameFinder(evidence_).Run();
    for (const NameRun& run : theirs_) {
      if (run.last - run.first >= 2) acronyms_.insert(InitialsOf(evidence_, run.first, run.last));
    }
    AddLooseAcronyms();
    constexpr size_t kMostNames = 64;
    for (size_t n = 0; n < std::min(mine.size(), kMostNames); ++n) {
      Check(mine[n], finder.IsSurely(mine[n]));
    }
  }

 private:
  /// "Department of Health": initials over small words between.
  void AddLooseAcronyms() {
    constexpr size_t kLongest = 8;
    for (size_t n = 0; n + 1 < theirs_.size(); ++n) {
      size_t end = n + 1;
      std::string initials = InitialsOf(evidence_, theirs_[n].first, theirs_[n].last);
      while (end < theirs_.size() && initials.size() < kLongest &&
             theirs_[end].first - theirs_[end - 1].last <= 2) {
        initials += InitialsOf(evidence_, theirs_[end].first, theirs_[end].last);
        acronyms_.insert(initials);
        ++end;
      }
    }
  }

  bool HasWord(size_t at) const {
    const FigureToken& token = claim_.tokens()[at];
    if (evidence_.words.contains(token.folded)) return true;
    if (claim_.checks[at].content && evidence_.places.contains(claim_.checks[at].stem)) return true;
    return token.all_capitals && acronyms_.contains(token.folded);
  }

  /// "Ukrainian" of "Ukraine", "Tarrantino" of "Tarantino": the same beginning, or the same ends.
  bool HasRelated(std::string_view folded) const {
    constexpr size_t kBeginning = 4;
    constexpr size_t kEnds = 3;
    if (folded.size() < kEnds) return false;
    const auto related = [&](std::string_view other) {
      if (folded.size() < kBeginning) return other.starts_with(folded);
      if (other.starts_with(folded.substr(0, kBeginning))) return true;
      return folded.size() > 2 * kEnds && other.size() > 2 * kEnds &&
             other.starts_with(folded.substr(0, kEnds)) &&
             other.ends_with(folded.substr(folded.size() - kEnds));
    };
    return std::any_of(theirs_.begin(), theirs_.end(), [&](const NameRun& run) {
      for (size_t i = run.first; i < run.last; ++i) {
        if (related(evidence_.tokens()[i].folded)) return true;
      }
      return false;
    });
  }

  /// Without the words at its beginning that the evidence has: "Superior" of "Lake Superior".
  NameRun MissingTail(NameRun run) const {
    while (run.last - run.first > 1 && claim_.tokens()[run.first].IsWord() && HasWord(run.first) &&
           !HasWord(run.last - 1)) {
      ++run.first;
      run.opens_sentence = false;
    }
    return run;
  }

  void Check(const NameRun& whole, bool surely) {
    const NameRun run = MissingTail(whole);
    size_t words = 0;
    size_t missing = 0;
    for (size_t i = run.first; i < run.last; ++i) {
      if (!claim_.tokens()[i].IsWord()) continue;
      ++words;
      if (!HasWord(i)) ++missing;
    }
    if (missing == 0) {
      Misplaced(run);
      return;
    }
    if (words > missing) {
      if (words == 2) OtherFirstName(run);
      return;
    }
    const std::string initials = InitialsOf(claim_, run.first, run.last);
    if (words >= 2 && evidence_.words.contains(initials)) return;
    for (size_t i = run.first; i < run.last; ++i) {
      if (HasRelated(claim_.tokens()[i].folded)) return;
    }
    if (const NameRun* other = SameSlot(run); other != nullptr) {
      const bool theirs = IsNameElsewhere(*other);
      if (claim_.language == "de" ? surely && theirs : surely || theirs) {
        Report(run, std::string(evidence_.TextOf(evidence_.SpanOf(other->first, other->last))),
               report_.conflicts);
        return;
      }
    }
    if (surely) Report(run, "", report_.missing);
  }

  /// The evidence has the name, but in the place that the claim gives it, it has another.
  void Misplaced(const NameRun& run) {
    size_t own = 0;
    for (size_t i = run.first; i < run.last; ++i) own += claim_.checks[i].content ? 1 : 0;
    const NameRun* found = nullptr;
    double found_words = 0;
    std::unordered_set<uint32_t> own_sentences;
    double own_words = -1;  // most of the claim's words beside the name in a sentence with the name
    const auto total = static_cast<double>(claim_.places.size());
    for (const NameRun& other : theirs_) {
      const double score = SlotScore(run, other);
      const double words = pair_.coverage[evidence_.checks[other.first].sentence] * total;
      if (SharesWord(run, other)) {
        own_words = std::max(own_words, words - static_cast<double>(own));
        own_sentences.insert(evidence_.checks[other.first].sentence);
        continue;
      }
      if (score < 2 || InClaim(other)) continue;
      const size_t sentence = evidence_.checks[other.first].sentence;
      if (IsAcronym(claim_, run) != IsAcronym(evidence_, other)) continue;
      if (!IsAligned(pair_, sentence, own) || !CoversAll(sentence, own)) continue;
      found = &other;
      found_words = words;
    }
    // The sentence with the name says as much of what the claim says.
    if (found == nullptr) return;
    // Both in one sentence: "A and B", "A, known as B".
    if (own_sentences.contains(evidence_.checks[found->first].sentence)) return;
    if (own_words + 0.01 >= found_words || !NameFinder(claim_).IsSurely(run)) return;
    Report(run, std::string(evidence_.TextOf(evidence_.SpanOf(found->first, found->last))),
           report_.conflicts);
  }

  bool SharesWord(const NameRun& mine, const NameRun& other) const {
    for (size_t i = mine.first; i < mine.last; ++i) {
      for (size_t j = other.first; j < other.last; ++j) {
        if (!claim_.tokens()[i].IsWord()) continue;
        if (claim_.tokens()[i].folded == evidence_.tokens()[j].folded) return true;
        if (claim_.checks[i].content && claim_.checks[i].stem == evidence_.checks[j].stem)
          return true;
      }
    }
    return false;
  }

  /// The run is a name in the evidence by its place there.
  bool IsNameElsewhere(const NameRun& run) const { return NameFinder(evidence_).IsSurely(run); }

  /// "Mary Smith" where the evidence has "John Smith".
  void OtherFirstName(const NameRun& run) {
    const size_t last = run.last - 1;
    if (run.opens_sentence) return;  // the first word may be any
    if (HasWord(run.first) || !HasWord(last)) return;
    const std::string& family = claim_.tokens()[last].folded;
    // "the war" of "the Vietnam War" is a word like others.
    const auto small = [&](const Parts& parts) {
      return std::any_of(
          parts.tokens().begin(), parts.tokens().end(),
          [&](const FigureToken& token) { return !token.capital && token.folded == family; });
    };
    if (small(evidence_) || small(claim_)) return;
    for (const NameRun& other : theirs_) {
      if (other.last - other.first != 2 || other.opens_sentence) continue;
      if (evidence_.tokens()[other.last - 1].folded != family) continue;
      const std::string& theirs = evidence_.tokens()[other.first].folded;
      const std::string& mine = claim_.tokens()[run.first].folded;
      if (LooksCommon(mine)) return;
      // "J. Smith", "Johnny" and "John"
      if (theirs[0] == mine[0] || claim_.words.contains(theirs)) return;
      Report(run, std::string(evidence_.TextOf(evidence_.SpanOf(other.first, other.last))),
             report_.conflicts);
      return;
    }
  }

  /// "Receiving Party": a term, not a first name.
  static bool LooksCommon(std::string_view word) {
    for (const std::string_view ending : {"ing", "ed", "al", "ary", "ic", "ive", "ous", "tion"}) {
      if (word.ends_with(ending)) return true;
    }
    return false;
  }

  // ---- The same place in the same words ---------------------------------------------------------

  /// How surely two runs stand in the same place: a content word beside both counts 2, a small word
  /// 1, the same edge of the sentence a half.
  double SlotScore(const NameRun& mine, const NameRun& other) const {
    const auto side = [&](size_t at, bool edge, size_t their_at, bool their_edge) {
      if (edge || their_edge) return edge && their_edge ? 0.5 : 0.0;
      const FigureToken& token = claim_.tokens()[at];
      if (!token.IsWord() || token.folded != evidence_.tokens()[their_at].folded) return 0.0;
      return claim_.checks[at].content ? 2.0 : 1.0;
    };
    const auto ends = [](const Parts& parts, const NameRun& run) {
      return run.last >= parts.checks.size() ||
             (parts.tokens()[run.last].Is(".") &&
              (run.last + 1 == parts.checks.size() ||
               parts.checks[run.last + 1].sentence != parts.checks[run.first].sentence));
    };
    return side(mine.first - 1, mine.opens_sentence, other.first - 1, other.opens_sentence) +
           side(mine.last, ends(claim_, mine), other.last, ends(evidence_, other));
  }

  const NameRun* SameSlot(const NameRun& run) const {
    size_t own = 0;
    for (size_t i = run.first; i < run.last; ++i) own += claim_.checks[i].content ? 1 : 0;
    for (const NameRun& other : theirs_) {
      const double score = SlotScore(run, other);
      if (score < 1.5) continue;
      const size_t sentence = evidence_.checks[other.first].sentence;
      if (!IsAligned(pair_, sentence, own)) continue;
      if (score < 2 && !CoversAll(sentence, own)) continue;
      if (InClaim(other)) continue;
      // An acronym may be another name of the same: "the GOP".
      if (IsAcronym(claim_, run) != IsAcronym(evidence_, other)) continue;
      return &other;
    }
    return nullptr;
  }

  static bool IsAcronym(const Parts& parts, const NameRun& run) {
    for (size_t i = run.first; i < run.last; ++i) {
      if (parts.tokens()[i].all_capitals) return true;
    }
    return false;
  }

  bool CoversAll(size_t sentence, size_t own) const {
    const auto total = static_cast<double>(claim_.places.size());
    return pair_.coverage[sentence] * total + static_cast<double>(own) + 0.01 >= total;
  }

  bool InClaim(const NameRun& run) const {
    for (size_t i = run.first; i < run.last; ++i) {
      if (!evidence_.tokens()[i].IsWord()) continue;
      if (claim_.words.contains(evidence_.tokens()[i].folded)) return true;
      if (claim_.places.contains(evidence_.checks[i].stem)) return true;
    }
    return false;
  }

  void Report(const NameRun& run, std::string evidence, std::vector<FigureMismatch>& into) const {
    FigureMismatch mismatch;
    mismatch.kind = FigureFault::kName;
    mismatch.claim_span = claim_.SpanOf(run.first, run.last);
    mismatch.claim_text = std::string(claim_.TextOf(mismatch.claim_span));
    mismatch.evidence_text = std::move(evidence);
    into.push_back(std::move(mismatch));
  }

  const CheckedPair& pair_;
  const Parts& claim_;
  const Parts& evidence_;
  FigureReport& report_;
  std::vector<NameRun> theirs_;
  std::unordered_set<std::string> acronyms_;
};

}  // namespace

void CheckNames(const CheckedPair& pair, FigureReport& report) { NameChecker(pair, report).Run(); }

}  // namespace gloss
