#include "writing/annotation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grounding/test_support.h"
#include "text/segmenter.h"

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<Document> Sources() {
  std::vector<Document> documents = {
      MakeDocument("d1", {"The budget was approved.", "Ärzte öffnen sonntags."}),
      MakeDocument("d2", {"Two bridges close in May."})};
  documents[0].title = "Budget";
  AssignTags(documents);
  return documents;
}

Citation Resolve(Annotation annotation, size_t unread = 0) {
  return ResolveAnnotations({std::move(annotation)}, Sources(), unread).front();
}

TEST(Annotations, TheQuoteSaysBest) {
  Annotation annotation;
  annotation.document = 1;
  annotation.quote = "Two bridges  close in\nMay.";
  EXPECT_THAT(Resolve(annotation).sentences, ElementsAre(SentenceRef{1, 0}));
  EXPECT_EQ(Resolve(annotation).state, CitationState::kExists);
  // Counted from one instead of nought, the quote shows what was meant.
  annotation.document = 0;
  EXPECT_EQ(Resolve(annotation).state, CitationState::kRepaired);
  EXPECT_THAT(Resolve(annotation).sentences, ElementsAre(SentenceRef{1, 0}));
  annotation.quote = "Three bridges close in May.";
  EXPECT_EQ(Resolve(annotation).state, CitationState::kUnknown);
}

TEST(Annotations, CharactersAreCodePoints) {
  Annotation annotation;
  annotation.document = 0;
  annotation.characters = {25, 30};
  EXPECT_THAT(Resolve(annotation).sentences, ElementsAre(SentenceRef{0, 1}));
  annotation.characters = {400, 500};
  const Citation outside = Resolve(annotation);
  EXPECT_EQ(outside.state, CitationState::kUnknown);
  EXPECT_THAT(outside.reason, HasSubstr("no characters 400"));
}

TEST(Annotations, NamesGoBeforePlaces) {
  Annotation annotation;
  annotation.document = 1;
  annotation.names = {"Budget"};
  EXPECT_EQ(Resolve(annotation).document, 0);
  annotation.names.clear();
  EXPECT_EQ(Resolve(annotation).document, 1);
  annotation.document = 7;
  EXPECT_EQ(Resolve(annotation).state, CitationState::kUnknown);
  // Where a source is missing, places do not tell which is which.
  annotation.document = 1;
  EXPECT_EQ(Resolve(annotation, 1).state, CitationState::kUnknown);
}

TEST(Annotations, PagesOfASourceWithoutPagesAreTheWholeSource) {
  Annotation annotation;
  annotation.document = 0;
  annotation.pages = {3, 3};
  const Citation citation = Resolve(annotation);
  EXPECT_EQ(citation.document, 0);
  EXPECT_THAT(citation.sentences, IsEmpty());
}

}  // namespace
}  // namespace gloss
