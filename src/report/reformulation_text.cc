#include "report/reformulation_text.h"

#include <fmt/format.h>

#include <array>

#include "report/summary.h"

namespace gloss {

std::vector<std::string> ReferenceNotes(const Claim& claim, std::string_view response_text) {
  std::vector<std::string> notes;
  for (const Substitution& substitution : claim.substitutions) {
    notes.push_back(substitution.span.size() == 0
                        ? fmt::format("its subject is read as \"{}\"", substitution.text)
                        : fmt::format("\"{}\" is read as \"{}\"",
                                      substitution.span.In(response_text), substitution.text));
  }
  for (const OpenReference& reference : claim.open_references) {
    std::string note = DescribeOpenReference(reference, response_text);
    if (!claim.context.empty()) note += "; read with the sentence before it";
    notes.push_back(std::move(note));
  }
  return notes;
}

std::string_view ActionLabel(SentenceAction action) {
  switch (action) {
    case SentenceAction::kKept:
      return "Kept";
    case SentenceAction::kRewritten:
      return "Rewritten";
    case SentenceAction::kDropped:
      return "Left out";
    case SentenceAction::kMarked:
      return "Marked";
  }
  return "Kept";
}

std::string ReformulationLine(const Reformulation& reformulation) {
  std::array<int, 4> counts{};
  for (const ReformulatedSentence& sentence : reformulation.sentences) {
    ++counts[static_cast<size_t>(sentence.action)];
  }
  std::string line;
  const auto add = [&](SentenceAction action, std::string_view what) {
    const int count = counts[static_cast<size_t>(action)];
    if (count == 0) return;
    line += line.empty() ? fmt::format("{} {}", CountLabel(count, "sentence", "sentences"), what)
                         : fmt::format(", {} {}", count, what);
  };
  add(SentenceAction::kRewritten, "rewritten");
  add(SentenceAction::kDropped, "left out");
  add(SentenceAction::kMarked, "marked");
  add(SentenceAction::kKept, "kept");
  line = "Reformulated: " + (line.empty() ? "no sentences" : line);
  if (!reformulation.status.empty()) line += "; " + reformulation.status;
  return line;
}

std::vector<DiffPart> SentenceDiff(const GroundingReport& report, size_t sentence) {
  const Reformulation& reformulation = *report.reformulation;
  return WordDiff(report.response.SentenceText(sentence),
                  reformulation.sentences[sentence].span.In(reformulation.text));
}

}  // namespace gloss
