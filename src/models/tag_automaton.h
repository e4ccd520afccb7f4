#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "models/citation_constraint.h"

namespace gloss {

/// The tags of a constraint, checked and sorted. Immutable.
class TagRules {
 public:
  static constexpr size_t kTagDigits = 8;

  /// Tags that are given twice count once. Errors: kInvalidArgument (not 8 lower-case hex digits).
  static Result<std::shared_ptr<const TagRules>> Create(const CitationConstraint& constraint);

  const std::vector<std::string>& tags() const { return tags_; }  ///< Sorted.
  bool once() const { return once_; }
  bool closing_forms() const { return closing_forms_; }
  /// A tag has no decimal digit in it: words of letters can then be near misses.
  bool has_letter_tags() const { return has_letter_tags_; }

 private:
  TagRules() = default;

  std::vector<std::string> tags_;
  bool once_ = true;
  bool closing_forms_ = false;
  bool has_letter_tags_ = false;
};

/// Where a text stands, between two bytes.
struct TagState {
  enum class Place : uint8_t {
    kText,       ///< No tag can be under way.
    kAngle,      ///< After "<", "</", and what may stand between it and a run.
    kRun,        ///< Within the letters and digits that follow.
    kNumberEnd,  ///< After a number (or number and unit) as long as a tag: ">" must not follow.
  };
  enum class Shape : uint8_t { kEmpty, kNumber, kUnit, kOther };

  Place place = Place::kText;
  Shape shape = Shape::kEmpty;  ///< Of the run: digits; digits and a unit; anything else.
  bool closing = false;         ///< "</".
  bool spaced = false;          ///< Something stands between "<" and the run.
  uint8_t length = 0;           ///< Of the run or, in kText, of the word; and how much of it is …
  uint8_t digits = 0;
  uint8_t hex_letters = 0;
  uint8_t other_letters = 0;  ///< Two: nothing that follows can make a tag of it.
  int32_t begin = 0;          ///< Tags that the run begins (half-open, into TagRules::tags()).
  int32_t end = 0;
  int32_t open = -1;                      ///< Tag that a closing form may close.
  uint8_t spent_count = 0;                ///< Tags completed since the last Accept.
  std::array<int32_t, 2> spent = {0, 0};  ///< More are not taken in one piece.
};

/// Reads a text byte by byte and tells which next bytes keep it free of false tags.
///
/// A run is the letters and digits that follow "<" or "</". While it begins some tag that is still
/// allowed, it may go on to spell it. A run that begins none must not come to look like a tag; it
/// is stopped at the byte that would make it so:
/// - hex letters and digits mixed: at 4 characters;
/// - hex letters alone ("<a>", "<facade>" are free): at 8;
/// - one other letter among hex letters and digits: at 7;
/// - a number ("<100000 units"), a number with its unit, a word with one letter that is no hex
///   digit (where some tag has no digit either): never, but at 7 to 9 characters no ">" may follow.
/// A run that looks like a tag and begins one is inside a tag: only bytes that spell an allowed tag
/// may follow, and the text may not end. Where white space or punctuation stands behind "<", no
/// tag can follow, and the mixture is stopped at 7. So is it in words anywhere: readers take
/// "[a3f5e823]", "(a3f5e823)" and "a3f5e823>" for tags. All else ("<b>", "a < b", "p <0.05") is
/// free. So a text holds nothing that differs from a tag in its brackets, in case, in what stands
/// around it or in one digit, too many or too few included (but for what is then a number: readers
/// may take "[12345678]" for a near miss of 1234567a); and no eight hex digits in "<>" that
/// are not exactly an allowed tag.
///
/// Thread-compatible; const members may be called from several threads.
class TagAutomaton {
 public:
  explicit TagAutomaton(std::shared_ptr<const TagRules> rules);

  const std::shared_ptr<const TagRules>& rules() const { return rules_; }
  const TagState& state() const { return state_; }

  /// Takes a byte; false, and `state` is then of no use, when it must not stand there.
  bool Advance(TagState& state, char byte) const;

  /// All bytes one after the other.
  bool Advance(TagState& state, std::string_view bytes) const;

  /// Moves on by bytes; false, and nothing changes, when they must not stand there.
  bool Accept(std::string_view bytes);

  /// May the text end here? Not inside a tag, and not where one may just begin.
  static bool MayEnd(const TagState& state);

  /// What completes the tags that may be under way ("e823>"); empty where the text may go on in
  /// another way.
  std::vector<std::string> Completions(const TagState& state) const;

  /// How often each tag was accepted, in the order of rules()->tags().
  const std::vector<int>& uses() const { return uses_; }

 private:
  bool ClosesLikeTag(const TagState& state) const;
  bool Extend(TagState& state, char byte) const;
  bool EndRun(TagState& state, char byte) const;
  void Narrow(TagState& state, char byte) const;
  int32_t FirstFree(const TagState& state, int32_t begin, int32_t end) const;
  int32_t NextFree(int32_t tag) const;

  std::shared_ptr<const TagRules> rules_;
  TagState state_;
  std::vector<uint64_t> free_;  ///< A bit a tag: still allowed.
  std::vector<int> uses_;
};

/// Bytes of a text that keeps to the rules up to a tag that its end leaves half written (it was cut
/// at a limit). Linear.
size_t LengthWithoutOpenTag(const std::shared_ptr<const TagRules>& rules, std::string_view text);

}  // namespace gloss
