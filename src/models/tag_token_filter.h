#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/tag_automaton.h"
#include "models/token_trie.h"

namespace gloss {

/// Which tokens of a vocabulary may come next in one text under a citation constraint. Decides by
/// the bytes that tokens write, so it holds for any tokenizer: tokens may begin before a tag, end
/// behind it, or hold it whole. A token that leads into a tag which the vocabulary cannot finish is
/// not allowed either. Thread-compatible; the trie is shared.
class TagTokenFilter {
 public:
  TagTokenFilter(std::shared_ptr<const TagRules> rules, std::shared_ptr<const TokenTrie> trie);

  /// May this token come next? A token that writes nothing may where the text may end.
  bool Allows(int32_t token) const;

  /// May the text end here?
  bool AllowsEnd() const { return TagAutomaton::MayEnd(automaton_.state()); }

  /// All tokens with bytes that may come next, in no order.
  std::vector<int32_t> Allowed() const;

  /// Takes note of the next token; false when it must not come.
  bool Accept(int32_t token);

  const TagAutomaton& automaton() const { return automaton_; }

 private:
  bool CanFinish(const TagState& state) const;

  std::shared_ptr<const TokenTrie> trie_;
  TagAutomaton automaton_;
  mutable std::map<std::string, bool, std::less<>> spellable_;  ///< Ends of tags: can be written.
};

}  // namespace gloss
