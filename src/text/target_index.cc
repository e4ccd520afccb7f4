#include "text/target_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/nearest_word.h"
#include "text/ascii.h"

namespace gloss {
namespace {

constexpr size_t kLeastNearName = 5;
constexpr size_t kMostNearName = 100;
constexpr size_t kLeastNamed = 4;

bool IsNumber(std::string_view text) {
  return !text.empty() && text.size() <= 6 &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

TargetIndex::TargetIndex(std::span<const Document> documents, size_t unread)
    : sources_(documents.size() + unread), all_read_(unread == 0) {
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

void TargetIndex::Resolve(MarkForm form, MarkTarget& target) const {
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

int TargetIndex::NearestName(std::string_view id) const {
  if (id.size() < kLeastNearName || id.size() > kMostNearName) return -1;
  const std::string lower = AsciiLower(id);
  int nearest = -1;
  for (const auto& [name, document] : names_) {
    if (name.size() + 1 < lower.size() || name.size() > lower.size() + 1) continue;
    if (NearestWord(lower, std::span(&name, 1), 1).empty()) continue;
    if (nearest >= 0 && nearest != document) return -1;
    nearest = document;
  }
  return nearest;
}

int TargetIndex::NamedIn(std::string_view text) const {
  const std::string lower = AsciiLower(text);
  int best = -1;
  size_t longest = 0;
  for (const auto& [name, document] : names_) {
    if (name.size() < kLeastNamed || name.size() <= longest) continue;
    if (lower.find(name) == std::string::npos) continue;
    best = document;
    longest = name.size();
  }
  return best;
}

}  // namespace gloss
