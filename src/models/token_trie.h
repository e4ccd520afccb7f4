#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gloss {

/// The tokens of a vocabulary by the bytes they write. Immutable; thread-safe.
class TokenTrie {
 public:
  /// A node stands for the bytes on the way to it. Nodes are in depth-first order, so the ones
  /// below it are those up to `end`, and their tokens lie together.
  struct Node {
    char byte = 0;
    bool risk_below = false;  ///< A way from here on leads to "<", or to seven letters and figures
                              ///< that could be those of a tag.
    uint16_t depth = 0;       ///< Bytes up to here; 1 for the first.
    uint32_t end = 0;         ///< Index after the last node below.
    uint32_t tokens = 0;      ///< Into tokens(): those that end here,
    uint32_t tokens_own = 0;  ///< up to here; and those that end below,
    uint32_t tokens_end = 0;  ///< up to here.
  };

  /// `pieces[token]`: the bytes that the token writes; empty for control tokens, which are in no
  /// node. Pieces over 4,096 bytes are left out.
  explicit TokenTrie(std::vector<std::string> pieces);

  std::string_view piece(int32_t token) const { return pieces_[static_cast<size_t>(token)]; }
  size_t vocabulary_size() const { return pieces_.size(); }
  size_t longest() const { return longest_; }

  std::span<const Node> nodes() const { return nodes_; }
  std::span<const int32_t> tokens() const { return tokens_; }

  /// Can the bytes be written token by token? The last token may go on behind them, but not with
  /// what the automaton may refuse.
  bool CanSpell(std::string_view bytes) const;

 private:
  const Node* Child(uint32_t first, uint32_t end, char byte) const;

  std::vector<std::string> pieces_;
  std::vector<Node> nodes_;
  std::vector<int32_t> tokens_;
  size_t longest_ = 0;
};

}  // namespace gloss
