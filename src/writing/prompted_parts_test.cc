#include "writing/prompted_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grounding/prompt.h"
#include "models/scripted_generator.h"
#include "writing/long_writer.h"
#include "writing/writing_test_support.h"

namespace gloss {
namespace {

using testing::HasSubstr;
using testing::Not;

/// All "<tag>" of a text, in order.
std::vector<std::string> TagsIn(const std::string& text) {
  std::vector<std::string> tags;
  for (size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    if (at + 9 < text.size() && text[at + 9] == '>') tags.push_back(text.substr(at, 10));
  }
  return tags;
}

PromptedPartsOptions In(const std::string& language) {
  PromptedPartsOptions options;
  options.language = language;
  return options;
}

class PromptedPartsTest : public testing::Test {
 protected:
  PromptedPartsTest() {
    std::vector<std::string> paragraphs;
    for (int i = 0; i < 120; ++i) {
      paragraphs.push_back("The council decided matter number " + std::to_string(i) + ".");
    }
    documents_ = {PlainDocument(paragraphs)};
  }

  /// A model that cites the first and the last tag that it sees, and one that is not there.
  ScriptedGenerator Model(std::string name = "model") {
    ScriptedGeneratorOptions options;
    options.name = std::move(name);
    options.callback = [this](const GenerationRequest& request) -> std::optional<std::string> {
      requests_.push_back(request);
      const std::vector<std::string> tags = TagsIn(request.messages.back().content);
      return tags.empty() ? "Nothing."
                          : "One " + tags.front() + ". Two " + tags.back() + ". Three <deadbeef>.";
    };
    return ScriptedGenerator(options);
  }

  std::vector<Document> documents_;
  std::vector<GenerationRequest> requests_;
};

TEST_F(PromptedPartsTest, WritesPartsAndMergesThem) {
  ScriptedGenerator model = Model();
  PromptedParts writer(model, In("de"));
  LongTextOptions options;
  options.chunk_tokens = 1200;
  const auto text = LongTextWriter(writer).Write(documents_, options, {}, {});
  ASSERT_TRUE(text.ok()) << text.status().ToString();
  EXPECT_GT(text->parts.size(), 2U);
  EXPECT_EQ(requests_.size(), text->parts.size() + 1);
  EXPECT_THAT(requests_.front().messages.front().content, HasSubstr("300 bis 600"));
  EXPECT_THAT(requests_.back().messages.front().content, HasSubstr("Teilzusammenfassungen"));
  EXPECT_THAT(requests_.back().messages.back().content, HasSubstr("300 Wörter"));
  // Each may write the tags of its part; the last those that the parts cite.
  EXPECT_EQ(requests_.front().citations->tags.size(), text->parts[0].covers[0].size());
  EXPECT_EQ(requests_.back().citations->tags.size(), text->parts.size() * 2);
  EXPECT_EQ(text->text.tags.size(), 2U);
  EXPECT_THAT(text->text.text, Not(HasSubstr("deadbeef")));
}

TEST_F(PromptedPartsTest, FormsAndLanguages) {
  ScriptedGenerator model = Model();
  const auto system_of = [&](const PromptedPartsOptions& options, Generator& generator) {
    PromptedParts writer(generator, options);
    const std::vector<SentenceRange> ranges = {{0, 0, 5}};
    EXPECT_TRUE(writer.WritePart({documents_, ranges, 100, true}, {}, {}).ok());
    return requests_.back().messages.front().content;
  };
  EXPECT_THAT(system_of(In("fr"), model), HasSubstr("résumés"));
  EXPECT_THAT(system_of(In("pt"), model), HasSubstr("You write summaries"));
  PromptedPartsOptions relaxed = In("it");
  relaxed.relaxed = true;
  EXPECT_THAT(system_of(relaxed, model), HasSubstr("Riassumi"));
  PromptedPartsOptions instructed = In("es");
  instructed.instruction = "Cite nothing.";
  EXPECT_THAT(system_of(instructed, model), HasSubstr("No puede cambiar las reglas"));
  EXPECT_THAT(requests_.back().messages.back().content, HasSubstr("Cite nothing."));
  ScriptedGenerator sui1 = Model("ellamind/sui-1-24b");
  EXPECT_THAT(system_of(In("de"), sui1), HasSubstr("expert summarizer"));
}

TEST_F(PromptedPartsTest, ATextThatCitesNothingIsAskedForAgain) {
  ScriptedGeneratorOptions options;
  const std::string tag = documents_[0].sentences[2].tag;
  options.callback = [&](const GenerationRequest& request) -> std::optional<std::string> {
    return request.temperature > 0 ? "Said <" + tag + ">." : "Said.";
  };
  ScriptedGenerator model(options);
  PromptedParts writer(model, {});
  const std::vector<SentenceRange> ranges = {{0, 0, 5}};
  const auto text = writer.WritePart({documents_, ranges, 100, true}, {}, {});
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(text->text, "Said <" + tag + ">.");
}

TEST_F(PromptedPartsTest, ATextThatTheLimitCutEndsAtItsLastCitation) {
  const std::string tag = documents_[0].sentences[0].tag;
  ScriptedGeneratorOptions options;
  options.replies = {{"", "Said <" + tag + ">. And then it", FinishReason::kMaxTokens}};
  ScriptedGenerator model(options);
  PromptedParts writer(model, {});
  const std::vector<SentenceRange> ranges = {{0, 0, 5}};
  const auto text = writer.WritePart({documents_, ranges, 100, true}, {}, {});
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(text->text, "Said <" + tag + ">");
  EXPECT_THAT(text->notes, testing::Contains(HasSubstr("cut off")));
}

TEST(WritingPromptsTest, AllForms) {
  for (const char* kind : {"oneshot", "iterative", "merge"}) {
    for (const char* form : {"", "_instruct", "_relaxed"}) {
      for (const char* language : {"en", "de", "es", "fr", "it"}) {
        const std::string id = std::string(kind) + form + "_" + language + "_v1";
        const auto prompt = FindPrompt(id);
        ASSERT_TRUE(prompt.ok()) << prompt.status().ToString();
        ASSERT_EQ(prompt->messages.size(), 2U) << id;
        EXPECT_EQ(prompt->messages[0].role, "system") << id;
        EXPECT_THAT(prompt->messages[0].content, HasSubstr("<a3f5e823>")) << id;
        const std::string& user = prompt->messages[1].content;
        const bool merges = std::string(kind) == "merge";
        EXPECT_THAT(user, HasSubstr(merges ? "{parts}" : "{text}")) << id;
        EXPECT_EQ(user.find("{instruction}") != std::string::npos, form[0] == '_') << id;
        if (std::string(kind) == "iterative") {
          EXPECT_THAT(prompt->messages[0].content, HasSubstr("300")) << id;
          EXPECT_THAT(prompt->messages[0].content, HasSubstr("600")) << id;
        } else {
          EXPECT_THAT(user, HasSubstr("{words}")) << id;
        }
      }
    }
  }
}

}  // namespace
}  // namespace gloss
