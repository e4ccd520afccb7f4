#include "models/tag_token_filter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "models/tag_test_support.h"

namespace gloss {
namespace {

using testing::IsEmpty;

const std::vector<std::string> kTags = {"a3f5e823", "a3f5e900", "94263ce0",
                                        "12345678", "beefcafe", "00aa11bb"};

/// One token a byte.
std::vector<std::string> Bytes() {
  std::vector<std::string> pieces = {""};  // token 0: a control token
  for (int byte = 0; byte < 256; ++byte) pieces.emplace_back(1, static_cast<char>(byte));
  return pieces;
}

/// Bytes and pieces that straddle the borders of tags.
std::vector<std::string> Straddling() {
  std::vector<std::string> pieces = Bytes();
  for (const char* piece :
       {".<",         " <",         "><",          "> ",     ">.",    ">\n",  "<a",
        "<9",         "</",         ". <a3",       "a3f5",   "3f5e8", "e82",  "23>",
        "900>.",      "00>",        "de",          "ad",     "dead",  "beef", "cafe>",
        "<beef",      "<dead",      "efcafe> and", "123456", "<1234", "78>",  "78> <",
        " the",       "The",        "ce0>",        "42",     "<b>",   "</b>", "deadbeef",
        "<deadbeef>", " <deadbeef", "a3f5e824>",   "<0",     "0aa1",  "1bb>", "\xE2\x82",
        "\xAC"}) {
    pieces.emplace_back(piece);
  }
  return pieces;
}

/// Every tag is one token, and there is no other way to write one.
std::vector<std::string> WholeTags() {
  std::vector<std::string> pieces = {"",  " the", "word", ".",    " ",    "<",  ">",   "</",
                                     "a", "b",    "x",    "dead", "beef", " <", "a3f5"};
  for (const std::string& tag : kTags) pieces.push_back("<" + tag + ">");
  for (const std::string& tag : kTags) pieces.push_back("</" + tag + ">");
  pieces.push_back("<a3f5e823><94263ce0>");
  pieces.push_back("<deadbeef>");
  return pieces;
}

struct Toy {
  std::string name;
  std::vector<std::string> pieces;
};

std::vector<Toy> Toys() {
  return {{"bytes", Bytes()}, {"straddling", Straddling()}, {"whole tags", WholeTags()}};
}

/// What the logits want: tags, and what looks like them.
const std::vector<std::string> kTempting = {
    "<a3f5e823>",  "<00aa11bb>",  "<beefcafe>",  "<12345678>",  "<94263ce0>",  "<deadbeef>",
    "<a3f5e824>",  "< a3f5e823>", "</a3f5e823>", "<A3F5E823>",  "<a3f5e82>",   "<a3f5e8233>",
    "<a3f5e823/>", "<87654321>",  "<b>",         "<00aa11b g>", ".<a3f5e900>."};

/// Writes a text with logits that love tags in every form, and else are random.
std::string Write(const Toy& toy, const CitationConstraint& constraint, uint64_t seed) {
  const auto rules = TagRules::Create(constraint);
  const auto trie = std::make_shared<const TokenTrie>(toy.pieces);
  TagTokenFilter filter(*rules, trie);
  std::mt19937_64 random(seed);
  std::string text;
  std::string_view wanted;
  int steps = 0;
  while (steps++ < 200 || !filter.AllowsEnd()) {
    const std::vector<int32_t> allowed = filter.Allowed();
    if (allowed.empty() || steps > 400) {
      ADD_FAILURE() << toy.name << ": a tag never ends: " << text;
      break;
    }
    if (wanted.empty() && random() % 2 == 0) wanted = kTempting[random() % kTempting.size()];
    int32_t best = allowed[0];
    uint64_t best_score = 0;
    for (const int32_t token : allowed) {
      EXPECT_TRUE(filter.Allows(token));
      const std::string_view piece = trie->piece(token);
      const bool tempting = wanted.starts_with(piece) || piece.starts_with(wanted);
      const uint64_t score = random() % 1000 + (tempting && !wanted.empty() ? 900 : 0);
      if (score > best_score) {
        best = token;
        best_score = score;
      }
    }
    EXPECT_TRUE(filter.Accept(best));
    const std::string_view piece = trie->piece(best);
    wanted.remove_prefix(wanted.starts_with(piece) ? piece.size() : wanted.size());
    text += piece;
  }
  return text;
}

TEST(TagTokenFilterTest, WhateverTheLogitsNoFalseTagAndEachOnce) {
  for (const Toy& toy : Toys()) {
    int tags_written = 0;
    for (uint64_t seed = 1; seed <= 40; ++seed) {
      const bool once = seed % 2 == 0;
      const bool closing = seed % 3 == 0;
      const std::string text =
          Write(toy, {.tags = kTags, .once = once, .closing_forms = closing}, seed);
      const TagsFound found = ReadTags(text, kTags);
      EXPECT_THAT(found.bad, IsEmpty()) << toy.name << ": " << text;
      for (const auto& [tag, count] : found.good) {
        tags_written += count;
        EXPECT_LE(count, once ? 1 : 1000) << toy.name << ": " << tag << " in " << text;
      }
      if (!closing) {
        EXPECT_THAT(found.closing, IsEmpty()) << toy.name << ": " << text;
      }
    }
    EXPECT_GT(tags_written, 10) << toy.name << " was not tempted";
  }
}

/// The list of all and the test of one must agree, on the way through any text.
TEST(TagTokenFilterTest, TheListIsExactlyWhatIsAllowedOneByOne) {
  for (const Toy& toy : Toys()) {
    const auto rules = TagRules::Create({.tags = kTags, .closing_forms = true});
    const auto trie = std::make_shared<const TokenTrie>(toy.pieces);
    TagTokenFilter filter(*rules, trie);
    std::mt19937_64 random(3);
    for (int step = 0; step < 150; ++step) {
      std::vector<int32_t> allowed = filter.Allowed();
      std::sort(allowed.begin(), allowed.end());
      std::vector<int32_t> one_by_one;
      for (size_t token = 0; token < toy.pieces.size(); ++token) {
        const auto id = static_cast<int32_t>(token);
        if (!toy.pieces[token].empty() && filter.Allows(id)) one_by_one.push_back(id);
      }
      ASSERT_EQ(allowed, one_by_one) << toy.name << ", step " << step;
      ASSERT_FALSE(allowed.empty());
      ASSERT_TRUE(filter.Accept(allowed[random() % allowed.size()]));
    }
  }
}

TEST(TagTokenFilterTest, ATagThatTheTokensCannotFinishIsNotBegun) {
  // "<a3f5" can be written, its end cannot: only the other tag is open.
  const std::vector<std::string> pieces = {"<", "a3f5", "e82", "3", "94a63", "ce0", ">", "."};
  const auto rules = TagRules::Create({.tags = {"a3f5e900", "94a63ce0"}});
  TagTokenFilter filter(*rules, std::make_shared<const TokenTrie>(pieces));
  ASSERT_TRUE(filter.Accept(0));
  EXPECT_FALSE(filter.Allows(1));
  EXPECT_TRUE(filter.Allows(4));
  ASSERT_TRUE(filter.Accept(4));
  EXPECT_EQ(filter.Allowed(), std::vector<int32_t>{5});
}

TEST(TagTokenFilterTest, TokensWithoutBytesOnlyWhereTheTextMayEnd) {
  const auto rules = TagRules::Create({.tags = kTags});
  TagTokenFilter filter(*rules, std::make_shared<const TokenTrie>(Bytes()));
  EXPECT_TRUE(filter.Allows(0));
  EXPECT_TRUE(filter.AllowsEnd());
  for (const char c : std::string("<a3f5")) ASSERT_TRUE(filter.Accept(1 + c));
  EXPECT_FALSE(filter.Allows(0));
  EXPECT_FALSE(filter.AllowsEnd());
}

TEST(TokenTrieTest, SpellsByAnyCutting) {
  const TokenTrie trie({"", "e8", "23", "3>", "2", "e823> and", "x<", "0>"});
  EXPECT_TRUE(trie.CanSpell("e823>"));
  EXPECT_TRUE(trie.CanSpell("23>"));
  EXPECT_TRUE(trie.CanSpell(""));
  EXPECT_FALSE(trie.CanSpell("e8>"));
  EXPECT_FALSE(trie.CanSpell("x"));  // only with a tag behind it
  EXPECT_FALSE(TokenTrie({""}).CanSpell("a"));
}

TEST(TokenTrieTest, NodesLeadToAllTokens) {
  const std::vector<std::string> pieces = {"ab", "a", "", "abc", "b", "ab", "\xFF"};
  const TokenTrie trie(pieces);
  std::multiset<int32_t> seen;
  for (const TokenTrie::Node& node : trie.nodes()) {
    for (uint32_t i = node.tokens; i < node.tokens_own; ++i) {
      seen.insert(trie.tokens()[i]);
      EXPECT_EQ(trie.piece(trie.tokens()[i]).size(), node.depth);
    }
    EXPECT_LE(node.tokens_own, node.tokens_end);
  }
  EXPECT_EQ(seen, (std::multiset<int32_t>{0, 1, 3, 4, 5, 6}));
  EXPECT_EQ(trie.longest(), 3U);
}

}  // namespace
}  // namespace gloss
