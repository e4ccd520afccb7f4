#pragma once

#include <unistd.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "grounding/test_support.h"
#include "models/scripted_embedder.h"
#include "models/scripted_generator.h"
#include "synthesis/example_filter.h"
#include "synthesis/synth_tasks.h"
#include "text/segmenter.h"
#include "writing/writing_test_support.h"

namespace gloss {

/// A source sentence, a keyword of it, and a true statement of it in other words.
struct TestFact {
  std::string_view keyword;
  std::string_view sentence;
  std::string_view statement;
};

inline constexpr std::array<TestFact, 12> kTestFacts = {{
    {"budget", "The budget was approved by the council in the spring.",
     "Councillors agreed to the budget."},
    {"museum", "The museum was closed during the whole winter.", "Nobody could visit the museum."},
    {"bridge", "The bridge was repaired by the town after the flood.",
     "Workers restored the bridge."},
    {"library", "The library opens its doors on Sundays as well.",
     "Readers may enter the library on Sundays."},
    {"school", "The school received a new roof over the summer.", "A roof was put on the school."},
    {"harbour", "The harbour lost its last ferry to a rival town.",
     "The ferry has left the harbour."},
    {"hospital", "The hospital hired more nurses for the night.",
     "Additional nurses work at the hospital."},
    {"theatre", "The theatre sold all of its seats before the opening.",
     "Every seat of the theatre was taken."},
    {"market", "The market moved to the square behind the church.",
     "Traders of the market went to the square."},
    {"stadium", "The stadium must be cleaned by the visiting clubs.",
     "Visiting clubs clean the stadium."},
    {"station", "The station was painted in the colours of the region.",
     "Painters gave the station regional colours."},
    {"garden", "The garden belongs to a foundation of the citizens.",
     "Citizens own the garden through a foundation."},
}};

/// Judges for tests: a sentence entails a statement when both have a fact's keyword and the
/// statement is not called wrong, and contradicts it when the statement says "contrary".
class TestJudges {
 public:
  TestJudges()
      : classifier_(
            Script({.callback = [](const PremiseHypothesis& pair) -> std::optional<Relation> {
              for (const TestFact& fact : kTestFacts) {
                if (pair.premise.find(fact.keyword) == std::string_view::npos ||
                    pair.hypothesis.find(fact.keyword) == std::string_view::npos) {
                  continue;
                }
                if (pair.hypothesis.find("contrary") != std::string_view::npos) {
                  return Relation::kContradiction;
                }
                if (pair.hypothesis.find("wrong") == std::string_view::npos) {
                  return Relation::kEntailment;
                }
              }
              return Relation::kNeutral;
            }})),
        models_([this](const Document&, const Document&) -> Result<JudgeModels> {
          return JudgeModels{&embedder_, &classifier_, nullptr};
        }) {}

  const JudgeModelsFor& models() const { return models_; }
  JudgeModels pair() { return {&embedder_, &classifier_, nullptr}; }

 private:
  ScriptedEmbedder embedder_;
  ScriptedClassifier classifier_;
  JudgeModelsFor models_;
};

/// A document of the facts, a paragraph each. `extra` is added to the first.
inline Document FactsDocument(const std::string& extra = "") {
  std::vector<std::string> paragraphs;
  for (const TestFact& fact : kTestFacts) paragraphs.emplace_back(fact.sentence);
  if (!extra.empty()) paragraphs.push_back(extra);
  Document document = PlainDocument(paragraphs);
  document.uri = "facts" + extra + ".txt";
  return document;
}

/// Reads a part as plain paragraphs.
inline Result<Document> ReadPlain(const std::string& text, const Document& whole) {
  std::vector<std::string> paragraphs;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find("\n\n", begin), text.size());
    paragraphs.push_back(text.substr(begin, end - begin));
    begin = end + 2;
  }
  return PlainDocument(paragraphs, whole.language);
}

inline std::string TagMark(const Document& document, size_t sentence) {
  return "<" + document.sentences[sentence].tag + ">";
}

/// What a good teacher writes about the facts: all of them, each cited, each named before.
inline std::string GoodAnswer(const Document& document) {
  std::string reasoning = "The text tells of a town and its places, one after the other; I choose:";
  std::string text;
  for (size_t i = 0; i < kTestFacts.size(); ++i) {
    reasoning += "\n" + TagMark(document, i) + " because it tells of the " +
                 std::string(kTestFacts[i].keyword);
    text += std::string(kTestFacts[i].statement) + " " + TagMark(document, i) +
            (i % 3 == 2 ? "\n\n" : " ");
  }
  return "<reasoning>\n" + reasoning + "\n</reasoning>\n<text>\n" + text + "\n</text>";
}

/// A new folder that goes with the object.
class TestFolder {
 public:
  TestFolder() {
    static std::atomic<int> count{0};
    path_ = (std::filesystem::temp_directory_path() /
             ("synthesis_test_" + std::to_string(::getpid()) + "_" + std::to_string(count++)))
                .string();
    std::filesystem::create_directories(path_);
  }
  ~TestFolder() { std::filesystem::remove_all(path_); }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace gloss
