#include "text/icu_sentences.h"

#include <unicode/brkiter.h>
#include <unicode/filteredbrk.h>
#include <unicode/locid.h>
#include <unicode/utext.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <string>

#include "text/utf8.h"

namespace gloss {
namespace {

constexpr size_t kNoBoundary = std::numeric_limits<size_t>::max();

/// A piece ends at a line end if one is this near, so that its edge is a boundary for ICU as well.
constexpr size_t kPieceSearch = size_t{1} << 16U;

/// Longer words are not abbreviations; bytes.
constexpr size_t kMaxAbbreviation = 16;
constexpr size_t kMaxKnownWords = 4096;

struct Iterators {
  std::unique_ptr<icu::BreakIterator> plain;
  std::unique_ptr<icu::BreakIterator> filtered;
  std::unique_ptr<icu::BreakIterator> probe;             ///< Of single words; made on first use.
  std::map<std::string, bool, std::less<>> known_words;  ///< What `probe` said.
};

Iterators MakeIterators(const std::string& language) {
  const icu::Locale locale =
      language.empty() ? icu::Locale::getRoot() : icu::Locale(language.c_str());
  Iterators result;
  UErrorCode error = U_ZERO_ERROR;
  result.plain.reset(icu::BreakIterator::createSentenceInstance(locale, error));
  if (U_FAILURE(error) != 0) return {};
  const std::unique_ptr<icu::FilteredBreakIteratorBuilder> builder(
      icu::FilteredBreakIteratorBuilder::createInstance(locale, error));
  // Languages without suppressions in CLDR: the plain rules alone.
  if (U_FAILURE(error) != 0 || builder == nullptr) return result;
  result.filtered.reset(builder->wrapIteratorWithFilter(result.plain->clone(), error));
  if (U_FAILURE(error) != 0) result.filtered.reset();
  return result;
}

/// The languages for which ICU has sentence rules or abbreviations of its own. Any other code gets
/// the root rules: asked for a code that it does not know, ICU could fall back to the process
/// locale.
constexpr std::string_view kIcuLanguages[] = {"de", "el", "en", "es", "fr", "it", "pt", "ru"};

/// Making the iterators costs far more than a short text; so they are kept.
Iterators& IteratorsFor(std::string_view language) {
  thread_local std::map<std::string, Iterators, std::less<>> cache;
  const bool known = std::ranges::find(kIcuLanguages, language) != std::end(kIcuLanguages);
  const std::string_view key = known ? language : std::string_view();
  const auto found = cache.find(key);
  if (found != cache.end()) return found->second;
  return cache.emplace(std::string(key), MakeIterators(std::string(key))).first->second;
}

/// One ICU iterator over one piece of text.
class Walk {
 public:
  explicit Walk(icu::BreakIterator* iterator) : iterator_(iterator) {}
  ~Walk() { utext_close(&utext_); }
  Walk(const Walk&) = delete;
  Walk& operator=(const Walk&) = delete;

  void Start(std::string_view text, size_t offset) {
    offset_ = offset;
    boundary_ = kNoBoundary;
    if (iterator_ == nullptr) return;
    UErrorCode error = U_ZERO_ERROR;
    utext_openUTF8(&utext_, text.data(), static_cast<int64_t>(text.size()), &error);
    iterator_->setText(&utext_, error);
    if (U_FAILURE(error) != 0) return;
    iterator_->first();
    Next();
  }

  /// The next boundary not yet passed; kNoBoundary after the last.
  size_t boundary() const { return boundary_; }

  void Next() {
    const int32_t next = iterator_->next();
    boundary_ =
        next == icu::BreakIterator::DONE ? kNoBoundary : offset_ + static_cast<size_t>(next);
  }

 private:
  icu::BreakIterator* iterator_;
  UText utext_ = UTEXT_INITIALIZER;
  size_t offset_ = 0;
  size_t boundary_ = kNoBoundary;
};

/// Whether the filtered iterator takes `word` before a full stop for an abbreviation.
bool Suppresses(icu::BreakIterator& filtered, std::string_view word) {
  const std::string text = std::string(word) + ". A";
  Walk walk(&filtered);
  walk.Start(text, 0);
  return walk.boundary() >= text.size();
}

size_t PieceEnd(std::string_view text, size_t begin, size_t max_piece) {
  if (text.size() - begin <= max_piece) return text.size();
  size_t end = begin + max_piece;
  const size_t window = end - std::min(max_piece, kPieceSearch);
  const size_t newline = text.substr(window, end - window).rfind('\n');
  if (newline != std::string_view::npos) return window + newline + 1;
  while ((static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return end;
}

}  // namespace

struct IcuSentences::State {
  State(std::string_view whole, Iterators& iterators_of_language, size_t piece)
      : text(whole),
        max_piece(piece),
        iterators(iterators_of_language),
        plain(iterators.plain.get()),
        filtered(iterators.filtered.get()) {
    StartPiece(0);
  }

  void StartPiece(size_t begin) {
    piece_end = PieceEnd(text, begin, max_piece);
    const std::string_view piece = text.substr(begin, piece_end - begin);
    plain.Start(piece, begin);
    filtered.Start(piece, begin);
  }

  std::string_view text;
  size_t max_piece;
  Iterators& iterators;
  Walk plain;
  Walk filtered;
  size_t piece_end = 0;
};

IcuSentences::IcuSentences(std::string_view text, std::string_view language, size_t max_piece)
    : state_(std::make_unique<State>(text, IteratorsFor(language), max_piece)) {}

IcuSentences::~IcuSentences() = default;

IcuVote IcuSentences::VoteIn(size_t begin, size_t end) {
  State& state = *state_;
  while (begin >= state.piece_end && state.piece_end < state.text.size()) {
    state.StartPiece(state.piece_end);
  }
  while (state.plain.boundary() <= begin) state.plain.Next();
  while (state.filtered.boundary() <= begin) state.filtered.Next();
  if (state.plain.boundary() > end) return IcuVote::kNone;
  const bool suppressed = state.iterators.filtered != nullptr && state.filtered.boundary() > end;
  return suppressed ? IcuVote::kSuppressed : IcuVote::kBoundary;
}

bool IcuSentences::ListsAbbreviation(std::string_view word) {
  Iterators& iterators = state_->iterators;
  if (iterators.filtered == nullptr || word.empty() || word.size() > kMaxAbbreviation) return false;
  if (const auto known = iterators.known_words.find(word); known != iterators.known_words.end()) {
    return known->second;
  }
  if (iterators.probe == nullptr) iterators.probe.reset(iterators.filtered->clone());
  if (iterators.probe == nullptr) return false;
  // Listed as a whole: suppressed, but not any more when its first letter is missing.
  const bool listed = Suppresses(*iterators.probe, word) &&
                      !Suppresses(*iterators.probe, word.substr(DecodeUtf8(word, 0).size));
  if (iterators.known_words.size() >= kMaxKnownWords) iterators.known_words.clear();
  iterators.known_words.emplace(word, listed);
  return listed;
}

}  // namespace gloss
