#include "grounding/evidence_sets.h"

#include <algorithm>
#include <set>
#include <utility>

namespace gloss {
namespace {

using Groups = std::vector<std::vector<SetMember>>;

void AddGroup(std::vector<SetMember> group, std::set<std::vector<SetMember>>& known,
              Groups& groups) {
  std::sort(group.begin(), group.end());
  const bool one_document = group.front().document == group.back().document;
  const bool distinct = std::adjacent_find(group.begin(), group.end()) == group.end();
  if (one_document && distinct && known.insert(group).second) groups.push_back(std::move(group));
}

}  // namespace

Groups ProposePairs(std::span<const SetMember> ranked) {
  Groups groups;
  std::set<std::vector<SetMember>> known;
  for (const SetMember& member : ranked.first(std::min(kFollowed, ranked.size()))) {
    if (member.sentence == 0) continue;
    AddGroup({{member.document, member.sentence - 1}, member}, known, groups);
  }
  const std::span<const SetMember> paired = ranked.first(std::min(kPaired, ranked.size()));
  for (size_t i = 0; i < paired.size(); ++i) {
    for (size_t k = i + 1; k < paired.size(); ++k) {
      AddGroup({paired[i], paired[k]}, known, groups);
    }
  }
  return groups;
}

Groups ProposeTriples(std::span<const SetMember> ranked) {
  Groups groups;
  std::set<std::vector<SetMember>> known;
  const std::span<const SetMember> best = ranked.first(std::min(kPaired, ranked.size()));
  for (size_t i = 0; i < best.size(); ++i) {
    for (size_t k = i + 1; k < best.size(); ++k) {
      for (size_t m = k + 1; m < best.size(); ++m)
        AddGroup({best[i], best[k], best[m]}, known, groups);
    }
  }
  return groups;
}

}  // namespace gloss
