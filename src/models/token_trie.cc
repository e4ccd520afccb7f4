#include "models/token_trie.h"

#include <algorithm>
#include <utility>

namespace gloss {
namespace {

constexpr size_t kLongestPiece = 4096;

size_t CommonPrefix(std::string_view a, std::string_view b) {
  const size_t most = std::min(a.size(), b.size());
  size_t length = 0;
  while (length < most && a[length] == b[length]) ++length;
  return length;
}

bool IsHexDigit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// Bytes in front of the last "<", or of the last of seven bytes of which six are hex digits; 0:
/// there is none.
size_t LastRisk(std::string_view bytes) {
  constexpr size_t kRun = 7;
  for (size_t at = bytes.size(); at-- > 0;) {
    if (bytes[at] == '<') return at;
    if (at + 1 < kRun) continue;
    const std::string_view run = bytes.substr(at + 1 - kRun, kRun);
    if (std::count_if(run.begin(), run.end(), IsHexDigit) >= 6) return at;
  }
  return 0;
}

}  // namespace

TokenTrie::TokenTrie(std::vector<std::string> pieces) : pieces_(std::move(pieces)) {
  for (size_t token = 0; token < pieces_.size(); ++token) {
    const size_t size = pieces_[token].size();
    if (size > 0 && size <= kLongestPiece) tokens_.push_back(static_cast<int32_t>(token));
  }
  std::sort(tokens_.begin(), tokens_.end(), [&](int32_t a, int32_t b) {
    const int order = piece(a).compare(piece(b));
    return order != 0 ? order < 0 : a < b;
  });
  std::vector<uint32_t> path;  // nodes from the first byte to the last piece's end
  const auto close_to = [&](size_t depth, uint32_t token) {
    while (path.size() > depth) {
      Node& node = nodes_[path.back()];
      node.end = static_cast<uint32_t>(nodes_.size());
      node.tokens_end = token;
      path.pop_back();
    }
  };
  std::string_view last;
  for (uint32_t i = 0; i < tokens_.size(); ++i) {
    const std::string_view bytes = piece(tokens_[i]);
    longest_ = std::max(longest_, bytes.size());
    const size_t shared = CommonPrefix(last, bytes);
    close_to(shared, i);
    for (size_t depth = shared; depth < bytes.size(); ++depth) {
      Node node;
      node.byte = bytes[depth];
      node.depth = static_cast<uint16_t>(depth + 1);
      node.tokens = node.tokens_own = i;
      path.push_back(static_cast<uint32_t>(nodes_.size()));
      nodes_.push_back(node);
    }
    nodes_[path.back()].tokens_own = i + 1;
    const size_t risk = LastRisk(bytes);
    for (size_t depth = 0; depth < risk; ++depth) nodes_[path[depth]].risk_below = true;
    last = bytes;
  }
  close_to(0, static_cast<uint32_t>(tokens_.size()));
}

const TokenTrie::Node* TokenTrie::Child(uint32_t first, uint32_t end, char byte) const {
  for (uint32_t i = first; i < end; i = nodes_[i].end) {
    if (nodes_[i].byte == byte) return &nodes_[i];
  }
  return nullptr;
}

bool TokenTrie::CanSpell(std::string_view bytes) const {
  std::vector<bool> reached(bytes.size() + 1, false);
  reached[0] = true;
  for (size_t begin = 0; begin < bytes.size(); ++begin) {
    if (!reached[begin]) continue;
    uint32_t first = 0;
    auto end = static_cast<uint32_t>(nodes_.size());
    for (size_t at = begin; at < bytes.size(); ++at) {
      const Node* node = Child(first, end, bytes[at]);
      if (node == nullptr) break;
      const bool ends_here = node->tokens_own > node->tokens;
      if (at + 1 == bytes.size() && (ends_here || !node->risk_below)) return true;
      if (ends_here) reached[at + 1] = true;
      first = static_cast<uint32_t>(node - nodes_.data()) + 1;
      end = node->end;
    }
  }
  return bytes.empty();
}

}  // namespace gloss
