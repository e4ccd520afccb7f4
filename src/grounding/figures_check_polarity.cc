#include "grounding/figures_check_polarity.h"

#include <algorithm>
#include <optional>
#include <string>

#include "grounding/figures_check_words.h"
#include "text/words.h"

namespace gloss {
namespace {

using Parts = ParsedFigures::Parts;

constexpr size_t kNowhere = SIZE_MAX;

/// The next content word of the same sentence; kNowhere when there is none.
size_t NextContent(const Parts& parts, size_t at) {
  constexpr size_t kReach = 8;
  for (size_t i = at + 1; i < std::min(parts.checks.size(), at + kReach); ++i) {
    if (parts.checks[i].sentence != parts.checks[at].sentence) break;
    if (parts.checks[i].content) return i;
  }
  return kNowhere;
}

/// Key of the next content word or figure, by which two places of a word are told apart.
uint64_t NextKey(const Parts& parts, size_t at) {
  const size_t next = NextContent(parts, at);
  return next == kNowhere ? 0 : parts.checks[next].stem;
}

/// Key of the content word before; 0 when there is none.
uint64_t PreviousKey(const Parts& parts, size_t at) {
  constexpr size_t kReach = 8;
  for (size_t i = at; i-- > 0 && at - i < kReach;) {
    if (parts.checks[i].sentence != parts.checks[at].sentence) break;
    if (parts.checks[i].content) return parts.checks[i].stem;
  }
  return 0;
}

size_t CountNegators(const Parts& parts, uint32_t sentence) {
  size_t count = 0;
  for (const CheckedToken& check : parts.checks) {
    if (check.sentence == sentence && check.negator) ++count;
  }
  return count;
}

size_t CountNegators(const Parts& parts) {
  return static_cast<size_t>(
      std::count_if(parts.checks.begin(), parts.checks.end(),
                    [](const CheckedToken& check) { return check.negator; }));
}

class PolarityChecker {
 public:
  PolarityChecker(const CheckedPair& pair, FigureReport& report)
      : pair_(pair),
        claim_(pair.claim),
        evidence_(pair.evidence),
        report_(report),
        words_(CheckWords::Of(claim_.language)) {}

  void Run() {
    if (claim_.places.size() < 2) return;
    if (!Negation()) Opposites();
    Quantities();
    Exclusives();
  }

 private:
  void Report(FigureFault kind, size_t first, size_t last, std::string evidence) {
    FigureMismatch mismatch;
    mismatch.kind = kind;
    mismatch.claim_span = claim_.SpanOf(first, last);
    mismatch.claim_text = std::string(claim_.TextOf(mismatch.claim_span));
    mismatch.evidence_text = std::move(evidence);
    report_.conflicts.push_back(std::move(mismatch));
  }

  /// The words from the negator to the word it denies; the word alone when it is not denied.
  static size_t NegatorBefore(const Parts& parts, size_t at) {
    constexpr size_t kReach = 8;
    for (size_t i = at; i-- > 0 && at - i < kReach;) {
      if (parts.checks[i].negator) return i;
    }
    return at;
  }

  static std::string StretchOf(const Parts& parts, size_t at) {
    const size_t first = parts.checks[at].negated ? NegatorBefore(parts, at) : at;
    return std::string(parts.TextOf(parts.SpanOf(first, at + 1)));
  }

  // ---- Negation ---------------------------------------------------------------------------------

  bool Negation() {
    for (size_t i = 0; i < claim_.checks.size(); ++i) {
      if (!claim_.checks[i].content) continue;
      const auto found = evidence_.places.find(claim_.checks[i].stem);
      if (found == evidence_.places.end()) continue;
      if (const size_t at = Denied(i, found->second); at != kNowhere) {
        const size_t first = claim_.checks[i].negated ? NegatorBefore(claim_, i) : i;
        Report(FigureFault::kNegation, first, i + 1, StretchOf(evidence_, at));
        return true;
      }
    }
    return false;
  }

  /// Where the evidence denies what the claim states of the word at `at`, or states what it denies.
  size_t Denied(size_t at, const std::vector<uint32_t>& places) const {
    const bool state = claim_.checks[at].negated;
    const uint64_t next = NextKey(claim_, at);
    size_t other = kNowhere;
    bool same = false;
    size_t exact_other = kNowhere;
    bool exact_same = false;
    constexpr size_t kMostPlaces = 64;
    for (size_t n = 0; n < std::min(places.size(), kMostPlaces); ++n) {
      const uint32_t place = places[n];
      if (!IsAligned(pair_, evidence_.checks[place].sentence, 0)) continue;
      const bool agrees = evidence_.checks[place].negated == state;
      const bool exact = next != 0 && NextKey(evidence_, place) == next;
      if (agrees) same = true;
      if (agrees && exact) exact_same = true;
      if (!agrees) other = place;
      if (!agrees && exact) exact_other = place;
    }
    if (exact_same) return kNowhere;
    const size_t found = exact_other != kNowhere ? exact_other : same ? kNowhere : other;
    if (found == kNowhere) return kNowhere;
    const uint32_t sentence = evidence_.checks[found].sentence;
    if (evidence_.sentence_sizes[sentence] > kLongSentence) return kNowhere;
    // As many negations on both sides: they may deny the same in other words.
    const size_t theirs = CountNegators(evidence_, sentence);
    if (CountNegators(claim_) == theirs) return kNowhere;
    // The side without a negation may deny it in another way: "impossible", "hardly".
    if (state ? Implies(evidence_, sentence) : Implies(claim_, 0)) return kNowhere;
    if (IsQuestion(evidence_, sentence) || IsQuestion(claim_, 0)) return kNowhere;
    return found;
  }

  bool Implies(const Parts& parts, uint32_t sentence) const {
    for (size_t i = 0; i < parts.checks.size(); ++i) {
      if (parts.checks[i].sentence == sentence &&
          words_.implied.contains(parts.tokens()[i].folded)) {
        return true;
      }
    }
    return false;
  }

  static bool IsQuestion(const Parts& parts, uint32_t sentence) {
    for (size_t i = 0; i < parts.checks.size(); ++i) {
      if (parts.checks[i].sentence == sentence && parts.tokens()[i].Is("?")) return true;
    }
    return false;
  }

  // ---- Opposites --------------------------------------------------------------------------------

  void Opposites() {
    for (size_t i = 0; i < claim_.checks.size(); ++i) {
      const FigureToken& token = claim_.tokens()[i];
      if (!token.IsWord() || claim_.checks[i].in_figure) continue;
      const auto found = words_.opposites.find(StemKey(token.folded, words_.language));
      if (found == words_.opposites.end()) continue;
      for (const OppositeSide& side : found->second) {
        const size_t at = OppositeIn(i, side);
        if (at == kNowhere) continue;
        const size_t first = claim_.checks[i].negated ? NegatorBefore(claim_, i) : i;
        Report(claim_.checks[i].content ? FigureFault::kNegation : FigureFault::kComparative, first,
               i + 1, StretchOf(evidence_, at));
        return;
      }
    }
  }

  /// The word of an aligned sentence that is on the other side of the pair, when the sentence has
  /// none of the claim's side.
  size_t OppositeIn(size_t at, const OppositeSide& side) const {
    const bool content = claim_.checks[at].content;
    const uint64_t next = NextKey(claim_, at);
    // A small word ("before", "more") is held by what follows it.
    const bool held = !content || words_.held.contains(claim_.tokens()[at].folded);
    if (held && next == 0) return kNowhere;
    size_t found = kNowhere;
    uint32_t aligned_sentence = UINT32_MAX;
    bool aligned = false;
    for (size_t j = 0; j < evidence_.checks.size(); ++j) {
      const CheckedToken& check = evidence_.checks[j];
      if (check.sentence != aligned_sentence) {
        aligned_sentence = check.sentence;
        aligned = evidence_.sentence_sizes[check.sentence] <= kLongSentence &&
                  IsAligned(pair_, check.sentence, content ? 1 : 0);
      }
      if (!aligned || check.in_figure || !evidence_.tokens()[j].IsWord()) continue;
      const auto sides =
          words_.opposites.find(StemKey(evidence_.tokens()[j].folded, words_.language));
      if (sides == words_.opposites.end()) continue;
      for (const OppositeSide& other : sides->second) {
        if (other.pair != side.pair) continue;
        if (other.second == side.second) return kNowhere;  // it says the claim's word too
        const bool same_next = next != 0 && NextKey(evidence_, j) == next;
        if ((held || words_.held.contains(evidence_.tokens()[j].folded)) && !same_next) continue;
        // Beside the same word on one side at least: "prices rose", "prices fell".
        const uint64_t previous = PreviousKey(claim_, at);
        if (!same_next && (previous == 0 || PreviousKey(evidence_, j) != previous)) continue;
        if (side.converse && PreviousKey(evidence_, j) != PreviousKey(claim_, at)) continue;
        // "did not approve" is "rejected".
        if (check.negated != claim_.checks[at].negated) return kNowhere;
        found = j;
      }
    }
    if (found == kNowhere) return kNowhere;
    // The claim itself speaks of both sides.
    const auto in_claim = claim_.places.find(evidence_.checks[found].stem);
    if (content && in_claim != claim_.places.end()) return kNowhere;
    return found;
  }

  // ---- Quantities -------------------------------------------------------------------------------

  static bool Contradict(Quantity claim, Quantity evidence) {
    switch (claim) {
      case Quantity::kAll:
        return evidence != Quantity::kAll;
      case Quantity::kMost:
      case Quantity::kMany:
        return evidence == Quantity::kFew || evidence == Quantity::kNone;
      case Quantity::kSome:
        return evidence == Quantity::kNone;
      case Quantity::kFew:
        return evidence == Quantity::kMany || evidence == Quantity::kMost ||
               evidence == Quantity::kAll;
      case Quantity::kNone:
        return evidence != Quantity::kNone;
    }
    return false;
  }

  std::optional<Quantity> QuantityAt(const Parts& parts, size_t at) const {
    if (!parts.tokens()[at].IsWord() || parts.checks[at].in_figure) return std::nullopt;
    const auto found = words_.quantities.find(parts.tokens()[at].folded);
    return found == words_.quantities.end() ? std::nullopt : std::optional(found->second);
  }

  void Quantities() {
    for (size_t i = 0; i < claim_.checks.size(); ++i) {
      const auto mine = QuantityAt(claim_, i);
      const uint64_t next = mine ? NextKey(claim_, i) : 0;
      if (next == 0) continue;
      size_t conflict = kNowhere;
      bool agrees = false;
      for (size_t j = 0; j < evidence_.checks.size() && !agrees; ++j) {
        const auto theirs = QuantityAt(evidence_, j);
        if (!theirs || NextKey(evidence_, j) != next) continue;
        if (!IsAligned(pair_, evidence_.checks[j].sentence, 0)) continue;
        if (Contradict(*mine, *theirs)) {
          conflict = j;
        } else {
          agrees = true;
        }
      }
      if (agrees || conflict == kNowhere) continue;
      Report(FigureFault::kQuantifier, i, NextContent(claim_, i) + 1,
             std::string(evidence_.TextOf(
                 evidence_.SpanOf(conflict, NextContent(evidence_, conflict) + 1))));
    }
  }

  // ---- "only" -----------------------------------------------------------------------------------

  static bool HasAny(const Parts& parts, const CheckWords::Set& set) {
    return std::any_of(set.begin(), set.end(), [&](std::string_view word) {
      return parts.words.contains(std::string(word));
    });
  }

  /// The claim says "only", and the evidence says the same without it.
  void Exclusives() {
    if (HasAny(evidence_, words_.only) || HasAny(evidence_, words_.implied)) return;
    if (CountNegators(claim_) + CountNegators(evidence_) > 0) return;
    for (size_t i = 0; i < claim_.checks.size(); ++i) {
      if (!words_.only.contains(claim_.tokens()[i].folded) || claim_.checks[i].in_figure) continue;
      const size_t next = NextContent(claim_, i);
      // "not only … but" says more, not less.
      if (next == kNowhere ||
          (i > 0 && IsNegation(claim_.tokens()[i - 1].folded, LexiconFor(claim_.language)))) {
        return;
      }
      const bool said = std::any_of(pair_.coverage.begin(), pair_.coverage.end(),
                                    [](double share) { return share > 0.99; });
      if (!said) return;
      FigureMismatch mismatch;
      mismatch.kind = FigureFault::kQuantifier;
      mismatch.claim_span = claim_.SpanOf(i, next + 1);
      mismatch.claim_text = std::string(claim_.TextOf(mismatch.claim_span));
      report_.missing.push_back(std::move(mismatch));
      return;
    }
  }

  const CheckedPair& pair_;
  const Parts& claim_;
  const Parts& evidence_;
  FigureReport& report_;
  const CheckWords& words_;
};

// ---- Roles --------------------------------------------------------------------------------------

/// Two things and what is between them: "A sued B".
struct Triple {
  size_t first = 0;
  size_t verb = 0;
  size_t last = 0;
  bool passive = false;
};

class RoleReader {
 public:
  RoleReader(const Parts& parts, const CheckWords& words) : parts_(parts), words_(words) {}

  /// The triples of content words that follow each other with nothing but articles, auxiliaries and
  /// the "by" of a passive between them.
  std::vector<Triple> Run() const {
    std::vector<Triple> triples;
    for (size_t i = 0; i < parts_.checks.size(); ++i) {
      if (!parts_.checks[i].content) continue;
      Triple triple{.first = i, .verb = Next(i, nullptr)};
      if (triple.verb == kNowhere) continue;
      triple.last = Next(triple.verb, &triple.passive);
      if (triple.last == kNowhere) continue;
      if (IsVerbLike(triple)) triples.push_back(triple);
    }
    return triples;
  }

 private:
  /// A multi-word name ends where the next word is not capitalised.
  size_t Next(size_t at, bool* passive) const {
    constexpr size_t kReach = 6;
    for (size_t i = at + 1; i < std::min(parts_.checks.size(), at + kReach); ++i) {
      const CheckedToken& check = parts_.checks[i];
      if (check.content) return i;
      const FigureToken& token = parts_.tokens()[i];
      if (passive != nullptr && words_.passive.contains(token.folded)) {
        *passive = true;
        continue;
      }
      if (token.Is("'")) continue;
      if (!words_.nexus.contains(token.folded)) return kNowhere;
    }
    return kNowhere;
  }

  /// The middle word is written small, the outer ones are names or are set apart by articles.
  bool IsVerbLike(const Triple& triple) const {
    const FigureToken& verb = parts_.tokens()[triple.verb];
    if (verb.capital || parts_.checks[triple.verb].negated) return false;
    if (words_.symmetric.contains(verb.folded)) return false;
    if (words_.opposites.contains(parts_.checks[triple.verb].stem) && verb.folded.size() < 4) {
      return false;
    }
    const bool names =
        parts_.tokens()[triple.first].capital && parts_.tokens()[triple.last].capital;
    if (names) return true;
    // "The company sued the city": an article opens both sides.
    const bool first_article =
        triple.first > 0 && words_.nexus.contains(parts_.tokens()[triple.first - 1].folded);
    const bool last_article = words_.nexus.contains(parts_.tokens()[triple.last - 1].folded);
    return first_article && last_article && triple.verb == triple.first + 1;
  }

  const Parts& parts_;
  const CheckWords& words_;
};

}  // namespace

bool IsAligned(const CheckedPair& pair, size_t sentence, size_t aside) {
  constexpr double kLeastShare = 0.7;
  const auto total = static_cast<double>(pair.claim.places.size());
  const double found = pair.coverage[sentence] * total;
  const double wanted = total - static_cast<double>(aside);
  if (wanted < 1) return false;
  // With few words all must be there.
  return wanted <= 3 ? found + 0.01 >= wanted : found + 0.01 >= kLeastShare * wanted;
}

void CheckPolarity(const CheckedPair& pair, FigureReport& report) {
  PolarityChecker(pair, report).Run();
}

void CheckRoles(const CheckedPair& pair, FigureReport& report) {
  const CheckWords& words = CheckWords::Of(pair.claim.language);
  std::vector<Triple> mine = RoleReader(pair.claim, words).Run();
  constexpr size_t kMostTriples = 32;
  if (mine.size() > kMostTriples) mine.resize(kMostTriples);
  if (mine.empty()) return;
  const std::vector<Triple> theirs = RoleReader(pair.evidence, words).Run();
  for (const Triple& claim : mine) {
    const auto& in_claim = pair.claim.checks;
    const Triple* swapped = nullptr;
    for (const Triple& evidence : theirs) {
      const auto& in_evidence = pair.evidence.checks;
      if (in_claim[claim.verb].stem != in_evidence[evidence.verb].stem) continue;
      const uint64_t a = in_claim[claim.first].stem;
      const uint64_t b = in_claim[claim.last].stem;
      const uint64_t x = in_evidence[evidence.first].stem;
      const uint64_t y = in_evidence[evidence.last].stem;
      if (a == b) continue;
      const bool turned = claim.passive != evidence.passive;
      const bool same = turned ? (a == y && b == x) : (a == x && b == y);
      const bool crossed = turned ? (a == x && b == y) : (a == y && b == x);
      if (same) {
        swapped = nullptr;
        break;
      }
      if (crossed) swapped = &evidence;
    }
    if (swapped == nullptr) continue;
    FigureMismatch mismatch;
    mismatch.kind = FigureFault::kName;
    mismatch.claim_span = pair.claim.SpanOf(claim.first, claim.last + 1);
    mismatch.claim_text = std::string(pair.claim.TextOf(mismatch.claim_span));
    mismatch.evidence_text =
        std::string(pair.evidence.TextOf(pair.evidence.SpanOf(swapped->first, swapped->last + 1)));
    report.conflicts.push_back(std::move(mismatch));
    return;
  }
}

}  // namespace gloss
