#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "types/cited_text.h"
#include "writing/salience.h"
#include "writing/source_sentences.h"

namespace gloss {

enum class FormatFault {
  kUnknownMark,  ///< A mark names nothing in the sources.
  kCitedAgain,   ///< A sentence is cited more than once.
  kUncited,      ///< A statement has no citation.
  kMarkBefore,   ///< A mark stands before its statement.
  kCopied,       ///< More than kMostVerbatimWords words of a source without quotation marks.
};

/// What kind of fault it is, and where.
struct FaultPlace {
  FormatFault kind = FormatFault::kUnknownMark;
  int sentence = -1;  ///< Of the text; -1: none.
};

/// How good a cited text is, after the criteria of sui-1 (format compliance, spread, spacing,
/// filler) with citation precision and recall by the grounder in place of a judge's.
struct CitedQuality {
  /// What breaks the format: a mark that names nothing, a sentence cited twice, a statement without
  /// a citation, a mark before its statement, more than kMostVerbatimWords words of a source
  /// without quotation marks. Empty: the text complies.
  std::vector<std::string> faults;
  std::vector<FaultPlace> fault_places;  ///< One a fault.

  size_t sentences = 0;  ///< That state something.
  size_t citations = 0;
  size_t quoted = 0;  ///< Sentences that stand in quotation marks.
  size_t shortened = 0;
  size_t written = 0;

  /// Share of the citations that support what they follow, or follow a quotation of what they cite.
  std::optional<double> precision;
  std::optional<double> recall;  ///< Share of the statements that their citations support.

  /// The fewest parts, of kParts, that a cited document is cited from; 0 when one is not cited.
  size_t parts = 0;
  double spacing = 0;          ///< Share of the text's tenths, by words, that hold a citation.
  size_t longest_uncited = 0;  ///< Words in a row without a citation.

  std::vector<int> filler_sentences;  ///< Of the text, those that `filler` counts.
  size_t filler = 0;  ///< Sentences that say nothing of the sources ("It is important to note …").

  size_t words = 0;                    ///< Marks and headings aside.
  std::optional<double> length_error;  ///< |words - target| / target; absent without a target.

  /// Share of the most salient sentences that are cited or are like a cited one.
  std::optional<double> coverage;

  bool complies() const { return faults.empty(); }
};

struct QualityOptions {
  size_t target_words = 0;  ///< 0: none.
};

/// Measures a text that was written, or verified: its citations have verdicts. Pure, no model; all
/// but `coverage`.
CitedQuality MeasureQuality(const CitedText& text, const QualityOptions& options);

/// CitedQuality::coverage: of the `count` most salient sentences (RankSentences), the share that is
/// cited, or that a cited one is like (cosine kAlike).
double CoverageOfSalient(std::span<const RankedSentence> ranked,
                         std::span<const SourceSentence> sentences,
                         const std::set<SentenceRef>& cited, size_t count);

inline constexpr float kAlike = 0.75F;

}  // namespace gloss
