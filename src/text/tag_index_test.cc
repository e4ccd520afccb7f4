#include "text/tag_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Document WithTags(const std::vector<std::string>& tags) {
  Document document;
  for (const std::string& tag : tags) document.sentences.push_back({.span = {}, .tag = tag});
  return document;
}

TagIndex IndexOf(const std::vector<std::string>& tags) {
  const std::vector<Document> documents = {WithTags(tags)};
  return TagIndex(documents);
}

TEST(TagIndex, FindsWhatExistsInAnyCase) {
  const TagIndex index = IndexOf({"a3f5e823", "00000000"});
  EXPECT_EQ(index.Find("a3f5e823").match, TagMatch::kExact);
  EXPECT_EQ(index.Find("A3F5E823").match, TagMatch::kExact);
  EXPECT_EQ(index.Find("A3F5E823").tag, "a3f5e823");
  EXPECT_EQ(index.Find("00000000").tag, "00000000");
}

TEST(TagIndex, OneSlipIsNear) {
  const TagIndex index = IndexOf({"a3f5e823", "5d41402a"});
  for (const std::string id : {"a3f5e824",   // wrong
                               "b3f5e823",   //
                               "a3f5e82g",   // no digit at all
                               "a3f5e8z3",   //
                               "a3f5e82",    // lost
                               "3f5e823",    //
                               "a3f5ee823",  // too many
                               "xa3f5e823",  //
                               "a3f5e832",   // swapped
                               "3af5e823"}) {
    const TagIndex::Found found = index.Find(id);
    EXPECT_EQ(found.match, TagMatch::kNear) << id;
    EXPECT_EQ(found.tag, "a3f5e823") << id;
  }
}

TEST(TagIndex, TwoSlipsAreNone) {
  const TagIndex index = IndexOf({"a3f5e823"});
  for (const std::string id : {"a3f5e8", "a3f5e845", "a3f5ezz3", "a3f5e82345", "", "3f5e82",
                               "hello", "a3f5eg2", "zza3f5e823"}) {
    EXPECT_EQ(index.Find(id).match, TagMatch::kNone) << id;
  }
}

TEST(TagIndex, NearSeveralIsAmbiguous) {
  const TagIndex index = IndexOf({"a3f5e820", "a3f5e821"});
  const TagIndex::Found found = index.Find("a3f5e822");
  EXPECT_EQ(found.match, TagMatch::kAmbiguous);
  EXPECT_THAT(found.tag, IsEmpty());
  // One of them is nearer than near: it exists.
  EXPECT_EQ(index.Find("a3f5e821").tag, "a3f5e821");
}

TEST(TagIndex, TheSameTagReachedTwiceIsOne) {
  // A digit lost from a run can have stood at either place.
  const TagIndex index = IndexOf({"aa000000"});
  EXPECT_EQ(index.Find("a000000").match, TagMatch::kNear);
}

TEST(TagIndex, ATagStandsForAllItsPlaces) {
  const std::vector<Document> documents = {WithTags({"a3f5e823", "5d41402a"}),
                                           WithTags({"5d41402a"})};
  const TagIndex index(documents);
  EXPECT_THAT(index.PlacesOf("5d41402a"), ElementsAre(SentenceRef{0, 1}, SentenceRef{1, 0}));
  EXPECT_THAT(index.PlacesOf("ffffffff"), IsEmpty());
  EXPECT_THAT(index.PlacesOf("no tag"), IsEmpty());
}

TEST(TagIndex, OfAllTagsEveryEightDigitsAreOne) {
  const TagIndex all = TagIndex::OfAllTags();
  EXPECT_FALSE(all.empty());
  EXPECT_EQ(all.Find("deadbeef").match, TagMatch::kExact);
  EXPECT_EQ(all.Find("deadbee").match, TagMatch::kNear);
  EXPECT_EQ(all.Find("deadbezz").match, TagMatch::kNone);
  EXPECT_TRUE(TagIndex().empty());
}

}  // namespace
}  // namespace gloss
