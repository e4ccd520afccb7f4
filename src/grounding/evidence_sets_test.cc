#include "grounding/evidence_sets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(EvidenceSetsTest, NeighboursThenPairsInDocumentOrder) {
  const std::vector<SetMember> ranked = {{0, 5}, {0, 2}};
  EXPECT_THAT(ProposePairs(ranked), ElementsAre(ElementsAre(SetMember{0, 4}, SetMember{0, 5}),
                                                ElementsAre(SetMember{0, 1}, SetMember{0, 2}),
                                                ElementsAre(SetMember{0, 2}, SetMember{0, 5})));
}

TEST(EvidenceSetsTest, NoGroupTwiceAndNoneAcrossDocuments) {
  const std::vector<SetMember> ranked = {{0, 1}, {0, 0}, {1, 0}};
  EXPECT_THAT(ProposePairs(ranked), ElementsAre(ElementsAre(SetMember{0, 0}, SetMember{0, 1})));
}

TEST(EvidenceSetsTest, BoundedHoweverManyCandidates) {
  std::vector<SetMember> ranked;
  for (size_t i = 0; i < 500; ++i) ranked.push_back({0, 2 * i + 1});
  EXPECT_THAT(ProposePairs(ranked), SizeIs(3 + 6));
  EXPECT_THAT(ProposeTriples(ranked), SizeIs(4));
}

TEST(EvidenceSetsTest, FewCandidates) {
  EXPECT_THAT(ProposePairs({}), IsEmpty());
  const std::vector<SetMember> first = {{0, 0}};
  EXPECT_THAT(ProposePairs(first), IsEmpty());
  EXPECT_THAT(ProposeTriples(first), IsEmpty());
}

}  // namespace
}  // namespace gloss
