#include "writing/cited_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace gloss {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

CitedJson Read(std::string_view json) {
  auto read = ReadCitedJson(json);
  EXPECT_TRUE(read.ok()) << read.status().ToString();
  return read.ok() ? *std::move(read) : CitedJson{};
}

std::string_view About(const CitedJson& json, size_t annotation) {
  return json.annotations[annotation].span.In(json.text);
}

TEST(CitedJson, AnthropicMessage) {
  const CitedJson json = Read(R"({"id":"msg_1","type":"message","role":"assistant","content":[
    {"type":"text","text":"According to the report, "},
    {"type":"text","text":"the budget was approved","citations":[
      {"type":"char_location","cited_text":"The budget was approved.","document_index":1,
       "document_title":"Budget","start_char_index":0,"end_char_index":24},
      {"type":"page_location","cited_text":"","document_index":0,"document_title":null,
       "start_page_number":2,"end_page_number":4}]},
    {"type":"text","text":".","citations":null}]})");
  EXPECT_EQ(json.shape, "anthropic");
  EXPECT_EQ(json.text, "According to the report, the budget was approved.");
  ASSERT_THAT(json.annotations, SizeIs(2));
  EXPECT_EQ(About(json, 0), "the budget was approved");
  EXPECT_EQ(json.annotations[0].quote, "The budget was approved.");
  EXPECT_EQ(json.annotations[0].document, 1);
  EXPECT_THAT(json.annotations[0].names, Contains("Budget"));
  EXPECT_EQ(json.annotations[0].characters, (std::pair<size_t, size_t>{0, 24}));
  EXPECT_EQ(json.annotations[1].pages, (std::pair<int, int>{2, 3}));
}

TEST(CitedJson, OpenAiChatCountsCodePoints) {
  const CitedJson json = Read(R"({"choices":[{"message":{"role":"assistant",
    "content":"Ärzte sagen ja. Nein.","annotations":[
      {"type":"url_citation","url_citation":{"start_index":0,"end_index":15,
       "title":"T","url":"https://example.org/a"}},
      {"type":"url_citation","url_citation":{"start_index":5,"end_index":500,"url":"x"}}]}}]})");
  ASSERT_THAT(json.annotations, SizeIs(1));
  EXPECT_EQ(About(json, 0), "Ärzte sagen ja.");
  EXPECT_THAT(json.annotations[0].names, Contains("https://example.org/a"));
  EXPECT_THAT(json.warnings, Contains(HasSubstr("1 citation lies outside")));
}

TEST(CitedJson, OpenAiResponsesAndAssistants) {
  const CitedJson responses = Read(R"({"output":[{"type":"reasoning"},{"type":"message","content":[
    {"type":"output_text","text":"It was approved.","annotations":[
      {"type":"file_citation","file_id":"f1","filename":"budget.txt","index":15}]}]}]})");
  ASSERT_THAT(responses.annotations, SizeIs(1));
  EXPECT_EQ(About(responses, 0), "d");
  EXPECT_THAT(responses.annotations[0].names, Contains("budget.txt"));
  const CitedJson assistants = Read(R"({"content":[{"type":"text","text":{"value":"Yes 【1†s】.",
    "annotations":[{"type":"file_citation","start_index":4,"end_index":9,
                    "file_citation":{"file_id":"f1"}}]}}]})");
  EXPECT_EQ(assistants.shape, "openai assistants");
  ASSERT_THAT(assistants.annotations, SizeIs(1));
  EXPECT_EQ(About(assistants, 0), "【1†s】");
  EXPECT_THAT(assistants.annotations[0].names, Contains("f1"));
}

TEST(CitedJson, CohereOldAndNew) {
  const CitedJson json = Read(R"({"message":{"content":[{"type":"text","text":"It was approved."}],
    "citations":[{"start":3,"end":15,"text":"was approved","sources":[
      {"type":"document","id":"doc:1","document":{"title":"Budget"}}]}]}})");
  ASSERT_THAT(json.annotations, SizeIs(1));
  EXPECT_EQ(About(json, 0), "was approved");
  EXPECT_EQ(json.annotations[0].document, 1);
  EXPECT_THAT(json.annotations[0].names, Contains("Budget"));
  const CitedJson old = Read(R"({"text":"It was approved.","citations":[
    {"start":0,"end":16,"text":"It was approved.","document_ids":["doc_0","doc_2"]}]})");
  ASSERT_THAT(old.annotations, SizeIs(2));
  EXPECT_EQ(old.annotations[1].document, 2);
}

TEST(CitedJson, GeminiCountsBytes) {
  const CitedJson json = Read(R"({"candidates":[{"content":{"parts":[{"text":"Ä war so. B."}]},
    "groundingMetadata":{"groundingChunks":[{"retrievedContext":{"uri":"a.txt","text":"Ä ist so.",
      "ragChunk":{"pageSpan":{"firstPage":3,"lastPage":3}}}}],
    "groundingSupports":[{"segment":{"endIndex":10,"text":"Ä war so."},
                          "groundingChunkIndices":[0,9]}]}}]})");
  ASSERT_THAT(json.annotations, SizeIs(2));
  EXPECT_EQ(About(json, 0), "Ä war so.");
  EXPECT_EQ(json.annotations[0].quote, "Ä ist so.");
  EXPECT_EQ(json.annotations[0].pages, (std::pair<int, int>{3, 3}));
  // A chunk that is not there is kept, so that it is told.
  EXPECT_EQ(json.annotations[1].id, "chunk 9");
  EXPECT_THAT(json.annotations[1].names, IsEmpty());
}

TEST(CitedJson, VertexWithAndWithoutItsCandidate) {
  const CitedJson json = Read(R"({"answerCandidate":"A is. B is.","claims":[
     {"startPos":0,"endPos":5,"claimText":"A is.","citationIndices":[0]},
     {"startPos":6,"endPos":11,"claimText":"B is.","citationIndices":[]}],
     "citedChunks":[{"chunkText":"A really is.","source":"1"}]})");
  EXPECT_EQ(json.text, "A is. B is.");
  ASSERT_THAT(json.annotations, SizeIs(1));
  EXPECT_EQ(About(json, 0), "A is.");
  EXPECT_EQ(json.annotations[0].document, 1);
  const CitedJson bare = Read(R"({"claims":[{"claimText":"A is.","citationIndices":[0]},
     {"claimText":"B is.","citationIndices":[]}],"citedChunks":[{"chunkText":"A really is."}]})");
  EXPECT_EQ(bare.text, "A is. B is.");
  EXPECT_EQ(About(bare, 0), "A is.");
}

TEST(CitedJson, BedrockConverse) {
  const CitedJson json = Read(R"({"output":{"message":{"role":"assistant","content":[
    {"text":"So: "},{"citationsContent":{"content":[{"text":"A is."}],"citations":[
      {"title":"T","sourceContent":[{"text":"A really is."}],
       "location":{"documentChar":{"documentIndex":2,"start":4,"end":16}}}]}}]}}})");
  EXPECT_EQ(json.text, "So: A is.");
  ASSERT_THAT(json.annotations, SizeIs(1));
  EXPECT_EQ(About(json, 0), "A is.");
  EXPECT_EQ(json.annotations[0].document, 2);
  EXPECT_EQ(json.annotations[0].quote, "A really is.");
}

TEST(CitedJson, FrameworksBringTheirSources) {
  const CitedJson llama = Read(R"({"response":"A is [1].","source_nodes":[
    {"node":{"id_":"n1","text":"A really is.","start_char_idx":0},"score":0.9}]})");
  EXPECT_EQ(llama.shape, "llamaindex");
  ASSERT_THAT(llama.sources, SizeIs(1));
  EXPECT_EQ(llama.sources[0].id, "n1");
  EXPECT_EQ(llama.sources[0].text, "A really is.");
  const CitedJson haystack = Read(R"({"data":"A is [1].","query":"Is A?","documents":[
    {"id":"x","content":"A really is."}]})");
  EXPECT_EQ(haystack.question, "Is A?");
  EXPECT_THAT(haystack.sources, SizeIs(1));
  const CitedJson chain = Read(R"({"content":[{"type":"text","text":"A is.","annotations":[
    {"type":"citation","start_index":0,"end_index":4,"cited_text":"A really is.","title":"T"}]}]})");
  EXPECT_EQ(chain.shape, "langchain");
  EXPECT_EQ(About(chain, 0), "A is");
}

TEST(CitedJson, AddressesBesideNumbers) {
  const CitedJson json = Read(R"({"choices":[{"message":{"content":"A is [2]."}}],
    "search_results":[{"title":"X","url":"https://x.org"},{"title":"Y","url":"https://y.org"}]})");
  EXPECT_EQ(json.numbers.at("2").document, "https://y.org");
}

TEST(CitedJson, RecordsAndOwnForm) {
  const CitedJson record = Read(R"({"question":"Is A?","answer":"A is [1].",
    "contexts":["A really is.",{"text":"B is.","title":"T"}]})");
  EXPECT_EQ(record.text, "A is [1].");
  ASSERT_THAT(record.sources, SizeIs(2));
  EXPECT_EQ(record.sources[1].title, "T");
  const CitedJson own = Read(R"({"schema":"glossator/cited/1","text":"A is <94263ce0>.",
    "documents":[{"id":"d1","title":"","uri":"a.txt","text":"A really is."}]})");
  EXPECT_EQ(own.shape, "glossator");
  EXPECT_EQ(own.sources[0].uri, "a.txt");
}

TEST(CitedJson, RefusesWhatIsNone) {
  for (const std::string_view json :
       {"", "{", "[]", "{}", "3", "null", "\"text\"", R"({"a":1})", R"({"choices":[]})",
        R"({"content":[]})", R"({"content":[{"type":"image"}]})", "{\"text\":\"\xff\"}"}) {
    EXPECT_FALSE(ReadCitedJson(json).ok()) << json;
  }
  const std::string deep =
      "{\"text\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}";
  EXPECT_FALSE(ReadCitedJson(deep).ok());
}

TEST(IdTable, ReadsTagsAndPlaces) {
  const auto table = ReadIdTable(
      R"({"S1":"94263ce0","S2":{"document":"d1","sentence":3},"S3":{"document":"d2"}})");
  ASSERT_TRUE(table.ok()) << table.status().ToString();
  EXPECT_EQ(table->at("S1").tag, "94263ce0");
  EXPECT_EQ(table->at("S2").sentence, 3);
  EXPECT_EQ(table->at("S3").sentence, -1);
  const auto tags = ReadIdTable(R"({"schema":"glossator/tags/1","tags":[{"tag":"94263ce0"}]})");
  ASSERT_TRUE(tags.ok());
  EXPECT_EQ(tags->at("94263ce0").tag, "94263ce0");
  EXPECT_THAT(ReadIdTable(R"({"S1":3})").status().message(), HasSubstr("\"S1\""));
  EXPECT_FALSE(ReadIdTable("[]").ok());
}

}  // namespace
}  // namespace gloss
