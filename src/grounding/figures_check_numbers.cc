#include "grounding/figures_check_numbers.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grounding/figures_check_values.h"
#include "grounding/figures_check_words.h"

namespace gloss {
namespace {

using Parts = ParsedFigures::Parts;

/// More figures than any claim has: what is beyond them counts as not borne out.
constexpr size_t kMostClaimFigures = 200;

FigureFault FaultOf(const Figure& figure, ValueMatch match) {
  if (figure.kind == FigureKind::kDate) return FigureFault::kDate;
  if (match == ValueMatch::kOtherUnit) return FigureFault::kUnit;
  if (match == ValueMatch::kOtherBound) return FigureFault::kComparative;
  const Dimension dimension = figure.unit == nullptr ? Dimension::kNone : figure.unit->dimension;
  switch (dimension) {
    case Dimension::kPercent:
    case Dimension::kPercentPoint:
      return FigureFault::kPercent;
    case Dimension::kTime:
      return FigureFault::kDuration;
    case Dimension::kClock:
      return FigureFault::kDate;
    default:
      return figure.fraction ? FigureFault::kPercent : FigureFault::kNumber;
  }
}

/// Stems of the content words right after a figure: what it counts.
std::vector<uint64_t> HeadsOf(const Parts& parts, const Figure& figure) {
  constexpr size_t kReach = 5;
  std::vector<uint64_t> heads;
  for (size_t i = figure.bound_last; i < std::min(parts.checks.size(), figure.bound_last + kReach);
       ++i) {
    if (parts.checks[i].clause_start || parts.checks[i].in_figure) break;
    if (parts.checks[i].content) {
      heads.push_back(parts.checks[i].stem);
      if (heads.size() == 3) break;
    } else if (!heads.empty()) {
      break;
    }
  }
  return heads;
}

bool ShareStem(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](uint64_t stem) { return std::find(b.begin(), b.end(), stem) != b.end(); });
}

/// A noun follows the number at once: without a unit it counts things.
bool Counts(const Parts& parts, const Figure& figure) {
  return figure.last < parts.checks.size() && parts.checks[figure.last].content &&
         !parts.checks[figure.last].clause_start;
}

class FigureComparer {
 public:
  FigureComparer(const CheckedPair& pair, FigureReport& report)
      : pair_(pair), claim_(pair.claim), evidence_(pair.evidence), report_(report) {}

  void Run() {
    const std::vector<Figure>& figures = claim_.figures.figures;
    for (size_t i = 0; i < figures.size(); ++i) {
      if (i >= kMostClaimFigures) {
        Report(figures[i], FaultOf(figures[i], ValueMatch::kApart), "", report_.missing);
        return;
      }
      if (IsIdle(figures[i])) continue;
      Compare(i);
    }
  }

 private:
  const std::vector<Figure>& theirs() const { return evidence_.figures.figures; }

  void Report(const Figure& figure, FigureFault kind, std::string evidence,
              std::vector<FigureMismatch>& into) const {
    FigureMismatch mismatch;
    mismatch.kind = kind;
    mismatch.claim_span = figure.SpanIn(claim_.tokens());
    mismatch.claim_text = std::string(claim_.TextOf(mismatch.claim_span));
    mismatch.evidence_text = std::move(evidence);
    into.push_back(std::move(mismatch));
  }

  std::string EvidenceText(const Figure& figure) const {
    return std::string(evidence_.TextOf(figure.SpanIn(evidence_.tokens())));
  }

  /// Articles read as one say nothing.
  static bool IsIdle(const Figure& figure) { return figure.article && figure.denominator == 0; }

  /// Small numbers in words and ordinals are often counted by the reader: "both trials", "the
  /// second".
  bool IsSoft(const Figure& figure) const {
    if (figure.kind == FigureKind::kOrdinal) return true;
    if (figure.in_words && figure.written == 1) return true;  // "one day"
    if (figure.bound == Bound::kAtLeast && figure.unit == nullptr && figure.value <= 3) return true;
    if (figure.in_words && figure.last < claim_.tokens().size() &&
        claim_.tokens()[figure.first].capital && claim_.tokens()[figure.last].capital) {
      return true;  // "Fifty Shades"
    }
    return figure.kind == FigureKind::kNumber && figure.in_words && figure.unit == nullptr &&
           !figure.fraction && figure.value < 13;
  }

  void Compare(size_t at) {
    const Figure& figure = claim_.figures.figures[at];
    ValueMatch best = ValueMatch::kApart;
    std::vector<size_t> equal;
    std::vector<size_t> other;
    std::optional<size_t> near;  // of the best match that is no support
    for (size_t j = 0; j < theirs().size(); ++j) {
      const Figure& candidate = theirs()[j];
      const ValueMatch match = MatchValues(figure, candidate, Counts(evidence_, candidate));
      if (match == ValueMatch::kEqual || match == ValueMatch::kBounded) equal.push_back(j);
      if (match == ValueMatch::kOtherValue) other.push_back(j);
      if (match == ValueMatch::kOtherUnit || match == ValueMatch::kOtherBound) {
        if (match > best) near = j;
      }
      best = std::max(best, match);
      if (match == ValueMatch::kOtherValue && LiesOnItsSide(figure, candidate)) return;
    }
    if (!equal.empty()) {
      if (const auto bound_elsewhere = BoundElsewhere(figure, equal, other)) {
        Report(figure, FaultOf(figure, ValueMatch::kOtherValue),
               EvidenceText(theirs()[*bound_elsewhere]), report_.conflicts);
      } else if (const auto turned = TurnedPair(figure)) {
        Report(figure, FigureFault::kNumber, *turned, report_.conflicts);
      }
      return;
    }
    if (IsLabel(claim_, figure)) {
      LabelConflict(figure);
      return;
    }
    if (IsSoft(figure)) {
      SoftConflict(figure, other);
      return;
    }
    if (IsSpan(figure) || IsAlternative(at)) return;
    if (near && SpeaksOfTheSame(figure, theirs()[*near])) {
      Report(figure, FaultOf(figure, best), EvidenceText(theirs()[*near]), report_.conflicts);
      return;
    }
    if (const auto value = InItsPlace(figure, other)) {
      Report(figure, FaultOf(figure, ValueMatch::kOtherValue), EvidenceText(theirs()[*value]),
             report_.conflicts);
      return;
    }
    Report(figure, FaultOf(figure, near ? best : ValueMatch::kApart), "", report_.missing);
  }

  /// "before 8:00" of "6:40", "until after 2000" of "2001".
  bool LiesOnItsSide(const Figure& figure, const Figure& candidate) const {
    const bool date = figure.kind == FigureKind::kDate;
    const bool clock = figure.unit != nullptr && figure.unit->dimension == Dimension::kClock;
    if ((!date && !clock) || figure.first == 0) return false;
    const CheckWords& words = CheckWords::Of(claim_.language);
    size_t at = figure.first - 1;
    for (int skipped = 0; skipped < 2 && at > 0; ++skipped, --at) {
      if (words.before.contains(claim_.tokens()[at].folded) ||
          words.after.contains(claim_.tokens()[at].folded)) {
        break;
      }
    }
    const std::string& word = claim_.tokens()[at].folded;
    const bool before = words.before.contains(word);
    if (!before && !words.after.contains(word)) return false;
    const auto key = [&](const Figure& of) {
      return clock ? static_cast<long>(of.value)
                   : static_cast<long>(of.date.year) * 10000 + of.date.month * 100 + of.date.day;
    };
    if (date && (figure.date.year == 0 || candidate.date.year == 0)) return false;
    return before ? key(candidate) < key(figure) : key(candidate) > key(figure);
  }

  /// "Flight 1549", "Phase 2": the number is part of a name.
  static bool IsLabel(const Parts& parts, const Figure& figure) {
    if (figure.unit != nullptr || figure.bound != Bound::kNone) return false;
    if (figure.first >= 2 && parts.tokens()[figure.first - 1].Is("-") &&
        !parts.tokens()[figure.first - 1].space_before &&
        !parts.tokens()[figure.first].space_before && parts.checks[figure.first - 2].content) {
      return true;  // "interleukin-2"
    }
    if (figure.fraction) {  // "Half Girlfriend", "MEK 1/2"
      if (figure.first > 0 && parts.tokens()[figure.first - 1].all_capitals) return true;
      return parts.tokens()[figure.first].capital && figure.last < parts.checks.size() &&
             parts.tokens()[figure.last].capital;
    }
    if (figure.kind == FigureKind::kDate && !IsBareYear(figure)) return false;
    if (figure.in_words || figure.first == 0) return false;
    const FigureToken& before = parts.tokens()[figure.first - 1];
    if (CheckWords::Of(parts.language).labels.contains(before.folded)) return true;
    // German capitalises all nouns.
    if (parts.language == "de" && !before.all_capitals) return false;
    if (Counts(parts, figure)) return IsNumberedName(parts, figure);
    return before.IsWord() && before.capital && parts.checks[figure.first - 1].content;
  }

  static bool IsBareYear(const Figure& figure) {
    return figure.date.month == 0 && figure.date.weekday == 0 &&
           figure.date.year == figure.date.last_year;
  }

  /// "Flight 1549 had": a verb after the number does not make it a count.
  static bool IsNumberedName(const Parts& parts, const Figure& figure) {
    if (figure.first < 2 || figure.kind == FigureKind::kDate) return false;
    const FigureToken& before = parts.tokens()[figure.first - 1];
    return before.IsWord() && before.capital && parts.checks[figure.first - 1].content &&
           parts.tokens()[figure.first - 2].capital;
  }

  /// The same label with another number.
  void LabelConflict(const Figure& figure) {
    if (figure.fraction) return;
    const auto label_of = [](const Parts& parts, const Figure& labelled) {
      const size_t back = labelled.first >= 2 && parts.tokens()[labelled.first - 1].Is("-") ? 2 : 1;
      return std::string_view(parts.tokens()[labelled.first - back].folded);
    };
    const std::string_view label = label_of(claim_, figure);
    for (const Figure& candidate : theirs()) {
      if (candidate.first == 0 || candidate.unit != nullptr || candidate.fraction) continue;
      if (label_of(evidence_, candidate) != label) continue;
      Report(figure, FaultOf(figure, ValueMatch::kOtherValue), EvidenceText(candidate),
             report_.conflicts);
      return;
    }
  }

  /// "1889 or 1890" where the evidence has one of them.
  bool IsAlternative(size_t at) const {
    const std::vector<Figure>& figures = claim_.figures.figures;
    const CheckWords& words = CheckWords::Of(claim_.language);
    const auto joined = [&](size_t i) {
      return i + 1 < figures.size() && figures[i + 1].bound_first == figures[i].bound_last + 1 &&
             words.choice.contains(claim_.tokens()[figures[i].bound_last].folded);
    };
    const auto found = [&](const Figure& figure) {
      return std::any_of(theirs().begin(), theirs().end(), [&](const Figure& candidate) {
        return MatchValues(figure, candidate, false) == ValueMatch::kEqual;
      });
    };
    return (joined(at) && found(figures[at + 1])) ||
           (at > 0 && joined(at - 1) && found(figures[at - 1]));
  }

  /// "for four years" where the evidence has "from 1991 to 1995".
  bool IsSpan(const Figure& figure) const {
    if (figure.unit == nullptr || figure.unit->name != "year") return false;
    for (size_t j = 0; j + 1 < theirs().size(); ++j) {
      const Figure& first = theirs()[j];
      const Figure& last = theirs()[j + 1];
      if (first.date.year == 0 || last.date.year == 0) continue;
      if (SentenceOf(first) != SentenceOf(last)) continue;
      const long double years = last.date.year - first.date.year;
      if (years > 0 && std::fabs(years - figure.written) < 0.5L) return true;
    }
    return false;
  }

  /// Only a number of the same things speaks against a small number in words.
  void SoftConflict(const Figure& figure, const std::vector<size_t>& other) {
    const std::vector<uint64_t> heads = HeadsOf(claim_, figure);
    for (const size_t j : other) {
      const Figure& candidate = theirs()[j];
      const std::vector<uint64_t> their_heads = HeadsOf(evidence_, candidate);
      if (heads.empty() || their_heads.empty() || heads.front() != their_heads.front()) continue;
      if (!IsAligned(pair_, SentenceOf(candidate), 1)) continue;
      Report(figure, FaultOf(figure, ValueMatch::kOtherValue), EvidenceText(candidate),
             report_.conflicts);
      return;
    }
  }

  uint32_t SentenceOf(const Figure& figure) const {
    return evidence_.checks[figure.first].sentence;
  }

  /// The sentence of a figure shares so many words with the claim that another value in it is no
  /// value of another thing.
  bool SpeaksOfTheSame(const Figure& figure, const Figure& candidate) const {
    constexpr double kLeastShare = 0.6;
    constexpr double kLeastShareWithHead = 0.4;
    const double share = pair_.coverage[SentenceOf(candidate)];
    if (share >= kLeastShare) return true;
    return share >= kLeastShareWithHead &&
           ShareStem(HeadsOf(claim_, figure), HeadsOf(evidence_, candidate));
  }

  /// Of other values of the same quantity the one that the claim's words are nearest to.
  std::optional<size_t> InItsPlace(const Figure& figure, const std::vector<size_t>& other) const {
    std::optional<size_t> best;
    double best_score = 0;
    const std::vector<uint64_t> heads = HeadsOf(claim_, figure);
    for (const size_t j : other) {
      if (!SpeaksOfTheSame(figure, theirs()[j])) continue;
      double score = pair_.coverage[SentenceOf(theirs()[j])];
      if (ShareStem(heads, HeadsOf(evidence_, theirs()[j]))) score += 1;
      if (score > best_score) {
        best_score = score;
        best = j;
      }
    }
    return best;
  }

  /// "7 to 2" where the evidence has "2 to 7" only.
  std::optional<std::string> TurnedPair(const Figure& figure) const {
    if (figure.partner == Figure::kNoPartner || figure.kind != FigureKind::kNumber) {
      return std::nullopt;
    }
    const Figure& second = claim_.figures.figures[figure.partner];
    if (figure.value == second.value) return std::nullopt;
    std::optional<std::string> turned;
    for (const Figure& first : theirs()) {
      if (first.partner == Figure::kNoPartner) continue;
      const Figure& last = theirs()[first.partner];
      const auto same = [&](const Figure& mine, const Figure& candidate) {
        return MatchValues(mine, candidate, false) == ValueMatch::kEqual;
      };
      if (same(figure, first) && same(second, last)) return std::nullopt;
      if (same(figure, last) && same(second, first)) {
        turned = std::string(evidence_.TextOf({evidence_.tokens()[first.first].span.begin,
                                               evidence_.tokens()[last.last - 1].span.end}));
      }
    }
    return turned;
  }

  // ---- The number is there, but of something else -----------------------------------------------

  /// Content stems of the clause that a figure is in.
  static std::vector<uint64_t> Surroundings(const Parts& parts, const Figure& figure) {
    const std::vector<CheckedToken>& checks = parts.checks;
    constexpr size_t kReach = 25;
    const uint32_t sentence = checks[figure.first].sentence;
    std::vector<uint64_t> stems;
    size_t first = figure.bound_first;
    const size_t low = first < kReach ? 0 : first - kReach;
    while (first > low && checks[first - 1].sentence == sentence && !checks[first].clause_start) {
      --first;
    }
    for (size_t i = first; i < figure.bound_first; ++i) {
      if (checks[i].content) stems.push_back(checks[i].stem);
    }
    const size_t high = std::min(checks.size(), figure.bound_last + kReach);
    for (size_t i = figure.bound_last; i < high; ++i) {
      if (checks[i].sentence != sentence || checks[i].clause_start) break;
      if (checks[i].content) stems.push_back(checks[i].stem);
    }
    return stems;
  }

  static size_t CountShared(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b) {
    return static_cast<size_t>(std::count_if(a.begin(), a.end(), [&](uint64_t stem) {
      return std::find(b.begin(), b.end(), stem) != b.end();
    }));
  }

  /// Another figure of the claim says the same as this one of the evidence.
  bool IsInClaim(const Figure& candidate) const {
    const std::vector<Figure>& figures = claim_.figures.figures;
    return std::any_of(figures.begin(), figures.end(), [&](const Figure& figure) {
      return MatchValues(figure, candidate, false) == ValueMatch::kEqual;
    });
  }

  bool SaysRespectively() const {
    for (const std::string_view word : {"respectively", "beziehungsweise", "bzw", "respectivamente",
                                        "respectivement", "rispettivamente", "vs", "versus"}) {
      if (evidence_.words.contains(std::string(word))) return true;
    }
    return false;
  }

  /// The evidence gives the claim's number of something else, and of the claim's thing another: the
  /// place of that other number.
  std::optional<size_t> BoundElsewhere(const Figure& figure, const std::vector<size_t>& equal,
                                       const std::vector<size_t>& other) const {
    if (figure.kind != FigureKind::kNumber || figure.bound != Bound::kNone) return std::nullopt;
    if (other.empty() || SaysRespectively()) return std::nullopt;
    // A score or a range is compared as a whole.
    if (figure.partner != Figure::kNoPartner || IsSecondOfPair(claim_, figure)) return std::nullopt;
    const std::vector<uint64_t> heads = HeadsOf(claim_, figure);
    const std::vector<uint64_t> mine = Surroundings(claim_, figure);
    if (mine.empty()) return std::nullopt;
    // The claim's words around the number that are there too, in the best of its places.
    size_t own_count = 0;
    bool others_around = true;
    for (const size_t j : equal) {
      const std::vector<uint64_t> around = Surroundings(evidence_, theirs()[j]);
      if (ShareStem(heads, HeadsOf(evidence_, theirs()[j]))) return std::nullopt;
      const auto count =
          static_cast<size_t>(std::count_if(around.begin(), around.end(), [&](uint64_t stem) {
            return claim_.places.contains(stem);
          }));
      own_count = std::max(own_count, count);
      if (around.size() == count) others_around = false;
    }
    // "Roads receive": only what both have in common, and another subject.
    if (own_count > 0 && !others_around) return std::nullopt;
    std::optional<size_t> best;
    size_t best_count = own_count > 0 ? own_count + 1 : heads.empty() ? 1 : 0;
    for (const size_t j : other) {
      // A counted thing must be counted there too.
      if (!heads.empty() && !ShareStem(heads, HeadsOf(evidence_, theirs()[j]))) continue;
      if (IsInClaim(theirs()[j])) continue;
      const size_t count = CountShared(Surroundings(evidence_, theirs()[j]), mine);
      if (count > best_count) {
        best = j;
        best_count = count;
      }
    }
    return best;
  }

  static bool IsSecondOfPair(const Parts& parts, const Figure& figure) {
    const std::vector<Figure>& figures = parts.figures.figures;
    const auto at = static_cast<size_t>(&figure - figures.data());
    return at > 0 && figures[at - 1].partner == at;
  }

  const CheckedPair& pair_;
  const Parts& claim_;
  const Parts& evidence_;
  FigureReport& report_;
};

}  // namespace

void CheckNumbers(const CheckedPair& pair, FigureReport& report) {
  FigureComparer(pair, report).Run();
}

}  // namespace gloss
