#include <fmt/format.h>

#include <algorithm>

#include "grounding/figures_check.h"
#include "judge/check_table.h"
#include "judge/directions.h"
#include "judge/text_checks.h"

namespace gloss {
namespace {

/// What is wrong, what could not be told, and how many there are of all.
struct Tally {
  std::string wrong;
  std::string unknown;
  std::vector<int> wrong_at;
  std::vector<int> unknown_at;
  size_t wrong_count = 0;
  size_t unknown_count = 0;
  size_t all = 0;

  void Wrong(int sentence, const std::string& what) {
    Note(what, wrong_count++, &wrong);
    Place(sentence, &wrong_at);
  }
  void Unknown(int sentence, const std::string& what) {
    Note(what, unknown_count++, &unknown);
    Place(sentence, &unknown_at);
  }

  /// One that is wrong fails the check; else one that is unknown leaves it unchecked.
  Finding Take(std::string_view noun, std::string_view right, std::string_view when_none) const {
    if (wrong_count > 0) {
      return {CheckOutcome::kFailed,
              fmt::format("{} of {}: {}", wrong_count, Counted(all, noun), wrong), wrong_at};
    }
    if (unknown_count > 0) {
      return {CheckOutcome::kUnchecked,
              fmt::format("{} of {} not judged: {}", unknown_count, Counted(all, noun), unknown),
              unknown_at};
    }
    if (all == 0) return {CheckOutcome::kUnchecked, std::string(when_none)};
    return {CheckOutcome::kPassed, fmt::format("{} {}", Counted(all, noun), right)};
  }

 private:
  static constexpr size_t kMostNamed = 3;

  static void Note(const std::string& what, size_t before, std::string* notes) {
    if (before == kMostNamed) *notes += "; …";
    if (before >= kMostNamed) return;
    if (!notes->empty()) *notes += "; ";
    *notes += what;
  }
  static void Place(int sentence, std::vector<int>* places) {
    if (sentence >= 0 && (places->empty() || places->back() != sentence)) {
      places->push_back(sentence);
    }
  }
};

std::string WithReason(std::string what, const std::string& reason) {
  return reason.empty() ? what : what + ": " + reason;
}

Finding ClaimsSupported(const CitedText& text) {
  Tally tally;
  for (const CitedClaim& claim : text.claims) {
    if (claim.verdict == Verdict::kNotCheckable) continue;
    ++tally.all;
    const std::string what = WithReason(Excerpt(claim.text), claim.reason);
    if (claim.verdict == Verdict::kUnchecked) {
      tally.Unknown(claim.sentence, what);
    } else if (claim.verdict == Verdict::kContradicted ||
               (claim.verdict == Verdict::kNotEnoughInfo && claim.would_support.empty())) {
      tally.Wrong(claim.sentence, what);
    }
  }
  return tally.Take("claim", "borne out by the sources", "the text states nothing to check");
}

Finding NoneContradicted(const CitedText& text) {
  Tally tally;
  for (const CitedClaim& claim : text.claims) {
    if (claim.verdict == Verdict::kNotCheckable) continue;
    ++tally.all;
    const std::string what = WithReason(Excerpt(claim.text), claim.reason);
    if (claim.verdict == Verdict::kUnchecked) {
      tally.Unknown(claim.sentence, what);
    } else if (claim.verdict == Verdict::kContradicted || claim.verdict == Verdict::kConflicting) {
      tally.Wrong(claim.sentence, what);
    }
  }
  return tally.Take("claim", "not contradicted", "the text states nothing to check");
}

/// Unknown citations are a matter of format.
Finding CitationsSupport(const CitedText& text) {
  Tally tally;
  for (const Citation& citation : text.citations) {
    if (citation.state == CitationState::kUnknown || citation.claims.empty()) continue;
    ++tally.all;
    const std::string what =
        WithReason(fmt::format("{} {}", citation.id,
                               citation.verdict == CitationVerdict::kContradicts
                                   ? "contradicts its claim"
                                   : "does not address its claim"),
                   citation.reason);
    if (citation.verdict == CitationVerdict::kUnchecked) {
      tally.Unknown(citation.sentence, WithReason(citation.id, citation.reason));
    } else if (citation.verdict != CitationVerdict::kSupports) {
      tally.Wrong(citation.sentence, what);
    }
  }
  return tally.Take("citation", "supporting what it follows", "no citation follows a claim");
}

bool InLanguageOfSources(const CitedText& text) {
  return std::all_of(text.documents.begin(), text.documents.end(),
                     [&](const Document& document) { return document.language == text.language; });
}

/// The figures of each statement, and which way they go, against the sentences that it cites; names
/// and dates may be anywhere in the sources, since texts say these once.
std::optional<Finding> FiguresMatch(const CheckInput& input) {
  const CitedText& text = input.text;
  if (!InLanguageOfSources(text)) return std::nullopt;
  std::string around;
  for (const Document& document : text.documents) around += document.title + ". " + document.text;
  const ParsedFigures context = ParseFigures(around, text.language);
  Tally tally;
  for (const int index : input.parts.statements) {
    const auto at = static_cast<size_t>(index);
    if (input.parts.evidence[at].empty()) continue;
    ++tally.all;
    const FigureReport report =
        CheckFigures(ParseFigures(text.sentences[at].statement, text.language),
                     ParseFigures(input.parts.evidence[at], text.language), context);
    if (report.empty()) {
      const auto ways =
          FindOppositeWays(text.sentences[at].statement, input.parts.evidence[at], text.language);
      if (ways) {
        tally.Wrong(index, fmt::format("{}; the source says {}", ways->statement, ways->evidence));
      }
      continue;
    }
    const FigureMismatch& first =
        report.conflicts.empty() ? report.missing.front() : report.conflicts.front();
    tally.Wrong(index, DescribeMismatch(first));
  }
  if (tally.all == 0) return std::nullopt;
  return tally.Take("statement", "with the figures of what it cites", "");
}

}  // namespace

std::vector<JudgeCheck> FactChecks(const CheckInput& input) {
  std::vector<JudgeCheck> checks;
  checks.push_back(MakeCheck("claims_supported", ClaimsSupported(input.text)));
  checks.push_back(MakeCheck("none_contradicted", NoneContradicted(input.text)));
  // A text whose citations all name nothing fails its format; of its facts they say nothing.
  const bool cited = std::any_of(
      input.text.citations.begin(), input.text.citations.end(), [](const Citation& citation) {
        return citation.state != CitationState::kUnknown && !citation.claims.empty();
      });
  if (cited) checks.push_back(MakeCheck("citations_support", CitationsSupport(input.text)));
  if (auto figures = FiguresMatch(input)) {
    checks.push_back(MakeCheck("figures_match", *std::move(figures)));
  }
  return checks;
}

}  // namespace gloss
