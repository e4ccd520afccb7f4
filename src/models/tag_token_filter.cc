#include "models/tag_token_filter.h"

#include <algorithm>
#include <utility>

namespace gloss {

TagTokenFilter::TagTokenFilter(std::shared_ptr<const TagRules> rules,
                               std::shared_ptr<const TokenTrie> trie)
    : trie_(std::move(trie)), automaton_(std::move(rules)) {}

bool TagTokenFilter::CanFinish(const TagState& state) const {
  const std::vector<std::string> ends = automaton_.Completions(state);
  if (ends.empty()) return true;
  return std::any_of(ends.begin(), ends.end(), [&](const std::string& end) {
    const auto known = spellable_.find(end);
    if (known != spellable_.end()) return known->second;
    return spellable_.emplace(end, trie_->CanSpell(end)).first->second;
  });
}

bool TagTokenFilter::Allows(int32_t token) const {
  const std::string_view piece = trie_->piece(token);
  if (piece.empty()) return AllowsEnd();
  TagState state = automaton_.state();
  return automaton_.Advance(state, piece) && CanFinish(state);
}

std::vector<int32_t> TagTokenFilter::Allowed() const {
  std::vector<int32_t> allowed;
  const std::span<const TokenTrie::Node> nodes = trie_->nodes();
  const std::span<const int32_t> tokens = trie_->tokens();
  const auto add = [&](uint32_t begin, uint32_t end) {
    allowed.insert(allowed.end(), tokens.begin() + begin, tokens.begin() + end);
  };
  // state[d]: after d bytes of the way to the node at hand.
  std::vector<TagState> state(trie_->longest() + 1);
  state[0] = automaton_.state();
  for (uint32_t i = 0; i < nodes.size();) {
    const TokenTrie::Node& node = nodes[i];
    TagState& next = state[node.depth];
    next = state[node.depth - 1];
    if (!automaton_.Advance(next, node.byte)) {
      i = node.end;
      continue;
    }
    const bool between_words = next.length == 0 || next.other_letters > 1;
    if (next.place == TagState::Place::kText && between_words && !node.risk_below) {
      add(node.tokens, node.tokens_end);
      i = node.end;
      continue;
    }
    if (node.tokens_own > node.tokens && CanFinish(next)) add(node.tokens, node.tokens_own);
    ++i;
  }
  return allowed;
}

bool TagTokenFilter::Accept(int32_t token) { return automaton_.Accept(trie_->piece(token)); }

}  // namespace gloss
