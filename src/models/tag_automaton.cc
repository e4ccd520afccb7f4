#include "models/tag_automaton.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <type_traits>
#include <utility>

namespace gloss {
namespace {

using Place = TagState::Place;
using Shape = TagState::Shape;

constexpr size_t kWordBits = 64;
constexpr uint8_t kTooMany = 2;        ///< Letters of a word that are no hex digits.
constexpr uint8_t kLongestNear = 9;    ///< A digit more than a tag.
constexpr uint8_t kShortestNear = 7;   ///< One fewer.
constexpr uint8_t kShortestMixed = 4;  ///< "<1e6" is about the longest ordinary text.

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsLowerHexLetter(char c) { return c >= 'a' && c <= 'f'; }
bool IsHexLetter(char c) { return IsLowerHexLetter(c) || (c >= 'A' && c <= 'F'); }
bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool IsTag(const std::string& tag) {
  return tag.size() == TagRules::kTagDigits && std::all_of(tag.begin(), tag.end(), [](char c) {
           return IsDigit(c) || IsLowerHexLetter(c);
         });
}

/// What readers pass over between brackets and ids.
bool IsJoint(char c) {
  return IsBlank(c) || std::string_view(",;:|/\\=\"'#-&!*`").find(c) != std::string_view::npos;
}

void ClearRun(TagState& state) {
  state.shape = Shape::kEmpty;
  state.length = state.digits = state.hex_letters = state.other_letters = 0;
  state.begin = state.end = 0;
}

void ToText(TagState& state) {
  ClearRun(state);
  state.place = Place::kText;
}

void Count(TagState& state, char byte) {
  ++state.length;
  if (IsDigit(byte)) {
    ++state.digits;
    if (state.shape == Shape::kEmpty) state.shape = Shape::kNumber;
    if (state.shape == Shape::kUnit) state.shape = Shape::kOther;
  } else if (IsHexLetter(byte)) {
    ++state.hex_letters;
    if (state.shape != Shape::kUnit) state.shape = Shape::kOther;
  } else {
    ++state.other_letters;
    const bool after_digits = state.shape == Shape::kNumber || state.shape == Shape::kUnit;
    state.shape = after_digits ? Shape::kUnit : Shape::kOther;
  }
}

/// Nothing that follows can make a tag of the word any more: it is passed over as text.
void GiveUp(TagState& state) {
  ToText(state);
  state.other_letters = kTooMany;
}

bool LooksLikeTag(const TagState& state) {
  const bool exact = state.place == Place::kRun && !state.spaced;
  if (state.other_letters == 0) {
    if (state.hex_letters == 0) return false;
    if (state.digits > 0) return state.length >= (exact ? kShortestMixed : kShortestNear);
    return state.place == Place::kRun && state.length >= TagRules::kTagDigits;
  }
  return state.other_letters == 1 && state.shape == Shape::kOther && state.digits > 0 &&
         state.hex_letters > 0 && state.length >= kShortestNear;
}

/// Takes a letter or digit of the text.
bool TakeWord(TagState& state, char byte) {
  if (state.other_letters >= kTooMany) return true;
  Count(state, byte);
  if (LooksLikeTag(state)) return false;
  if (state.length > kLongestNear) GiveUp(state);
  return true;
}

void ToAngle(TagState& state) {
  const TagState before = state;
  state = {};
  state.place = Place::kAngle;
  state.open = before.open;
  state.spent_count = before.spent_count;
  state.spent = before.spent;
}

}  // namespace

Result<std::shared_ptr<const TagRules>> TagRules::Create(const CitationConstraint& constraint) {
  auto rules = std::shared_ptr<TagRules>(new TagRules());
  for (const std::string& tag : constraint.tags) {
    if (IsTag(tag)) continue;
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("\"{}\" is no sentence tag: 8 lower-case hex digits", tag));
  }
  rules->tags_ = constraint.tags;
  std::sort(rules->tags_.begin(), rules->tags_.end());
  rules->tags_.erase(std::unique(rules->tags_.begin(), rules->tags_.end()), rules->tags_.end());
  rules->once_ = constraint.once;
  rules->closing_forms_ = constraint.closing_forms;
  rules->has_letter_tags_ = std::any_of(
      rules->tags_.begin(), rules->tags_.end(),
      [](const std::string& tag) { return std::none_of(tag.begin(), tag.end(), IsDigit); });
  return std::shared_ptr<const TagRules>(std::move(rules));
}

TagAutomaton::TagAutomaton(std::shared_ptr<const TagRules> rules)
    : rules_(std::move(rules)),
      free_(rules_->tags().size() / kWordBits + 1, ~uint64_t{0}),
      uses_(rules_->tags().size(), 0) {}

int32_t TagAutomaton::NextFree(int32_t tag) const {
  auto word = static_cast<size_t>(tag) / kWordBits;
  uint64_t bits = free_[word] & (~uint64_t{0} << (static_cast<size_t>(tag) % kWordBits));
  while (bits == 0 && word + 1 < free_.size()) bits = free_[++word];
  const size_t found = word * kWordBits + static_cast<size_t>(std::countr_zero(bits));
  return static_cast<int32_t>(std::min(found, rules_->tags().size()));
}

int32_t TagAutomaton::FirstFree(const TagState& state, int32_t begin, int32_t end) const {
  if (!rules_->once()) return begin;
  const auto spent_end = state.spent.begin() + state.spent_count;
  for (int32_t tag = NextFree(begin); tag < end; tag = NextFree(tag + 1)) {
    if (std::find(state.spent.begin(), spent_end, tag) == spent_end) return tag;
  }
  return end;
}

void TagAutomaton::Narrow(TagState& state, char byte) const {
  const size_t depth = state.length;
  if (depth >= TagRules::kTagDigits || state.begin >= state.end) {
    state.begin = state.end = 0;
    return;
  }
  const auto first = rules_->tags().begin();
  const auto [low, high] = std::equal_range(
      first + state.begin, first + state.end, byte, [depth](const auto& a, const auto& b) {
        if constexpr (std::is_same_v<std::decay_t<decltype(a)>, char>) {
          return a < b[depth];
        } else {
          return a[depth] < b;
        }
      });
  const auto begin = static_cast<int32_t>(low - first);
  state.end = static_cast<int32_t>(high - first);
  // What is closed was written, so it is used, and yet allowed.
  state.begin = state.closing ? begin : FirstFree(state, begin, state.end);
}

bool TagAutomaton::ClosesLikeTag(const TagState& state) const {
  if (state.length < kShortestNear || state.length > kLongestNear) return false;
  if (state.other_letters == 0) return true;
  return state.other_letters == 1 && (state.digits > 0 || rules_->has_letter_tags());
}

bool TagAutomaton::Extend(TagState& state, char byte) const {
  const bool was_inside = LooksLikeTag(state);
  if (state.place == Place::kAngle) {
    state.place = Place::kRun;
    if (state.closing) {
      const bool may_close = rules_->closing_forms() && state.open >= 0 && !state.spaced;
      state.begin = may_close ? state.open : 0;
      state.end = may_close ? state.open + 1 : 0;
    } else {
      state.begin = 0;
      state.end = state.spaced ? 0 : static_cast<int32_t>(rules_->tags().size());
    }
  }
  Narrow(state, byte);
  Count(state, byte);
  if (state.begin < state.end) return true;
  if (was_inside || LooksLikeTag(state)) return false;
  if (state.other_letters >= kTooMany || state.length > kLongestNear) GiveUp(state);
  return true;
}

bool TagAutomaton::EndRun(TagState& state, char byte) const {
  const bool spells = state.begin < state.end;
  if (byte == '>' && spells && state.length == TagRules::kTagDigits) {
    const int32_t tag = state.begin;
    if (state.closing) {
      state.open = -1;
    } else {
      if (state.spent_count == state.spent.size()) return false;
      state.spent[state.spent_count++] = tag;
      state.open = tag;
    }
    ToText(state);
    return true;
  }
  if (LooksLikeTag(state)) return false;
  const bool is_near = ClosesLikeTag(state);
  if (byte == '>' && is_near) return false;
  if (byte == '<') {
    ToAngle(state);
  } else if (IsJoint(byte) && is_near) {
    ClearRun(state);
    state.place = Place::kNumberEnd;
  } else {
    ToText(state);
  }
  return true;
}

bool TagAutomaton::Advance(TagState& state, char byte) const {
  const bool in_word = IsDigit(byte) || IsLetter(byte);
  if (byte == '<' && state.place != Place::kRun) {
    ToAngle(state);
    return true;
  }
  switch (state.place) {
    case Place::kText:
      if (in_word) return TakeWord(state, byte);
      if (state.length > 0 || state.other_letters > 0) ClearRun(state);
      return true;
    case Place::kAngle:
      if (in_word) return Extend(state, byte);
      if (byte == '/' && !state.closing && !state.spaced) {
        state.closing = true;
      } else if (IsJoint(byte)) {
        state.spaced = true;
      } else {
        ToText(state);
      }
      return true;
    case Place::kRun:
      return in_word ? Extend(state, byte) : EndRun(state, byte);
    case Place::kNumberEnd:
      if (byte == '>') return false;
      if (in_word) {
        ToAngle(state);
        state.spaced = true;
        return Extend(state, byte);
      }
      if (!IsJoint(byte)) ToText(state);
      return true;
  }
  return false;
}

bool TagAutomaton::Advance(TagState& state, std::string_view bytes) const {
  return std::all_of(bytes.begin(), bytes.end(), [&](char byte) { return Advance(state, byte); });
}

bool TagAutomaton::Accept(std::string_view bytes) {
  TagState state = state_;
  if (!Advance(state, bytes)) return false;
  for (size_t i = 0; i < state.spent_count; ++i) {
    const auto tag = static_cast<size_t>(state.spent[i]);
    ++uses_[tag];
    free_[tag / kWordBits] &= ~(uint64_t{1} << (tag % kWordBits));
  }
  state.spent_count = 0;
  state_ = state;
  return true;
}

bool TagAutomaton::MayEnd(const TagState& state) {
  if (state.place == Place::kAngle) return state.spaced;
  return state.place != Place::kRun || state.begin >= state.end || state.shape == Shape::kNumber;
}

std::vector<std::string> TagAutomaton::Completions(const TagState& state) const {
  std::vector<std::string> completions;
  if (state.place != Place::kRun || !LooksLikeTag(state)) return completions;
  for (int32_t tag = state.begin; tag < state.end; ++tag) {
    if (!state.closing) tag = FirstFree(state, tag, state.end);
    if (tag < state.end) {
      completions.push_back(rules_->tags()[static_cast<size_t>(tag)].substr(state.length) + ">");
    }
  }
  return completions;
}

size_t LengthWithoutOpenTag(const std::shared_ptr<const TagRules>& rules, std::string_view text) {
  TagAutomaton automaton(rules);
  size_t kept = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!automaton.Accept(text.substr(i, 1))) return text.size();
    if (TagAutomaton::MayEnd(automaton.state())) kept = i + 1;
  }
  return kept;
}

}  // namespace gloss
