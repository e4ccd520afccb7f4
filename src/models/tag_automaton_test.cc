#include "models/tag_automaton.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "models/tag_test_support.h"

namespace gloss {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<std::string> kTags = {"a3f5e823", "a3f5e900", "94263ce0", "12345678", "beefcafe"};

TagAutomaton Make(CitationConstraint constraint) {
  auto rules = TagRules::Create(constraint);
  EXPECT_TRUE(rules.ok()) << rules.status().ToString();
  return TagAutomaton(*rules);
}

TagAutomaton Make(bool once = true, bool closing = false) {
  return Make({.tags = kTags, .once = once, .closing_forms = closing});
}

TEST(TagRulesTest, RefusesWhatIsNoTag) {
  for (const char* bad : {"", "A3F5E823", "a3f5e82", "a3f5e8233", "a3f5e82g", "<3f5e823"}) {
    const auto rules = TagRules::Create({.tags = {"a3f5e823", bad}});
    ASSERT_FALSE(rules.ok()) << bad;
    EXPECT_EQ(rules.status().code(), StatusCode::kInvalidArgument);
    EXPECT_THAT(rules.status().message(), HasSubstr("no sentence tag"));
  }
  const auto rules = TagRules::Create({.tags = {"a3f5e823", "00000000", "a3f5e823"}});
  ASSERT_TRUE(rules.ok());
  EXPECT_THAT((*rules)->tags(), ElementsAre("00000000", "a3f5e823"));
}

TEST(TagAutomatonTest, OrdinaryTextIsFree) {
  TagAutomaton automaton = Make();
  for (const char* text : {"The vote was 7 to 2.",
                           "a < b and b > a",
                           "p <0.05",
                           "<b>bold</b>",
                           "<h1>",
                           "<br/>",
                           "</table>",
                           "<code>x</code>",
                           "<header>",
                           "<decades",
                           "<feedback ",
                           "<details>",
                           "x <- y",
                           "<100000 units",
                           "< 12345678 people",
                           "<1000kcal",
                           "<100000km ",
                           "<1e6",
                           "<5e-8",
                           "<a>",
                           "<dd>",
                           "<face>",
                           "<12345678901>",
                           "<<",
                           "<a3f",
                           "<a3f>",
                           "[a3f5e8]",
                           "<facade>",
                           "(Fabaceae)",
                           "#ff00aa",
                           "12345678",
                           "deadbeef",
                           "\xFF\xFE <\xC3\xA9>",
                           "if (a<b) c>d",
                           "<covid19>",
                           "<!-- x -->",
                           "</ >"}) {
    TagState state = automaton.state();
    EXPECT_TRUE(automaton.Advance(state, text)) << text;
  }
}

TEST(TagAutomatonTest, FalseTagsAreStoppedAtTheFirstByteThatMakesThemOne) {
  const TagAutomaton automaton = Make();
  struct Case {
    std::string text;
    size_t stopped_at;  ///< Index of the byte that must not stand there.
  };
  for (const Case& test : std::vector<Case>{
           {"<deadbeef>", 8},             // letters alone: the eighth
           {"<dead1234>", 5},             // mixed: where a digit comes, at four or more
           {"<a3f6", 4},                  // begins no tag any more
           {"<a3f5e824", 8},              // the last digit is wrong
           {"<a3f5e823 >", 9},            // white space within
           {"<a3f5e823/>", 9},            // another form
           {"<a3f5e8234", 9},             // a digit too many
           {"<a3f5e82>", 8},              // one too few
           {"<a3f5g", 5},                 // inside a tag, no hex digit
           {"<a3f5<", 5},                 // nor a new one
           {"<A3F5E823>", 4},             // upper case
           {"< a3f5e823>", 8},            // white space before it
           {"<\n\ta3f5e823>", 9},         //
           {"</a3f5e823>", 5},            // a closing form, where there is none
           {"< / a3f5e823>", 10},         //
           {"<-a3f5e823>", 8},            //
           {"<9x426ce", 7},               // one letter that is no hex digit
           {"<87654321>", 9},             // a number in the form of a tag
           {"<87654321 >", 10},           //
           {"<87654321 / >", 12},         //
           {"<87654321, 87654322>", 19},  //
           {"<1234567>", 8},              // one digit lost
           {"<123456781>", 10},           // one digit too many
           {"<1234567g>", 9},             // a unit makes no difference
           {"a <b> <<cafe00", 12},        //
           {"(a3f5e823)", 7},             // other brackets
           {"a3f5e823>", 6},              // the opening one lost
           {"x [deadbe12]", 9},           //
           {"see a3f5g82", 10},           //
       }) {
    TagState state = automaton.state();
    size_t at = 0;
    while (at < test.text.size() && automaton.Advance(state, test.text[at])) ++at;
    EXPECT_EQ(at, test.stopped_at) << test.text;
  }
}

TEST(TagAutomatonTest, LettersAreStoppedUnlessATagBeginsSo) {
  const TagAutomaton automaton = Make();
  TagState state = automaton.state();
  EXPECT_TRUE(automaton.Advance(state, "<beefcafe>"));
  state = automaton.state();
  EXPECT_TRUE(automaton.Advance(state, "<beefcaf"));
  EXPECT_TRUE(automaton.Advance(state, 'e'));
  EXPECT_FALSE(automaton.Advance(state, ' '));
}

TEST(TagAutomatonTest, AWordWithOneOtherLetterIsNearATagOfLettersOnly) {
  TagState state;
  EXPECT_FALSE(Make().Advance(state, "<beefcafk>"));
  state = {};
  EXPECT_TRUE(Make({.tags = {"a3f5e823"}}).Advance(state, "<feedback>"));
}

TEST(TagAutomatonTest, EachTagOnce) {
  TagAutomaton automaton = Make();
  EXPECT_TRUE(automaton.Accept("One <a3f5e823>, two <a3f5"));
  EXPECT_FALSE(automaton.Accept("e8"));
  EXPECT_TRUE(automaton.Accept("e900>."));
  EXPECT_FALSE(automaton.Accept("<a3f5"));
  EXPECT_TRUE(automaton.Accept("<12345678>"));
  EXPECT_FALSE(automaton.Accept("<12345678>"));
  EXPECT_TRUE(automaton.Accept("<12345678 people"));
  EXPECT_THAT(automaton.uses(), ElementsAre(1, 0, 1, 1, 0));
  // Also within one piece.
  EXPECT_FALSE(automaton.Accept("<94263ce0><94263ce0>"));
  EXPECT_TRUE(automaton.Accept("<94263ce0><beefcafe>"));
}

TEST(TagAutomatonTest, AsOftenAsOneLikesWhereAskedFor) {
  TagAutomaton automaton = Make(/*once=*/false);
  EXPECT_TRUE(automaton.Accept("<a3f5e823><a3f5e823>"));
  EXPECT_TRUE(automaton.Accept("<a3f5e823>"));
  EXPECT_FALSE(automaton.Accept("<a3f5e824>"));
  EXPECT_EQ(automaton.uses()[2], 3);
}

TEST(TagAutomatonTest, AClosingFormClosesTheTagBeforeIt) {
  TagAutomaton automaton = Make(/*once=*/true, /*closing=*/true);
  EXPECT_FALSE(automaton.Accept("</a3f5e823>"));
  EXPECT_TRUE(automaton.Accept("<a3f5e823>text</"));
  EXPECT_FALSE(automaton.Accept("a3f5e900>"));
  EXPECT_TRUE(automaton.Accept("a3f5e823>"));
  EXPECT_FALSE(automaton.Accept("</a3f5e823>"));
  EXPECT_TRUE(automaton.Accept("</b>"));
}

TEST(TagAutomatonTest, WithoutTagsNothingLooksLikeOne) {
  TagAutomaton automaton = Make(CitationConstraint{});
  EXPECT_TRUE(automaton.Accept("a <b> c <100000 d"));
  EXPECT_FALSE(automaton.Accept(" <a3f5"));
  EXPECT_FALSE(automaton.Accept(" <deadbeef"));
}

TEST(TagAutomatonTest, TheTextMustNotEndWithinATag) {
  const TagAutomaton automaton = Make();
  const auto may_end = [&](std::string_view text) {
    TagState state = automaton.state();
    EXPECT_TRUE(automaton.Advance(state, text)) << text;
    return TagAutomaton::MayEnd(state);
  };
  for (const char* open : {"x <", "x </", "<a", "<a3f5e8", "<a3f5e823", "<beefcafe"}) {
    EXPECT_FALSE(may_end(open)) << open;
  }
  for (const char* whole : {"", "x", "<a3f5e823>", "p <5", "<12345678", "<h", "<x", "<b>"}) {
    EXPECT_TRUE(may_end(whole)) << whole;
  }
}

TEST(TagAutomatonTest, ATextCutInsideATagLosesIt) {
  const auto rules = *TagRules::Create({.tags = kTags, .closing_forms = true});
  const auto kept = [&](const std::string& text) {
    return text.substr(0, LengthWithoutOpenTag(rules, text));
  };
  EXPECT_EQ(kept("It rains.<a3f5e8"), "It rains.");
  EXPECT_EQ(kept("It rains.<"), "It rains.");
  EXPECT_EQ(kept("It rains.<a3<<"), "It rains.");
  EXPECT_EQ(kept("It rains.<a3f5e823>x</a3f5"), "It rains.<a3f5e823>x");
  EXPECT_EQ(kept("It rains.<a3f5e823>"), "It rains.<a3f5e823>");
  EXPECT_EQ(kept("p <5"), "p <5");
  EXPECT_EQ(kept(""), "");
}

TEST(TagAutomatonTest, CompletionsSpellTheRest) {
  TagAutomaton automaton = Make();
  TagState state = automaton.state();
  ASSERT_TRUE(automaton.Advance(state, "<a3f5e"));
  EXPECT_THAT(automaton.Completions(state), ElementsAre("823>", "900>"));
  state = automaton.state();
  ASSERT_TRUE(automaton.Advance(state, "<a3f"));
  EXPECT_THAT(automaton.Completions(state), IsEmpty());
}

/// Random bytes that love tags: whatever the automaton lets through is free of false tags.
TEST(TagAutomatonTest, NoFalseTagGetsThrough) {
  std::mt19937_64 random(7);
  const std::string alphabet = "<<<>>//  \n0123456789abcdefabcdefABgx.";
  for (int round = 0; round < 400; ++round) {
    const bool once = round % 2 == 0;
    TagAutomaton automaton = Make(once, round % 4 < 2);
    std::string text;
    for (int i = 0; i < 400; ++i) {
      std::string piece(1, alphabet[random() % alphabet.size()]);
      const std::string& tag = kTags[random() % kTags.size()];
      if (random() % 8 == 0) piece = "<" + tag;
      if (random() % 8 == 1) piece = "</" + tag.substr(0, random() % 9) + ">";
      if (random() % 8 == 2) piece = tag.substr(random() % 8);
      if (automaton.Accept(piece)) text += piece;
    }
    const TagsFound found = ReadTags(text, kTags);
    EXPECT_THAT(found.bad, IsEmpty()) << text;
    if (round % 4 >= 2) {
      EXPECT_THAT(found.closing, IsEmpty()) << text;
    }
    for (const auto& [tag, count] : found.good) {
      EXPECT_LE(count, once ? 1 : 1000) << tag << " in " << text;
    }
  }
}

TEST(TagAutomatonTest, ManyTagsAreQuick) {
  CitationConstraint constraint;
  for (int i = 0; i < 40000; ++i) {
    std::string tag = std::to_string(10000000 + i * 7);
    tag[i % 8] = "abcdef"[i % 6];
    constraint.tags.push_back(tag);
  }
  TagAutomaton automaton = Make(constraint);
  // Used up from the front: what is free must be found without walking over what is not.
  const std::vector<std::string> tags = automaton.rules()->tags();
  for (size_t i = 0; i + 1 < tags.size(); ++i) ASSERT_TRUE(automaton.Accept("<" + tags[i] + ">"));
  EXPECT_FALSE(automaton.Accept("<" + tags.front() + ">"));
  EXPECT_TRUE(automaton.Accept("<" + tags.back() + ">"));
}

}  // namespace
}  // namespace gloss
