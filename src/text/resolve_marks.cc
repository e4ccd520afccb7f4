#include "text/resolve_marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "text/ascii.h"

namespace gloss {
namespace {

bool IsNumber(std::string_view text) {
  return !text.empty() && text.size() <= 6 &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// What ids can mean, each looked up once.
class TargetIndex {
 public:
  TargetIndex(std::span<const Document> documents, size_t unread)
      : documents_(documents), sources_(documents.size() + unread), all_read_(unread == 0) {
    for (size_t i = 0; i < documents.size(); ++i) {
      const Document& document = documents[i];
      const size_t slash = document.uri.find_last_of('/');
      const std::string file =
          slash == std::string::npos ? document.uri : document.uri.substr(slash + 1);
      for (const std::string& name : {document.id, document.title, document.uri, file}) {
        if (!name.empty()) names_.emplace(AsciiLower(name), static_cast<int>(i));
      }
      for (size_t s = 0; s < document.sentences.size(); ++s) {
        const std::string& tag = document.sentences[s].tag;
        if (!tag.empty()) tags_.emplace(tag, std::pair(static_cast<int>(i), static_cast<int>(s)));
      }
    }
  }

  void Resolve(MarkForm form, MarkTarget& target) const {
    const std::string id = AsciiLower(target.id);
    if (form == MarkForm::kTag) {
      if (const auto tag = tags_.find(id); tag != tags_.end()) {
        target.document = tag->second.first;
        target.sentence = tag->second.second;
        target.known = true;
      }
      return;
    }
    if (const auto name = names_.find(id); name != names_.end()) {
      target.document = name->second;
      target.known = true;
      return;
    }
    const bool lettered = id.size() > 1 && (id[0] == 's' || id[0] == 'd') && IsNumber(id.substr(1));
    if (!lettered && !IsNumber(id)) return;
    const auto number = static_cast<size_t>(std::stoi(lettered ? id.substr(1) : id));
    if (number == 0 || number > sources_) return;
    target.known = true;
    // Where a source was not read, only ids by place tell which document a number is.
    const auto by_place = names_.find(fmt::format("d{}", number));
    if (by_place != names_.end()) {
      target.document = by_place->second;
    } else if (all_read_) {
      target.document = static_cast<int>(number) - 1;
    }
  }

  size_t sources() const { return sources_; }

 private:
  std::span<const Document> documents_;
  size_t sources_;
  bool all_read_;
  std::map<std::string, int> names_;
  std::map<std::string, std::pair<int, int>> tags_;
};

}  // namespace

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
