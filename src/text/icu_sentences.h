#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

namespace gloss {

/// What ICU's sentence rules (Unicode Standard Annex 29) say about a place in a text.
enum class IcuVote {
  kNone,        ///< No boundary.
  kSuppressed,  ///< A boundary, but CLDR lists what stands before it as an abbreviation.
  kBoundary,
};

/// Walks over ICU's sentence boundaries of one text, forward only. The base of SplitSentences: the
/// rules in sentence_rules.h and line_rules.h look at these votes.
///
/// Deterministic and independent of the process locale: only the language that is given counts.
/// Not thread-safe; the break iterators behind it are kept one set a thread and language, so at
/// most one walk a thread may be alive. Linear time over the whole walk.
class IcuSentences {
 public:
  /// ICU counts in 32 bits; longer texts are walked in pieces of at most this many bytes.
  static constexpr size_t kMaxPiece = size_t{1} << 28U;

  /// Keeps a view of `text` (valid UTF-8). `max_piece`, at least 4, is for tests.
  IcuSentences(std::string_view text, std::string_view language, size_t max_piece = kMaxPiece);
  ~IcuSentences();
  IcuSentences(const IcuSentences&) = delete;
  IcuSentences& operator=(const IcuSentences&) = delete;

  /// Whether CLDR lists this whole word (without its full stop) as an abbreviation of the language.
  /// Needed to read a kSuppressed vote: ICU compares only the ends of words, so that "r." of its
  /// German list also suppresses every sentence that ends in "Einwohner.". For the same reason an
  /// abbreviation that ends in another one ("Nr") is not told apart, and counts as not listed.
  bool ListsAbbreviation(std::string_view word);

  /// The vote for a boundary within (begin, end], the best if there are several.
  /// REQUIRES: begin does not decrease from call to call.
  IcuVote VoteIn(size_t begin, size_t end);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gloss
