#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/scripted_embedder.h"
#include "types/judge_report.h"
#include "writing/cited_layout.h"
#include "writing/writing_test_support.h"

namespace gloss {

/// The source of the tests: a paragraph a sentence.
inline const std::vector<std::string>& HarbourSource() {
  static const std::vector<std::string> kSentences = {
      "The council of Port Ellery approved a budget of 42 million crowns in March 2021.",
      "The lighthouse museum was closed for repairs from November until April.",
      "A ferry to the island of Senn runs six times a day in summer.",
      "The school by the forest teaches 400 children in four languages."};
  return kSentences;
}

/// Statements, each citing the sentence with its number, all of them supported.
inline CitedText HarbourText(const std::vector<std::pair<std::string, int>>& statements,
                             WritingStyle style = WritingStyle::kProse) {
  CitedText text;
  text.language = "en";
  text.documents.push_back(PlainDocument(HarbourSource()));
  std::vector<PlacedStatement> placed;
  for (const auto& [statement, sentence] : statements) {
    placed.push_back({{statement, CitedOrigin::kWritten, 6, 0.9F, ""}, {0, sentence}});
  }
  LayOut(placed, style, text);
  return text;
}

/// One good statement a sentence.
inline CitedText GoodHarbourText(WritingStyle style = WritingStyle::kProse) {
  return HarbourText({{"Port Ellery's council passed a budget of 42 million crowns.", 0},
                      {"From November until April the lighthouse museum was shut.", 1},
                      {"In summer six ferries a day go to Senn.", 2},
                      {"Some 400 children learn in four languages at the forest school.", 3}},
                     style);
}

/// The check with that id; null: there is none.
inline const JudgeCheck* FindCheck(const std::vector<JudgeCheck>& checks, std::string_view id) {
  const auto found = std::find_if(checks.begin(), checks.end(),
                                  [&](const JudgeCheck& check) { return check.id == id; });
  return found == checks.end() ? nullptr : &*found;
}

/// "passed", "failed", "unchecked", or "none".
inline std::string OutcomeOf(const std::vector<JudgeCheck>& checks, std::string_view id) {
  const JudgeCheck* check = FindCheck(checks, id);
  return check == nullptr ? "none" : std::string(CheckOutcomeName(check->outcome));
}

}  // namespace gloss
