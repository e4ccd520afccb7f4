#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace gloss {

/// A sentence that might be a part of a group.
struct SetMember {
  size_t document = 0;
  size_t sentence = 0;  ///< Its number in the document.

  friend auto operator<=>(const SetMember&, const SetMember&) = default;
};

/// Which groups of sentences are worth reading together with a claim that no sentence decides.
/// `ranked`: its best candidates, best first. Groups are of one document and in its order:
/// - a candidate after the sentence before it ("That fee …" is read with what it refers to), for
///   the first `kFollowed` candidates;
/// - two of the first `kPaired` candidates.
/// Each group once, in a fixed order.
std::vector<std::vector<SetMember>> ProposePairs(std::span<const SetMember> ranked);

/// Three of the first candidates of one document, for claims that no pair decides.
std::vector<std::vector<SetMember>> ProposeTriples(std::span<const SetMember> ranked);

constexpr size_t kFollowed = 3;
constexpr size_t kPaired = 4;

}  // namespace gloss
