#include "text/sentence_rules.h"

#include <algorithm>
#include <optional>

namespace gloss {
namespace {

using Kind = TerminatorCluster::Kind;

bool IsOpener(const FollowingWord& following) {
  return (following.flags & kOpener) != 0 && following.first.kind != CharKind::kDigit;
}

bool IsSingleLetter(const FollowingWord& following) {
  return following.letters == 1 && following.word_end == following.first.end;
}

/// Whether the next word can be a number that an abbreviation announces: "No. 5", "Art. IV", "§".
bool IsNumber(const FollowingWord& following) {
  if (following.first.kind == CharKind::kDigit || following.first.value == 0xA7U) return true;
  if (following.opened || IsOpener(following)) return false;
  return following.roman || IsSingleLetter(following);
}

bool InBracketOfSentence(const SplitContext& context, const TerminatorCluster& cluster) {
  if (!cluster.closes_bracket) return false;
  const Char first = CharAt(context.text, context.sentence_begin);
  return first.kind != CharKind::kOpen && first.kind != CharKind::kQuote;
}

/// German "am 3. Juni", "der 1. FC", "Ludwig XIV. Sohn": does the number end the sentence?
bool OrdinalEnds(const SplitContext& context, const PrecedingWord& word,
                 const FollowingWord& following) {
  if (word.digits > 3) return true;  // A year.
  if ((following.flags & kMonth) != 0) return false;
  if (following.first.kind == CharKind::kDigit) return word.digits > 2;  // "am 3. 5. 2020"
  if (IsOpener(following)) return true;
  if (word.roman) return false;
  // "auf Platz 3. München …": after a noun the number counts; after anything else it orders.
  const Char blank = CharBefore(context.text, word.begin);
  if (!IsBlank(blank.kind) || word.begin <= context.sentence_begin) return false;
  const PrecedingWord noun = ReadPreceding(context, blank.begin);
  const bool starts = noun.begin <= context.sentence_begin;
  return noun.has_upper && noun.has_lower && !starts && (noun.flags & (kConnector | kOpener)) == 0;
}

/// "(b) The next …", "(iii) …": the label of an item within running text.
bool IsItemLabel(const SplitContext& context, const FollowingWord& following) {
  const Char open = CharAt(context.text, following.begin);
  if ((open.value != '(' && open.value != '[') || following.after != CharKind::kClose) return false;
  return following.word_end - following.begin <= 5 &&
         (following.letters == 1 || following.word.find_first_not_of("ivx") == std::string::npos);
}

/// "5 min.", "84 L/min.", "7 mg.": symbols of units are not abbreviations, so the stop is a full
/// one.
bool IsMeasure(const SplitContext& context, const PrecedingWord& word) {
  static constexpr std::string_view kUnits[] = {"min", "s",   "sec", "h",  "hr", "d",  "mg", "g",
                                                "kg",  "ml",  "l",   "dl", "m",  "mm", "cm", "km",
                                                "hz",  "mhz", "ghz", "w",  "kw", "mw", "v",  "k"};
  if (std::ranges::find(kUnits, word.word) == std::end(kUnits)) return false;
  const Char before = CharBefore(context.text, word.begin);
  if (before.value == '/') return true;
  return before.kind == CharKind::kSpace &&
         CharBefore(context.text, before.begin).kind == CharKind::kDigit;
}

/// Does "C." end the sentence, or is it somebody's initial?
bool InitialEnds(const SplitContext& context, const PrecedingWord& word,
                 const FollowingWord& following) {
  const std::string_view text = context.text;
  const Char blank = CharBefore(text, word.begin);
  const Char before = CharBefore(text, IsBlank(blank.kind) ? blank.begin : word.begin);
  if (before.value == 0xB0U) return true;  // "20 °C."
  if (!IsOpener(following)) return following.opened && following.first.kind == CharKind::kUpper;
  static constexpr std::string_view kNameParticles[] = {
      "la",  "le",  "lo",  "li",  "de",  "du", "di",  "da", "del", "della",
      "dal", "von", "van", "der", "den", "el", "des", "d'", "l'"};
  const std::string_view first_part =
      std::string_view(following.word).substr(0, following.word.find('\'') + 1);
  const bool particle =
      std::ranges::find(kNameParticles, following.word) != std::end(kNameParticles) ||
      std::ranges::find(kNameParticles, first_part) != std::end(kNameParticles);
  if (!particle) return true;
  // "J. Le Pen" against "la vitamine C. Le …": a noun before the letter speaks for the latter.
  if (!IsBlank(blank.kind)) return false;
  const PrecedingWord noun = ReadPreceding(context, blank.begin);
  return noun.letters >= 3 && !noun.has_upper && (noun.flags & (kConnector | kNeverEnds)) == 0;
}

/// What abbreviations, labels, initials and numbers say about one full stop; nothing when the word
/// before it is an ordinary one.
std::optional<bool> WordEnds(const SplitContext& context, const PrecedingWord& word,
                             const FollowingWord& following, bool closed) {
  const bool opener = IsOpener(following);
  const bool upper = following.first.kind == CharKind::kUpper;
  // Labels: "1. Foo", "A. Foo", "II. Foo", "1.2. Foo".
  if (word.is_label && !closed) {
    const bool number =
        word.numeric && word.digits <= 3 + 3 * static_cast<size_t>(std::count(
                                                   word.word.begin(), word.word.end(), '.'));
    const bool counted = word.digits > 0 && word.digits <= 3 && word.letters <= 10 &&
                         word.word.front() >= '0' && word.word.front() <= '9';  // "1-bis."
    if (number || counted || word.letters == 1 || (word.roman && word.digits == 0)) return false;
  }
  if ((word.flags & kNeverEnds) != 0) return closed && opener;
  if ((word.flags & kBeforeNumber) != 0 && IsNumber(following)) return false;
  // The first part of "z. B.", "p. ej.", "EE. UU.".
  if (following.after == CharKind::kDot && !following.opened) {
    const std::string compound = word.word + "." + following.word;
    if (context.words.FlagsOf(compound) != 0) return false;
    if (word.letters == 1 && word.has_lower && IsSingleLetter(following)) return false;
  }
  if (IsMeasure(context, word)) return std::nullopt;
  if ((word.flags & kMostlyEnds) != 0) return upper || following.opened;
  if ((word.flags & kMayEnd) != 0 || word.acronym) return opener;
  if (context.words.language().dotted_ordinals && (word.numeric || word.roman)) {
    return OrdinalEnds(context, word, following);
  }
  if (word.letters == 1 && word.digits == 0 && !word.has_uncased) {
    return InitialEnds(context, word, following);
  }
  // "hrsg.", "Mgr.": nobody ends a sentence with a word without vowels, save "BMW" and "PBS".
  if (word.letters >= 2 && word.letters <= 5 && !word.has_vowel && word.has_lower &&
      word.digits == 0 && !word.has_uncased) {
    return opener;
  }
  return std::nullopt;
}

}  // namespace

bool SentenceRules::EndsSentence(const SplitContext& context, const TerminatorCluster& cluster,
                                 size_t gap_end, const FollowingWord& following) {
  if (following.first.kind == CharKind::kEnd && !following.opened) return true;
  if (following.bullet) return true;
  const CharKind first = following.first.kind;
  if (first == CharKind::kSeparator || first == CharKind::kClose) return false;
  if (following.first.value == '|') return false;  // The next cell of a table row.
  // Spanish: nothing but a new sentence (or clause) begins with one of these.
  const Char begin = CharAt(context.text, following.begin);
  if (begin.value == 0xBFU || begin.value == 0xA1U) return true;
  if (cluster.kind != Kind::kEllipsis && IsItemLabel(context, following)) return true;
  // Stops that nothing stands before, as in ". Text" and "… and then".
  const PrecedingWord word = ReadPreceding(context, cluster.begin);
  if (word.is_label && word.letters == 0 && word.digits == 0) return false;
  switch (cluster.kind) {
    case Kind::kPeriod:
      return PeriodEnds(context, cluster, word, following, icu_.VoteIn(cluster.begin, gap_end));
    case Kind::kStrong:
      return StrongEnds(context, cluster, following);
    case Kind::kEllipsis:
      return EllipsisEnds(context, cluster, word, following);
  }
  return false;
}

bool SentenceRules::EllipsisEnds(const SplitContext& context, const TerminatorCluster& cluster,
                                 const PrecedingWord& word, const FollowingWord& following) const {
  if (following.first.kind == CharKind::kLower && !following.inner_upper) return false;
  const bool no_word = word.letters == 0 && word.digits == 0;
  if (no_word && IsBlank(CharBefore(context.text, cluster.begin).kind)) {
    return IsOpener(following);  // A gap within a sentence: "from … To".
  }
  const bool english_i = following.word == "i" || following.word.starts_with("i'");
  return !english_i || following.opened;
}

bool SentenceRules::StrongEnds(const SplitContext& context, const TerminatorCluster& cluster,
                               const FollowingWord& following) const {
  if (following.first.kind == CharKind::kLower) {
    if (following.inner_upper) return true;
    return caseless_ && !following.dashed && !cluster.closes_quote && !cluster.closes_bracket;
  }
  // "(really?) Left": a bracket in the middle of a sentence.
  if (InBracketOfSentence(context, cluster)) {
    return IsOpener(following) || following.first.kind != CharKind::kUpper || following.opened;
  }
  return true;
}

bool SentenceRules::PeriodEnds(const SplitContext& context, const TerminatorCluster& cluster,
                               const PrecedingWord& word, const FollowingWord& following,
                               IcuVote vote) {
  const bool closed = cluster.closes_quote || cluster.closes_bracket || cluster.has_reference;
  if (following.first.kind == CharKind::kLower && !following.inner_upper) {
    return caseless_ && word.letters >= 2 && word.has_vowel && !word.acronym &&
           (word.flags & kAbbreviation) == 0;
  }
  if (const std::optional<bool> ends = WordEnds(context, word, following, closed)) return *ends;
  if (vote == IcuVote::kSuppressed && !closed && !IsOpener(following) &&
      icu_.ListsAbbreviation(context.text.substr(word.begin, cluster.begin - word.begin))) {
    return false;
  }
  const bool amount = following.first.kind == CharKind::kOther &&  // "$8"
                      CharAt(context.text, following.first.end).kind == CharKind::kDigit;
  if (following.first.kind == CharKind::kDigit || amount) {
    // ICU looks past the number for a lower-case letter; a short word may be an unknown
    // abbreviation.
    return word.letters == 0 || word.letters > 2 || !word.has_lower || closed ||
           (word.flags & (kConnector | kOpener)) != 0;
  }
  if (following.first.kind == CharKind::kUpper || following.inner_upper) return true;
  return vote != IcuVote::kNone;
}

bool SentenceRules::EndsSentenceUnspaced(const SplitContext& context,
                                         const TerminatorCluster& cluster) {
  const std::string_view text = context.text;
  const IcuVote vote = icu_.VoteIn(cluster.begin, cluster.end);
  const Char next = CharAt(text, cluster.end);
  const Char previous = CharBefore(text, cluster.begin);
  if (next.kind == CharKind::kEnd) return true;
  if (next.kind == CharKind::kSeparator || next.kind == CharKind::kClose) return false;
  if (cluster.unspaced) {
    // 「はい。」と言った: the quote goes on as part of the sentence.
    if (cluster.closes_quote || cluster.closes_bracket) return !IsHiragana(next.value);
    return true;
  }
  const FollowingWord following = ReadFollowing(context, cluster.end);
  const bool uncased = following.first.kind == CharKind::kLetter &&
                       (previous.kind == CharKind::kLetter || cluster.kind == Kind::kStrong);
  if (uncased) return vote != IcuVote::kNone || cluster.kind == Kind::kStrong;

  // "end.Next": only between words, so that names of files, hosts and objects stay whole.
  if (following.first.kind != CharKind::kUpper || following.dashed) return false;
  if (following.opened && next.kind == CharKind::kOpen && next.value < 0x80U) return false;
  const bool word_goes_on = following.after == CharKind::kEnd || IsBlank(following.after) ||
                            following.after == CharKind::kSeparator;
  const bool all_upper = following.letters > 1 && following.word_end > following.first.end &&
                         CharAt(text, following.first.end).kind == CharKind::kUpper;
  if (!word_goes_on || all_upper) return false;
  const PrecedingWord word = ReadPreceding(context, cluster.begin);
  if (cluster.kind == Kind::kPeriod && !cluster.closes_quote && !cluster.closes_bracket) {
    if (word.letters < 2 || !word.has_lower || word.digits > 0) return false;
    if ((word.flags & (kNeverEnds | kBeforeNumber | kMayEnd)) != 0) return false;
    if (word.word.find('.') != std::string::npos) return false;
    const Char before = CharBefore(text, word.begin);
    const bool plain = before.kind == CharKind::kEnd || IsBlank(before.kind) ||
                       before.kind == CharKind::kOpen || before.kind == CharKind::kQuote;
    if (!plain && before.kind != CharKind::kDash) return false;
    return !word.has_upper || IsOpener(following);
  }
  const bool letter_before = IsLetter(previous.kind) || previous.kind == CharKind::kDigit ||
                             previous.kind == CharKind::kClose || previous.kind == CharKind::kQuote;
  return letter_before && (following.letters > 1 || IsOpener(following));
}

}  // namespace gloss
