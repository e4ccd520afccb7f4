#include "text/resolve_marks.h"

#include <fmt/format.h>

#include <set>
#include <string>
#include <utility>

#include "text/target_index.h"

namespace gloss {

void ResolveMarks(std::span<const Document> documents, size_t unread_sources,
                  std::span<CitationMark> marks) {
  const TargetIndex index(documents, unread_sources);
  std::set<std::string> defined;
  for (const CitationMark& mark : marks) {
    if (mark.form != MarkForm::kDefinition) continue;
    for (const MarkTarget& target : mark.targets) defined.insert(target.id);
  }
  for (CitationMark& mark : marks) {
    for (MarkTarget& target : mark.targets) {
      index.Resolve(mark.form, target);
      // A footnote that is written out in the response is not dangling.
      if (mark.form == MarkForm::kFootnote && defined.contains(target.id)) target.known = true;
    }
  }
}

std::vector<std::string> MarkWarnings(const GroundingReport& report, size_t most) {
  std::vector<std::string> lines;
  size_t dangling = 0;
  size_t thinking = 0;
  size_t definitions = 0;
  const size_t sources = report.documents.size() + report.unread_sources.size();
  for (const CitationMark& mark : report.marks) {
    thinking += mark.form == MarkForm::kThinking ? 1 : 0;
    definitions += mark.form == MarkForm::kDefinition ? 1 : 0;
    if (mark.form == MarkForm::kDefinition) continue;
    for (const MarkTarget& target : mark.targets) {
      if (target.known) continue;
      if (++dangling > most) continue;
      std::string place;
      if (mark.sentence >= 0) place = fmt::format(" in response sentence {}", mark.sentence + 1);
      lines.push_back(fmt::format("dangling citation \"{}\"{}: it names none of the {} source{}",
                                  target.id, place, sources, sources == 1 ? "" : "s"));
    }
  }
  if (dangling > most) lines.push_back(fmt::format("{} more dangling citations", dangling - most));
  if (thinking > 0) {
    lines.emplace_back("the response holds notes of its model (<think>), which were not checked");
  }
  if (definitions > 0) {
    lines.push_back(fmt::format("{} line{} of references in the response {} not checked",
                                definitions, definitions == 1 ? "" : "s",
                                definitions == 1 ? "was" : "were"));
  }
  return lines;
}

}  // namespace gloss
