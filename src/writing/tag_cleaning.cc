#include "writing/tag_cleaning.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "models/tag_automaton.h"
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
          cleaned_.text.resize(cleaned_.text.size() - std::min(length, cleaned_.text.size()));
          Take(*found);
          ++at;
          continue;
        }
      }
      cleaned_.text += text_[at++];
    }
    TakeOutTheRest();
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
        cleaned_.text += "<" + match.tag + ">";
        cleaned_.tags.push_back(match.tag);
        any = true;
      }
    }
    // White space in front of what is gone would stand before a full stop.
    const bool spaced_after =
        found.span.end >= text_.size() ||
        std::string_view(" \n.,;:!?").find(text_[found.span.end]) != std::string_view::npos;
    if (!any && spaced_after && cleaned_.text.ends_with(' ')) cleaned_.text.pop_back();
  }

  /// What could still be taken for a tag loses the bytes that make it so.
  void TakeOutTheRest() {
    const auto rules = TagRules::Create({.tags = {used_.begin(), used_.end()}, .once = true});
    if (!rules.ok()) return;
    TagAutomaton automaton(*rules);
    std::string kept;
    for (const char byte : cleaned_.text) {
      if (automaton.Accept(std::string_view(&byte, 1))) {
        kept += byte;
      } else {
        ++cleaned_.removed;
      }
    }
    kept.resize(LengthWithoutOpenTag(*rules, kept));
    cleaned_.text = std::move(kept);
  }

  std::string_view text_;
  const TagIndex& index_;
  const std::set<std::string>& allowed_;
  std::set<std::string> used_;
  CleanedText cleaned_;
};

}  // namespace

CleanedText CleanTags(std::string_view text, const TagIndex& index,
                      const std::set<std::string>& allowed) {
  return Cleaner(text, index, allowed).Clean();
}

}  // namespace gloss
