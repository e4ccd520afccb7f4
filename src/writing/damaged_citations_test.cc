// Citations as models write them and pipelines mangle them. Each case names every citation that is
// to be found, as "state of id = what it stands for: verdict".
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "grounding/test_support.h"
#include "models/scripted_embedder.h"
#include "text/segmenter.h"
#include "writing/citation_verifier.h"

namespace gloss {
namespace {

using ::testing::ElementsAreArray;

/// Tags: 94263ce0 budget, a360fc3d fire, 702d3661 library; b0d21538 fee, f21a594f bridges; bd2051ab
/// mayor.
std::vector<Document> CitySources() {
  std::vector<Document> documents = {
      MakeDocument("d1", {"The budget was approved.", "The fire department receives $58.3 million.",
                          "The library opens on Sundays."}),
      MakeDocument("d2", {"A rental fee pays for road repairs.", "Two bridges close in May."}),
      MakeDocument("d3", {"The mayor spoke for an hour."})};
  documents[0].uri = "budget.txt";
  documents[0].title = "City Budget";
  documents[1].uri = "roads.txt";
  documents[2].uri = "minutes.txt";
  AssignTags(documents);
  return documents;
}

/// A sentence entails itself and nothing else.
std::optional<Relation> Same(const PremiseHypothesis& pair) {
  return pair.premise == pair.hypothesis ? std::optional(Relation::kEntailment) : std::nullopt;
}

std::vector<std::string> Found(const std::string& text) {
  ScriptedEmbedder embedder;
  ScriptedClassifier classifier(Script({.callback = Same}));
  const Grounder grounder(embedder, classifier, nullptr);
  CitedInput input;
  input.text.text = text;
  input.text.language = "en";
  Segment(input.text);
  input.documents = CitySources();
  VerifyOptions options;
  options.grounding.method = "etracer";
  options.grounding.tau = 0.2F;
  options.grounding.decomposition = "none";
  auto cited = CitationVerifier(grounder).Verify(std::move(input), options, {}, {});
  EXPECT_TRUE(cited.ok()) << cited.status().ToString();
  std::vector<std::string> found;
  for (const Citation& citation : cited->citations) {
    found.push_back(fmt::format("{} {}{}: {}", CitationStateName(citation.state), citation.id,
                                citation.resolved.empty() ? "" : " = " + citation.resolved,
                                CitationVerdictName(citation.verdict)));
  }
  return found;
}

struct DamagedCase {
  const char* what;
  std::string text;
  std::vector<std::string> expected;
};

std::string Numbers(int last) {
  std::string list;
  for (int i = 1; i <= last; ++i) list += (i == 1 ? "" : ", ") + std::to_string(i);
  return list;
}

std::vector<std::string> ThreeOf(int last) {
  std::vector<std::string> expected = {"exists 1 = d1: supports", "exists 2 = d2: does_not_address",
                                       "exists 3 = d3: does_not_address"};
  for (int i = 4; i <= last; ++i) expected.push_back(fmt::format("unknown {}: unchecked", i));
  return expected;
}

const std::vector<std::string> kGood = {"exists 94263ce0 = 94263ce0: supports"};
const std::vector<std::string> kNone = {};

std::vector<std::string> Repaired(const std::string& id) {
  return {"repaired " + id + " = 94263ce0: supports"};
}

std::vector<DamagedCase> Cases() {
  return {
      {"open tag", "The budget was approved <94263ce0>.", kGood},
      {"tag after the full stop", "The budget was approved. <94263ce0>", kGood},
      {"tag after the full stop, another sentence behind",
       "The budget was approved. <94263ce0> The mayor spoke for an hour. <bd2051ab>",
       {"exists 94263ce0 = 94263ce0: supports", "exists bd2051ab = bd2051ab: supports"}},
      {"wrapping tags", "<94263ce0>The budget was approved.</94263ce0>", kGood},
      {"closing tag alone", "The budget was approved </94263ce0>.", kGood},
      {"tags around nothing", "The budget was approved <94263ce0></94263ce0>.", kGood},
      {"the sentence is another's",
       "The budget was approved <f21a594f>.",
       {"exists f21a594f = f21a594f: does_not_address"}},
      {"one digit wrong", "The budget was approved <94263ce1>.", Repaired("94263ce1")},
      {"one digit lost", "The budget was approved <9426ce0>.", Repaired("9426ce0")},
      {"one digit too many", "The budget was approved <942633ce0>.", Repaired("942633ce0")},
      {"two digits swapped", "The budget was approved <94236ce0>.", Repaired("94236ce0")},
      {"upper case", "The budget was approved <94263CE0>.", Repaired("94263CE0")},
      {"a letter for a digit", "The budget was approved <94263ceO>.", Repaired("94263ceO")},
      {"two digits wrong", "The budget was approved <94263c11>.", {"unknown 94263c11: unchecked"}},
      {"invented", "The budget was approved <deadbeef>.", {"unknown deadbeef: unchecked"}},
      {"invented beside a true one",
       "The budget was approved <deadbeef><94263ce0>.",
       {"unknown deadbeef: unchecked", "exists 94263ce0 = 94263ce0: supports"}},
      {"not closed", "The budget was approved <94263ce0.", Repaired("94263ce0")},
      {"not opened", "The budget was approved 94263ce0>.", Repaired("94263ce0")},
      {"spaces inside", "The budget was approved < 94263ce0 >.", Repaired("94263ce0")},
      {"the word tag inside", "The budget was approved <tag 94263ce0>.", Repaired("94263ce0")},
      {"an element with the tag as id", "The budget was approved <cite id=\"94263ce0\"/>.", kGood},
      {"square brackets", "The budget was approved [94263ce0].", Repaired("94263ce0")},
      {"double square brackets", "The budget was approved [[94263ce0]].", Repaired("94263ce0")},
      {"round brackets", "The budget was approved (94263ce0).", Repaired("94263ce0")},
      {"a sentence around the id", "The budget was approved [Summary of 94263ce0].",
       Repaired("94263ce0")},
      {"several ids in one tag",
       "The budget was approved <94263ce0, a360fc3d>.",
       {"repaired 94263ce0 = 94263ce0: supports",
        "repaired a360fc3d = a360fc3d: does_not_address"}},
      {"set as code", "The budget was approved `<94263ce0>`.", Repaired("94263ce0")},
      {"in bold", "The budget was approved **<94263ce0>**.", kGood},
      {"with backslashes", "The budget was approved \\<94263ce0\\>.", Repaired("94263ce0")},
      {"the end tag is another's, nearly", "<94263ce0>The budget was approved.</94263ce1>",
       Repaired("94263ce0")},
      {"cut off in the middle of a tag", "The budget was approved. The mayor <9426", kNone},
      {"escaped by what shows the text", "The budget was approved &lt;94263ce0&gt;.", kNone},
      {"ordinary markup", "The <b>budget</b> was <i>approved</i>. It is <deleted>.", kNone},
      {"a number beyond the sources",
       "The budget was approved [5, 7].",
       {"unknown 5: unchecked", "unknown 7: unchecked"}},
      {"counted from nought", "The budget was approved [0].", {"unknown 0: unchecked"}},
      {"a range, half of it beyond",
       "The mayor spoke for an hour [3-5].",
       {"exists 3 = d3: supports", "unknown 4: unchecked", "unknown 5: unchecked"}},
      {"the wrong source", "The budget was approved [2].", {"exists 2 = d2: does_not_address"}},
      {"doubled brackets", "Two bridges close in May [[2]].", {"exists 2 = d2: supports"}},
      {"a letter before the number",
       "The mayor spoke for an hour [S3].",
       {"exists S3 = d3: supports"}},
      {"the same twice",
       "The budget was approved [1][1].",
       {"exists 1 = d1: supports", "exists 1 = d1: supports"}},
      {"forty-four numbers", "The budget was approved [" + Numbers(44) + "].", ThreeOf(44)},
      {"marks of a search tool",
       "The budget was approved 【1†source】.",
       {"exists 1 = d1: supports"}},
      {"a word before the number",
       "Two bridges close in May (Source 2).",
       {"exists 2 = d2: supports"}},
      {"a link with brackets in its address",
       "The budget was approved [1](https://example.org/a_(b)).",
       {"exists 1 = d1: supports"}},
      {"a footnote that names its source",
       "The budget was approved.[^1]\n\n[^1]: City Budget, p. 4\n",
       {"exists 1 = d1: supports"}},
      {"a footnote that quotes",
       "Two bridges close in May.[^b]\n\n[^b]: \"Two bridges close in May.\" (Roads)\n",
       {"exists b = f21a594f: supports"}},
      {"a footnote of nothing", "The budget was approved.[^9]", {"unknown 9: unchecked"}},
      {"a file name with a slip",
       "The budget was approved [Source: buget.txt].",
       {"repaired buget.txt = d1: supports"}},
      {"in the middle of a sentence",
       "Two bridges<f21a594f> close in May.",
       {"exists f21a594f = f21a594f: supports"}},
      {"years, intervals and indices", "In [2024] it was 54 [45-63] and a[1], [sic].", kNone},
  };
}

TEST(DamagedCitations, EveryCaseIsRight) {
  const std::vector<DamagedCase> cases = Cases();
  ASSERT_GE(cases.size(), 40U);
  for (const DamagedCase& each : cases) {
    EXPECT_THAT(Found(each.text), ElementsAreArray(each.expected))
        << each.what << ": " << each.text;
  }
}

}  // namespace
}  // namespace gloss
