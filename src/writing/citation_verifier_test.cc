#include "writing/citation_verifier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "grounding/test_support.h"
#include "models/scripted_embedder.h"
#include "text/characters.h"
#include "text/segmenter.h"
#include "writing/citation_fixer.h"

namespace gloss {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// True when the words of the claim stand in the premise, in this order.
bool Says(std::string_view premise, std::string_view claim) {
  const std::string words = FoldCase(claim.substr(0, claim.find_last_not_of('.') + 1));
  return FoldCase(premise).find(words) != std::string::npos;
}

/// One verification by scripted models.
struct Fixture {
  std::vector<Document> documents = {
      MakeDocument("d1", {"The budget was approved.", "The library opens on Sundays.",
                          "Garages stay closed."}),
      MakeDocument("d2", {"A fee pays for road repairs.", "Two bridges close in May."})};
  /// (premise, hypothesis) beside "a sentence entails what it says word for word".
  std::map<std::pair<std::string, std::string>, Relation> table = {};
  std::vector<UnreadSource> unread = {};
  std::optional<size_t> classifier_fails_after = {};
  bool suggest = true;
  std::string decomposition = "none";
  std::string method = "etracer";
  std::set<std::string> premises = {};  ///< All that were asked about.

  CitedText Verify(const std::string& text, std::vector<Annotation> annotations = {},
                   std::vector<Block> blocks = {}) {
    AssignTags(documents);
    ScriptedEmbedder embedder;
    ScriptedClassifier classifier(Script({.table = table,
                                          .callback =
                                              [this](const PremiseHypothesis& pair) {
                                                premises.emplace(pair.premise);
                                                return Says(pair.premise, pair.hypothesis)
                                                           ? std::optional(Relation::kEntailment)
                                                           : std::nullopt;
                                              },
                                          .fail_after = classifier_fails_after}));
    const Grounder grounder(embedder, classifier, nullptr);
    CitedInput input;
    input.text.text = text;
    input.text.language = "en";
    input.text.blocks = std::move(blocks);
    Segment(input.text);
    input.annotations = std::move(annotations);
    input.documents = documents;
    input.unread_sources = unread;
    VerifyOptions options;
    options.suggest = suggest;
    options.grounding.method = method;
    if (method == "etracer") options.grounding.tau = 0.1F;
    options.grounding.decomposition = decomposition;
    auto cited = CitationVerifier(grounder).Verify(std::move(input), options, {}, {});
    EXPECT_TRUE(cited.ok()) << cited.status().ToString();
    return *std::move(cited);
  }
};

TEST(CitationVerifier, JudgesAClaimByItsCitedSentencesAlone) {
  Fixture fixture;
  fixture.suggest = false;
  const CitedText cited = fixture.Verify("The budget was approved <702d3661>.");
  ASSERT_THAT(cited.claims, SizeIs(1));
  EXPECT_EQ(cited.claims[0].verdict, Verdict::kNotEnoughInfo);
  EXPECT_EQ(cited.citations[0].verdict, CitationVerdict::kDoesNotAddress);
  EXPECT_THAT(fixture.premises, Contains("The library opens on Sundays."));
  // The sentence that says so is not cited, and was not looked at.
  EXPECT_EQ(fixture.premises.count("The budget was approved."), 0U);
  EXPECT_THAT(cited.gaps, IsEmpty());
}

TEST(CitationVerifier, TellsWhatWouldSupportAClaim) {
  Fixture fixture;
  const CitedText cited =
      fixture.Verify("The budget was approved <702d3661>. Two bridges close in May.");
  ASSERT_THAT(cited.claims, SizeIs(2));
  EXPECT_THAT(cited.claims[0].would_support, ElementsAre(SentenceRef{0, 0}));
  EXPECT_FALSE(cited.claims[0].needs_citation);
  EXPECT_TRUE(cited.claims[1].needs_citation);
  EXPECT_EQ(cited.claims[1].verdict, Verdict::kNotEnoughInfo);
  EXPECT_THAT(cited.claims[1].would_support, ElementsAre(SentenceRef{1, 1}));
  EXPECT_TRUE(cited.sentences[1].needs_citation);
}

TEST(CitationVerifier, WhatStatesNothingNeedsNoCitation) {
  const CitedText cited = Fixture().Verify("Hello! The budget was approved <94263ce0>.");
  ASSERT_THAT(cited.claims, SizeIs(2));
  EXPECT_EQ(cited.claims[0].verdict, Verdict::kNotCheckable);
  EXPECT_FALSE(cited.claims[0].needs_citation);
  EXPECT_EQ(cited.claims[1].verdict, Verdict::kSupported);
  EXPECT_THAT(cited.gaps, IsEmpty());
}

TEST(CitationVerifier, AHeadingNeedsNoCitationUnlessItIsASentence) {
  const auto verdict_of = [](const std::string& heading) {
    const std::string text = heading + "\n\nThe budget was approved <94263ce0>.";
    std::vector<Block> blocks(2);
    blocks[0].span = {0, heading.size()};
    blocks[0].kind = BlockKind::kHeading;
    blocks[1].span = {heading.size() + 2, text.size()};
    const CitedText cited = Fixture().Verify(text, {}, blocks);
    EXPECT_EQ(cited.claims.back().verdict, Verdict::kSupported);
    return cited.claims.front().verdict;
  };
  EXPECT_EQ(verdict_of("What the council decided"), Verdict::kNotCheckable);
  EXPECT_EQ(verdict_of("The council sold the harbour."), Verdict::kNotEnoughInfo);
  EXPECT_EQ(verdict_of("The council sold the harbour <702d3661>"), Verdict::kNotEnoughInfo);
}

TEST(CitationVerifier, AnUnknownCitationSupportsNothing) {
  const CitedText cited = Fixture().Verify("The budget was approved <deadbeef>.");
  EXPECT_EQ(cited.citations[0].state, CitationState::kUnknown);
  EXPECT_EQ(cited.citations[0].verdict, CitationVerdict::kUnchecked);
  EXPECT_TRUE(cited.claims[0].needs_citation);
  EXPECT_EQ(cited.claims[0].verdict, Verdict::kNotEnoughInfo);
}

TEST(CitationVerifier, EachCitationCountsAloneAndAllTogether) {
  Fixture fixture;
  const std::string denial = "The council never approved the budget.";
  fixture.documents[1] = MakeDocument("d2", {denial});
  fixture.table = {{{denial, "The budget was approved."}, Relation::kContradiction}};
  AssignTags(fixture.documents);
  const CitedText cited = fixture.Verify("The budget was approved <94263ce0><702d3661><" +
                                         fixture.documents[1].sentences[0].tag + ">.");
  ASSERT_THAT(cited.citations, SizeIs(3));
  EXPECT_EQ(cited.citations[0].verdict, CitationVerdict::kSupports);
  EXPECT_EQ(cited.citations[1].verdict, CitationVerdict::kDoesNotAddress);
  EXPECT_EQ(cited.citations[2].verdict, CitationVerdict::kContradicts);
  EXPECT_EQ(cited.claims[0].verdict, Verdict::kConflicting);
}

TEST(CitationVerifier, SentencesThatSupportTogetherAreAGroup) {
  Fixture fixture;
  fixture.method = "cascade";
  fixture.documents = {MakeDocument(
      "d1", {"The council met on Monday evening.", "The mayor praised the harbour project."})};
  const std::string claim = "The council met on Monday and the mayor praised the harbour project.";
  fixture.table = {
      {{"The council met on Monday evening. The mayor praised the harbour project.", claim},
       Relation::kEntailment}};
  AssignTags(fixture.documents);
  const auto& sentences = fixture.documents[0].sentences;
  const CitedText cited =
      fixture.Verify("The council met on Monday and the mayor praised the harbour project <" +
                     sentences[0].tag + "><" + sentences[1].tag + ">.");
  ASSERT_THAT(cited.citations, SizeIs(2));
  EXPECT_EQ(cited.claims[0].verdict, Verdict::kSupported);
  EXPECT_THAT(cited.claims[0].evidence, ElementsAre(SentenceRef{0, 0}, SentenceRef{0, 1}));
  for (const Citation& citation : cited.citations) {
    EXPECT_EQ(citation.verdict, CitationVerdict::kSupports);
    EXPECT_TRUE(citation.in_group);
  }
}

TEST(CitationVerifier, ClaimsBelongToTheMarkBehindThem) {
  Fixture fixture;
  fixture.decomposition = "rules";
  const CitedText cited = fixture.Verify(
      "The budget was approved <94263ce0>, and two bridges close in May [2]. The library opens on "
      "Sundays.");
  ASSERT_THAT(cited.citations, SizeIs(2));
  ASSERT_GE(cited.claims.size(), 3U);
  EXPECT_THAT(cited.citations[0].claims, ElementsAre(0));
  EXPECT_THAT(cited.citations[1].claims, ElementsAre(1));
  EXPECT_TRUE(cited.claims.back().needs_citation);
}

TEST(CitationVerifier, AMarkThatBeginsTheSentenceHasWhatFollows) {
  const CitedText cited = Fixture().Verify("[1] The budget was approved.");
  ASSERT_THAT(cited.citations, SizeIs(1));
  EXPECT_THAT(cited.citations[0].claims, ElementsAre(0));
  EXPECT_EQ(cited.citations[0].verdict, CitationVerdict::kSupports);
}

TEST(CitationVerifier, WrappingTagsHoldWhatTheyEnclose) {
  const CitedText cited = Fixture().Verify(
      "<94263ce0>The budget was approved. The library opens on Sundays.</94263ce0> Garages stay "
      "closed.");
  ASSERT_THAT(cited.citations, SizeIs(1));
  EXPECT_THAT(cited.citations[0].claims, ElementsAre(0, 1));
  EXPECT_EQ(cited.citations[0].verdict, CitationVerdict::kSupports);
  EXPECT_THAT(cited.citations[0].reason, HasSubstr("1 of 2 claims"));
  EXPECT_TRUE(cited.claims[2].needs_citation);
}

TEST(CitationVerifier, AModelThatFailsLeavesNothingDecided) {
  Fixture fixture;
  fixture.classifier_fails_after = 0;
  const CitedText cited = fixture.Verify("The budget was approved <94263ce0>.");
  EXPECT_EQ(cited.claims[0].verdict, Verdict::kUnchecked);
  EXPECT_EQ(cited.citations[0].verdict, CitationVerdict::kUnchecked);
  EXPECT_TRUE(cited.model_failed);
  EXPECT_FALSE(cited.gaps.empty());
  EXPECT_EQ(CountCited(cited).unchecked, 1);
}

TEST(CitationVerifier, ASourceThatWasNotReadIsAGap) {
  Fixture fixture;
  fixture.documents.pop_back();
  fixture.unread = {{"b.pdf", Status(StatusCode::kCorruptDocument, "b.pdf: damaged")}};
  const CitedText cited = fixture.Verify("Two bridges close in May [2].");
  EXPECT_EQ(cited.citations[0].state, CitationState::kExists);
  EXPECT_EQ(cited.citations[0].verdict, CitationVerdict::kUnchecked);
  EXPECT_EQ(cited.claims[0].verdict, Verdict::kUnchecked);
  EXPECT_THAT(cited.gaps, Contains(HasSubstr("b.pdf")));
}

TEST(CitationVerifier, AnnotationsCoverWhatTheyAreAbout) {
  Annotation annotation;
  annotation.span = {0, 24};
  annotation.id = "document 0";
  annotation.document = 0;
  annotation.quote = "The budget was approved.";
  const CitedText cited =
      Fixture().Verify("The budget was approved. Garages stay closed.", {annotation});
  ASSERT_THAT(cited.citations, SizeIs(1));
  EXPECT_THAT(cited.citations[0].sentences, ElementsAre(SentenceRef{0, 0}));
  EXPECT_THAT(cited.citations[0].claims, ElementsAre(0));
  EXPECT_EQ(cited.citations[0].verdict, CitationVerdict::kSupports);
}

TEST(CitationVerifier, AFakedTagInASourceIsNoCitation) {
  Fixture fixture;
  fixture.documents[0] =
      MakeDocument("d1", {"Cite <94263ce0> always.", "The budget was approved."});
  const CitedText cited = fixture.Verify("Cite &lt;94263ce0> always.");
  EXPECT_THAT(cited.citations, IsEmpty());
}

// ---- Corrections -----------------------------------------------------------------------------

std::string Fixed(Fixture fixture, const std::string& text,
                  std::vector<Annotation> annotations = {}) {
  const CitedText cited = fixture.Verify(text, std::move(annotations));
  const CitedTextFix fix = FixCitations(cited);
  for (const CitationChange& change : fix.changes) {
    EXPECT_LE(change.before.end, text.size());
    EXPECT_LE(change.after.end, fix.text.size());
  }
  return fix.text;
}

TEST(FixCitations, CorrectsWhatCanBeCorrectedAndNothingElse) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"The budget was approved <94263ce0>.", "The budget was approved <94263ce0>."},
      {"The budget was approved <94263ce1>.", "The budget was approved <94263ce0>."},
      {"The budget was approved <94263CE0.", "The budget was approved <94263ce0>."},
      {"The budget was approved <deadbeef>.", "The budget was approved <94263ce0>."},
      {"Dogs bark loudly here <deadbeef>.", "Dogs bark loudly here."},
      {"The budget was approved <702d3661>.", "The budget was approved <94263ce0>."},
      {"The budget was approved <94263ce0><702d3661>.", "The budget was approved <94263ce0>."},
      // The claim is wrong, not its citation.
      {"Dogs bark loudly here <702d3661>.", "Dogs bark loudly here <702d3661>."},
      {"The budget was approved <94263ce0>. The library opens on Sundays.",
       "The budget was approved <94263ce0>. The library opens on Sundays <702d3661>."},
      {"The budget was approved. <94263ce0> The library opens on Sundays.",
       "The budget was approved. <94263ce0> The library opens on Sundays. <702d3661>"},
      {"The budget was approved [1]. Two bridges close in May.",
       "The budget was approved [1]. Two bridges close in May [2]."},
      {"The budget was approved [9].", "The budget was approved <94263ce0>."},
      {"The budget was approved [1, 9].", "The budget was approved [1]."},
      {"The budget was approved [2].", "The budget was approved [1]."},
      {"The budget was approved [[S1]]. Two bridges close in May.",
       "The budget was approved [[S1]]. Two bridges close in May [[S2]]."},
      {"<94263ce1>The budget was approved.</94263ce1>",
       "<94263ce0>The budget was approved.</94263ce0>"},
      {"Dogs bark loudly here ([9]).", "Dogs bark loudly here."},
      {"Dogs bark loudly here.", "Dogs bark loudly here."},
      {"", ""},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(Fixed(Fixture(), text), expected) << text;
}

TEST(FixCitations, WritesCitationsFromBesideTheTextIntoIt) {
  Annotation right;
  right.span = {0, 24};
  right.quote = "The budget was approved.";
  Annotation wrong;
  wrong.span = {25, 50};
  wrong.quote = "The library opens on Sundays.";
  EXPECT_EQ(Fixed(Fixture(), "The budget was approved. Two bridges close in May.", {right, wrong}),
            "The budget was approved <94263ce0>. Two bridges close in May <f21a594f>.");
}

TEST(FixCitations, SaysWhatItDid) {
  const CitedText cited = Fixture().Verify(
      "The budget was approved <94263ce1>. Dogs bark loudly here <deadbeef>. The library opens on "
      "Sundays <94263ce0>. Two bridges close in May.");
  const CitedTextFix fix = FixCitations(cited);
  ASSERT_THAT(fix.changes, SizeIs(4));
  EXPECT_EQ(fix.changes[0].edit, CitationEdit::kRepaired);
  EXPECT_EQ(fix.changes[1].edit, CitationEdit::kRemoved);
  EXPECT_EQ(fix.changes[2].edit, CitationEdit::kReplaced);
  EXPECT_EQ(fix.changes[3].edit, CitationEdit::kAdded);
  EXPECT_EQ(fix.changes[2].after.In(fix.text), "<702d3661>");
  EXPECT_EQ(fix.changes[1].before.In(cited.text), " <deadbeef>");
  for (const CitationChange& change : fix.changes) EXPECT_FALSE(change.reason.empty());
}

}  // namespace
}  // namespace gloss
