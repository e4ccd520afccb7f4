#include "writing/tag_cleaning.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "models/tag_automaton.h"
#include "text/ascii.h"
#include "text/mark_tags.h"

namespace gloss {
namespace {

bool IsOpening(std::string_view text, size_t at) {
  const char c = text[at];
  return c == '<' || c == '[' || c == '(' || c == '{' || text.substr(at).starts_with("【") ||
         text.substr(at).starts_with("＜");
}

class Cleaner {
 public:
  Cleaner(std::string_view text, const TagIndex& index, const std::set<std::string>& allowed)
      : text_(text), index_(index), allowed_(allowed) {}

  CleanedText Clean() {
    for (size_t at = 0; at < text_.size();) {
      if (IsOpening(text_, at)) {
        if (const auto found = ReadDamagedTags(text_, at, index_)) {
          Take(*found);
          at = found->span.end;
          continue;
        }
      } else if (text_[at] == '>') {
        if (const auto found = ReadTagBefore(text_, at, index_)) {
          // It was copied when its sign was not yet in sight.
          const size_t length = at - found->span.begin;
          stretch_.resize(stretch_.size() - std::min(length, stretch_.size()));
          Take(*found);
          ++at;
          continue;
        }
      }
      stretch_ += text_[at++];
    }
    DropHalfTag();
    EndStretch(/*at_end=*/true);
    return std::move(cleaned_);
  }

 private:
  void Take(const FoundTags& found) {
    const bool exact = found.ids.size() == 1 && text_.substr(found.span.begin, found.span.size()) ==
                                                    "<" + found.ids.front() + ">";
    bool any = false;
    for (const std::string& id : found.ids) {
      if (found.closes) continue;
      const TagIndex::Found match = index_.Find(id);
      const bool known = match.match == TagMatch::kExact || match.match == TagMatch::kNear;
      if (!known || !allowed_.contains(match.tag)) {
        ++cleaned_.removed;
      } else if (!used_.insert(match.tag).second) {
        ++cleaned_.repeated;
      } else {
        if (!exact || match.match == TagMatch::kNear) ++cleaned_.repaired;
        EndStretch(/*at_end=*/false);
        cleaned_.text += "<" + match.tag + ">";
        cleaned_.tags.push_back(match.tag);
        any = true;
      }
    }
    // White space in front of what is gone would stand before a full stop.
    const bool spaced_after =
        found.span.end >= text_.size() ||
        std::string_view(" \n.,;:!?").find(text_[found.span.end]) != std::string_view::npos;
    if (!any && spaced_after && stretch_.ends_with(' ')) stretch_.pop_back();
  }

  /// A text that was cut at a limit can end within a tag.
  void DropHalfTag() {
    const size_t angle = stretch_.rfind('<');
    if (angle == std::string::npos || stretch_.size() - angle > TagRules::kTagDigits + 1) return;
    const std::string half = stretch_.substr(angle + 1);
    const bool number = !half.empty() && std::all_of(half.begin(), half.end(), IsAsciiDigit);
    if (number) return;  // "p <5"
    auto tag = allowed_.lower_bound(half);
    while (tag != allowed_.end() && tag->starts_with(half) && used_.contains(*tag)) ++tag;
    if (tag != allowed_.end() && tag->starts_with(half)) stretch_.resize(angle);
  }

  /// Puts a stretch between two tags into the text. What could still be taken for a tag in it loses
  /// the bytes that make it so.
  void EndStretch(bool at_end) {
    TagAutomaton automaton(no_tags_);
    size_t whole = cleaned_.text.size();
    bool taking_out = false;
    for (const char byte : stretch_) {
      const bool good = automaton.Accept(std::string_view(&byte, 1));
      if (good) cleaned_.text += byte;
      if (!good && !taking_out) ++cleaned_.removed;
      taking_out = !good;
      if (TagAutomaton::MayEnd(automaton.state())) whole = cleaned_.text.size();
    }
    if (at_end) cleaned_.text.resize(whole);
    stretch_.clear();
  }

  std::string_view text_;
  const TagIndex& index_;
  const std::set<std::string>& allowed_;
  const std::shared_ptr<const TagRules> no_tags_ = *TagRules::Create({});
  std::set<std::string> used_;
  std::string stretch_;
  CleanedText cleaned_;
};

}  // namespace

CleanedText CleanTags(std::string_view text, const TagIndex& index,
                      const std::set<std::string>& allowed) {
  return Cleaner(text, index, allowed).Clean();
}

}  // namespace gloss
