#include "text/sentence_splitter.h"

#include <unicode/uvernum.h>

#include <algorithm>
#include <array>
#include <optional>

#include "text/characters.h"
#include "text/icu_sentences.h"
#include "text/line_rules.h"
#include "text/sentence_rules.h"
#include "text/terminator_cluster.h"
#include "text/utf8.h"
#include "text/word_table.h"

namespace gloss {
namespace {

/// Text without any sentence end is cut at white space once a sentence is this long, so that a
/// model can read it; and anywhere at four times the length if it has no white space. Code points.
constexpr size_t kSoftMaxSentence = 3000;
constexpr size_t kHardMaxSentence = 4 * kSoftMaxSentence;

/// In Thai and Lao a single space ends a phrase; it divides sentences from this length on (bytes).
constexpr size_t kSpaceDividedSentence = 300;

constexpr size_t kCaseSample = size_t{64} << 10U;
constexpr size_t kMinCaseLetters = 12;

/// True when the text has letters with case, but only lower-case ones.
bool IsCaseless(std::string_view text) {
  size_t letters = 0;
  for (size_t at = 0; at < std::min(text.size(), kCaseSample);) {
    const Char c = CharAt(text, at);
    if (c.kind == CharKind::kUpper) return false;
    if (c.kind == CharKind::kLower) ++letters;
    at = c.end;
  }
  return letters >= kMinCaseLetters;
}

/// A run of white space.
struct Gap {
  size_t begin = 0;
  size_t end = 0;
  size_t line_ends = 0;
  size_t blanks = 0;  ///< Code points.
};

Gap ReadGap(std::string_view text, size_t begin) {
  Gap gap{.begin = begin, .end = begin};
  while (true) {
    const Char c = CharAt(text, gap.end);
    if (!IsBlank(c.kind)) return gap;
    const bool second_half = c.value == '\n' && gap.end > begin && text[gap.end - 1] == '\r';
    if (c.kind == CharKind::kNewline && !second_half) gap.line_ends += c.value == 0x2029U ? 2 : 1;
    ++gap.blanks;
    gap.end = c.end;
  }
}

/// Bytes at which the scan has to look closer; everything else is skipped fast.
constexpr std::array<bool, 256> MakeStops() {
  std::array<bool, 256> stops{};
  for (const char c : std::string_view(".!?;()\n\r\v\f"))
    stops[static_cast<unsigned char>(c)] = true;
  for (size_t i = 0x80; i < 256; ++i) stops[i] = true;
  return stops;
}
constexpr std::array<bool, 256> kStops = MakeStops();

class Splitter {
 public:
  Splitter(std::string_view text, std::string_view language)
      : text_(text),
        context_{.text = text, .words = WordTable::Of(language)},
        icu_(text, language),
        rules_(icu_, IsCaseless(text)),
        lines_(text) {}

  std::vector<Span> Split() {
    size_t at = ReadGap(text_, 0).end;
    BeginSentence(at);
    lines_.StartParagraph(at);
    while (at < text_.size()) {
      while (at < text_.size() && !kStops[static_cast<unsigned char>(text_[at])]) ++at;
      if (at < text_.size()) at = Step(at);
    }
    EndSentence(text_.size());
    return std::move(sentences_);
  }

 private:
  /// Handles the character at `at`, which may end a sentence; returns where to go on.
  size_t Step(size_t at) {
    const Char c = CharAt(text_, at);
    switch (c.kind) {
      case CharKind::kDot:
      case CharKind::kEllipsis:
      case CharKind::kStop:
        return AtTerminator(at);
      case CharKind::kNewline:
        return AtGap(ReadGap(text_, at), nullptr);
      case CharKind::kOpen:
        if (c.value == '(') bracket_ = at;
        return c.end;
      case CharKind::kClose:
        if (c.value == ')') bracket_.reset();
        return c.end;
      case CharKind::kSeparator:
        if (c.value == ';' && IsGreek(CharBefore(text_, at).value)) return AtTerminator(at);
        return c.end;
      case CharKind::kSpace:
        return AtGap(ReadGap(text_, at), nullptr);
      default:
        break;
    }
    if (IsSpaceDividedScript(c.value) && IsBlank(CharAt(text_, c.end).kind)) {
      return AtGap(ReadGap(text_, c.end), nullptr);
    }
    return c.end;
  }

  size_t AtTerminator(size_t at) {
    const TerminatorCluster cluster = ReadClusterAt(at);
    if (cluster.closes_bracket) bracket_.reset();
    const Char before = CharBefore(text_, at);
    const Char after = CharAt(text_, cluster.term_end);
    // "[…]", "(!)", "(?)": marks, not ends.
    const bool mark = before.kind == CharKind::kOpen && after.kind == CharKind::kClose;
    if (mark && at > context_.sentence_begin && before.value < 0x80U) return cluster.end;
    const Gap gap = ReadGap(text_, cluster.end);
    if (gap.end > gap.begin) return AtGap(gap, &cluster);
    if (!InsideBracket(cluster.end) && rules_.EndsSentenceUnspaced(context_, cluster)) {
      EndSentence(cluster.end);
    }
    return cluster.end;
  }

  TerminatorCluster ReadClusterAt(size_t at) {
    if (CharAt(text_, at).kind != CharKind::kSeparator) return ReadCluster(context_, at);
    // The Greek question mark.
    return {
        .begin = at, .term_end = at + 1, .end = at + 1, .kind = TerminatorCluster::Kind::kStrong};
  }

  /// White space at which a sentence may end; `cluster` is what stands before it, if anything.
  size_t AtGap(const Gap& gap, const TerminatorCluster* cluster) {
    if (gap.end >= text_.size()) return gap.end;
    if (gap.line_ends > 1) {
      EndSentence(gap.begin);
      BeginSentence(gap.end);
      lines_.StartParagraph(gap.end);
      return gap.end;
    }
    bool ends = false;
    if (gap.line_ends == 1) {
      const size_t line_end = TrimWhiteSpace(text_, {context_.sentence_begin, gap.begin}).end;
      ends = lines_.BreaksLine(context_, line_end, gap.end, cluster != nullptr);
    }
    if (!ends && cluster != nullptr && !InsideBracket(cluster->end)) {
      const FollowingWord following = ReadFollowing(context_, gap.end);
      ends = rules_.EndsSentence(context_, *cluster, gap.end, following);
    }
    if (!ends && cluster == nullptr && gap.line_ends == 0) ends = EndsInSpaces(gap);
    if (ends) {
      EndSentence(gap.begin);
      BeginSentence(gap.end);
    }
    return gap.end;
  }

  /// Thai and Lao: spaces are all there is.
  bool EndsInSpaces(const Gap& gap) const {
    if (!IsSpaceDividedScript(CharBefore(text_, gap.begin).value)) return false;
    const Char next = CharAt(text_, gap.end);
    if (gap.blanks >= 2) return IsLetter(next.kind) || next.kind == CharKind::kOpen;
    return IsSpaceDividedScript(next.value) &&
           gap.begin - context_.sentence_begin >= kSpaceDividedSentence;
  }

  /// Inside a bracket that was opened in the middle of the sentence, if the sentence goes on after
  /// it: "The bank (founded 1990. Now closed.) is big".
  bool InsideBracket(size_t at) {
    if (!bracket_ || *bracket_ <= context_.sentence_begin) return false;
    constexpr size_t kMaxBracket = 400;
    if (bracket_end_ < at) bracket_end_ = std::min(text_.find(')', at), text_.size());
    if (bracket_end_ >= text_.size() || bracket_end_ - *bracket_ > kMaxBracket) return false;
    const FollowingWord after = ReadFollowing(context_, bracket_end_ + 1);
    return after.first.kind == CharKind::kLower || after.first.kind == CharKind::kSeparator;
  }

  void BeginSentence(size_t at) {
    context_.sentence_begin = at;
    bracket_.reset();
  }

  /// Ends the sentence before `at`; the next begins there until BeginSentence says otherwise.
  void EndSentence(size_t at) {
    const Span span = TrimWhiteSpace(text_, {context_.sentence_begin, at});
    if (!span.empty()) AddBounded(span);
    BeginSentence(at);
  }

  void AddBounded(Span span) {
    while (span.size() > kSoftMaxSentence) {
      const size_t cut = SoftCut(span);
      if (cut >= span.end) break;
      const Span piece = TrimWhiteSpace(text_, {span.begin, cut});
      if (!piece.empty()) sentences_.push_back(piece);
      span = TrimWhiteSpace(text_, {cut, span.end});
    }
    if (!span.empty()) sentences_.push_back(span);
  }

  /// Where to cut an overlong sentence: the best place in its second half, else the next white
  /// space, else at the hard limit. span.end when it is short enough.
  size_t SoftCut(Span span) const {
    size_t count = 0;
    size_t best = 0;
    int best_rank = 0;
    for (size_t at = span.begin; at < span.end;) {
      const Char c = CharAt(text_, at);
      ++count;
      at = c.end;
      if (count >= kSoftMaxSentence && best > 0) return RestIsLong(at, span.end) ? best : span.end;
      int rank = 0;
      if (c.kind == CharKind::kNewline) rank = 4;
      if (c.kind == CharKind::kSpace) rank = LastSeparates(c.begin) ? 3 : 1;
      if (c.kind == CharKind::kSeparator && c.value >= 0x80U) rank = 2;
      if (count > kSoftMaxSentence / 2 && rank > 0 && rank >= best_rank) {
        best = at;
        best_rank = rank;
      }
      const CharKind next = CharAt(text_, at).kind;
      if (count >= kHardMaxSentence && next != CharKind::kMark && next != CharKind::kInvisible) {
        return at;
      }
    }
    return span.end;
  }

  bool LastSeparates(size_t at) const { return CharBefore(text_, at).kind == CharKind::kSeparator; }

  /// A few words more than the limit stay with their sentence.
  static bool RestIsLong(size_t at, size_t end) { return end - at > kSoftMaxSentence / 10; }

  std::string_view text_;
  SplitContext context_;
  IcuSentences icu_;
  SentenceRules rules_;
  LineRules lines_;
  std::optional<size_t> bracket_;  ///< The last "(" of the sentence that is not closed yet.
  size_t bracket_end_ = 0;         ///< The first ")" at or after the places looked at so far.
  std::vector<Span> sentences_;
};

}  // namespace

std::string_view SplitterVersion() { return "gloss-1+icu-" U_ICU_VERSION_SHORT; }

std::vector<Span> SplitSentences(std::string_view text, std::string_view language) {
  if (text.empty()) return {};
  return Splitter(text, language).Split();
}

}  // namespace gloss
