#include "writing/long_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "base/file_system.h"
#include "text/segmenter.h"
#include "writing/long_text_state_json.h"
#include "writing/text_chunks.h"
#include "writing/writing_test_support.h"

namespace gloss {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

/// Cites every n-th sentence of its part; merges by keeping every second citation.
class ScriptedParts : public PartialWriter {
 public:
  Result<PartialText> WritePart(const PartTask& task, const WritingProgress&,
                                const std::stop_token&) override {
    if (fail_after && calls >= *fail_after) return Status(StatusCode::kModelFailed, "broke");
    ++calls;
    words.push_back(task.words);
    PartialText text;
    for (const SentenceRange& range : task.ranges) {
      const Document& document = task.documents[static_cast<size_t>(range.document)];
      for (size_t i = range.begin; i < range.end; i += every) {
        text.text += "It says so <" + document.sentences[i].tag + ">. ";
      }
    }
    text.text += extra;
    return text;
  }

  Result<PartialText> Merge(const MergeTask& task, const WritingProgress&,
                            const std::stop_token&) override {
    if (fail_after && calls >= *fail_after) return Status(StatusCode::kModelFailed, "broke");
    ++calls;
    largest_merge = std::max(largest_merge, task.texts.size());
    PartialText text;
    for (const PartialText& part : task.texts) {
      for (size_t i = 0; i < part.tags.size(); i += 2) {
        text.text += "Merged <" + part.tags[i] + ">. ";
      }
    }
    text.text += extra;
    return text;
  }

  size_t CountTokens(std::string_view text) const override { return EstimateTokens(text); }
  size_t tokens_per_sentence() const override { return 0; }
  size_t window() const override { return own_window; }
  std::map<std::string, std::string> Identity() const override { return {{"name", name}}; }

  size_t calls = 0;
  size_t every = 4;
  size_t largest_merge = 0;
  size_t own_window = 0;
  std::string extra;
  std::string name = "scripted";
  std::vector<size_t> words;
  std::optional<size_t> fail_after;
};

Document LongDocument(size_t sentences) {
  std::vector<std::string> paragraphs;
  for (size_t i = 0; i < sentences; ++i) {
    paragraphs.push_back("The council decided matter number " + std::to_string(i) + " in spring.");
  }
  return PlainDocument(paragraphs);
}

class LongWriterTest : public testing::Test {
 protected:
  LongWriterTest() : documents_{LongDocument(400)} {
    options_.chunk_tokens = 800;
    state_ = testing::TempDir() + "/long_writer_" +
             testing::UnitTest::GetInstance()->current_test_info()->name() + ".json";
    std::filesystem::remove(state_);
  }

  Result<LongText> Write(const std::stop_token& stop = {}) {
    return LongTextWriter(writer_).Write(documents_, options_, progress_, stop);
  }

  std::vector<Document> documents_;
  LongTextOptions options_;
  ScriptedParts writer_;
  WritingProgress progress_;
  std::string state_;
};

TEST_F(LongWriterTest, AShortDocumentIsReadAtOnce) {
  documents_ = {LongDocument(10)};
  const auto text = Write();
  ASSERT_TRUE(text.ok()) << text.status().ToString();
  EXPECT_EQ(text->parts.size(), 1U);
  EXPECT_EQ(text->levels, 0U);
  EXPECT_EQ(writer_.words, std::vector<size_t>{300});
  EXPECT_EQ(text->text.text, text->parts[0].text);
  EXPECT_EQ(text->coverage[0].sentences, 10U);
  EXPECT_EQ(text->coverage[0].cited, 3U);
  EXPECT_EQ(text->coverage[0].cited_in_text, 3U);
}

TEST_F(LongWriterTest, PartsCoverEverythingAndMergedCitationsAreTheirs) {
  writer_.every = 2;
  const auto text = Write();
  ASSERT_TRUE(text.ok()) << text.status().ToString();
  EXPECT_GT(text->parts.size(), 5U);
  EXPECT_GE(text->levels, 2U);
  std::set<std::string> of_parts;
  size_t next = 0;
  for (size_t i = 0; i < text->parts.size(); ++i) {
    for (const SentenceRange& range : text->coverage[i].ranges) {
      EXPECT_EQ(range.begin, next);
      next = range.end;
    }
    const std::set<std::string> own = TagsOf(documents_, text->parts[i].covers);
    for (const std::string& tag : text->parts[i].tags) EXPECT_THAT(own, Contains(tag));
    of_parts.insert(text->parts[i].tags.begin(), text->parts[i].tags.end());
    EXPECT_GT(text->coverage[i].cited, 0U);
  }
  EXPECT_EQ(next, 400U);
  EXPECT_THAT(DescribeCoverage(*text, documents_), HasSubstr("d1 sentences 1 to"));
  EXPECT_FALSE(text->text.tags.empty());
  for (const std::string& tag : text->text.tags) EXPECT_THAT(of_parts, Contains(tag));
  EXPECT_EQ(text->text.covers, (std::vector<SentenceRange>{{0, 0, 400}}));
  EXPECT_LE(writer_.largest_merge, text->parts.size());
  for (const size_t words : writer_.words) {
    EXPECT_GE(words, 300U);
    EXPECT_LE(words, 600U);
  }
}

TEST_F(LongWriterTest, ForeignCitationsAreTakenOutOfEveryText) {
  writer_.extra = "It is cited <deadbeef>. And this <" + documents_[0].sentences[0].tag + ">.";
  const auto text = Write();
  ASSERT_TRUE(text.ok()) << text.status().ToString();
  for (const PartialText& part : text->parts) EXPECT_THAT(part.text, Not(HasSubstr("deadbeef")));
  EXPECT_THAT(text->text.text, Not(HasSubstr("deadbeef")));
  // The first sentence may be cited where it was read, and nowhere else.
  for (size_t i = 1; i < text->parts.size(); ++i) {
    EXPECT_THAT(text->parts[i].tags, Not(Contains(documents_[0].sentences[0].tag)));
  }
  EXPECT_THAT(text->warnings, Contains(HasSubstr("were taken out")));
}

TEST_F(LongWriterTest, ATextFarTooLongIsCutAtACitation) {
  writer_.every = 1;
  options_.fewest_part_words = 10;
  options_.most_part_words = 20;
  const auto text = Write();
  ASSERT_TRUE(text.ok()) << text.status().ToString();
  for (const PartialText& part : text->parts) {
    EXPECT_TRUE(part.text.ends_with('>')) << part.text;
    EXPECT_LE(part.tags.size(), 11U);
  }
  EXPECT_THAT(text->warnings, Contains(HasSubstr("cut:")));
}

TEST_F(LongWriterTest, TheWindowOfTheWriterLimitsAPart) {
  const auto whole = Write();
  writer_.own_window = 400;
  const auto narrow = Write();
  ASSERT_TRUE(whole.ok() && narrow.ok());
  EXPECT_GT(narrow->parts.size(), whole->parts.size());
}

TEST_F(LongWriterTest, StoppedAnywhereAndResumedGivesTheSameText) {
  const auto whole = Write();
  ASSERT_TRUE(whole.ok());
  const size_t calls = writer_.calls;
  options_.state_path = state_;
  for (size_t done = 0; done < calls; done += 3) {
    std::filesystem::remove(state_);
    writer_.calls = 0;
    writer_.fail_after = done;
    const auto broken = Write();
    ASSERT_EQ(broken.status().code(), StatusCode::kModelFailed);
    writer_.fail_after.reset();
    writer_.calls = 0;
    const auto resumed = Write();
    ASSERT_TRUE(resumed.ok()) << resumed.status().ToString();
    EXPECT_EQ(writer_.calls, calls - done);
    EXPECT_EQ(resumed->resumed, done);
    EXPECT_EQ(resumed->text.text, whole->text.text);
    EXPECT_EQ(resumed->text.tags, whole->text.tags);
  }
}

TEST_F(LongWriterTest, AStopRequestKeepsWhatIsDone) {
  options_.state_path = state_;
  std::stop_source source;
  progress_ = [&](std::string_view stage, size_t done, size_t) {
    if (stage == "parts" && done == 3) source.request_stop();
  };
  EXPECT_EQ(Write(source.get_token()).status().code(), StatusCode::kCancelled);
  const auto state = ReadLongTextState(state_);
  ASSERT_TRUE(state.ok()) << state.status().ToString();
  EXPECT_EQ(state->texts.size(), 3U);
}

TEST_F(LongWriterTest, AStateFileOfAnotherRunIsRefused) {
  options_.state_path = state_;
  ASSERT_TRUE(Write().ok());
  const auto expect_refused = [&] {
    const auto text = Write();
    EXPECT_EQ(text.status().code(), StatusCode::kInvalidArgument);
    EXPECT_THAT(text.status().message(), HasSubstr("belongs to other"));
  };
  writer_.name = "another model";
  expect_refused();
  writer_.name = "scripted";
  options_.words = 200;
  expect_refused();
  options_.words = 300;
  documents_ = {LongDocument(399)};
  expect_refused();
  documents_ = {LongDocument(400)};
  writer_.calls = 0;
  EXPECT_TRUE(Write().ok());
  EXPECT_EQ(writer_.calls, 0U);  // all of it was there
}

TEST_F(LongWriterTest, ADamagedStateFileIsRefused) {
  options_.state_path = state_;
  ASSERT_TRUE(Write().ok());
  const std::string good = *ReadFile(state_);
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string bad = good;
    const size_t at = bad.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return bad.replace(at, from.size(), to);
  };
  for (const std::string& bad : {std::string(), std::string("{}"), good.substr(0, good.size() / 2),
                                 with("state/1", "state/9"), with("\"covers\"", "\"hides\""),
                                 with("It says so <", "It says so <deadbeef> <"),
                                 with("\"tags\": [", "\"tags\": [\"deadbeef\", ")}) {
    ASSERT_TRUE(WriteFileAtomically(state_, bad).ok());
    const auto text = Write();
    EXPECT_EQ(text.status().code(), StatusCode::kParseError) << bad.substr(0, 200);
    EXPECT_THAT(text.status().message(), HasSubstr("delete"));
  }
}

TEST_F(LongWriterTest, BadOptionsAndEmptyDocumentsAreErrors) {
  const auto code = [&](const std::function<void(LongTextOptions&)>& change) {
    LongTextOptions options;
    change(options);
    return LongTextWriter(writer_).Write(documents_, options, {}, {}).status().code();
  };
  EXPECT_EQ(code([](auto& o) { o.words = 0; }), StatusCode::kInvalidArgument);
  EXPECT_EQ(code([](auto& o) { o.words = 1'000'000; }), StatusCode::kInvalidArgument);
  EXPECT_EQ(code([](auto& o) { o.chunk_tokens = 10; }), StatusCode::kInvalidArgument);
  EXPECT_EQ(code([](auto& o) { o.fewest_part_words = 700; }), StatusCode::kInvalidArgument);
  documents_.clear();
  EXPECT_EQ(Write().status().code(), StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace gloss
