#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/scripted_classifier.h"
#include "types/document.h"

namespace gloss {

/// For tests: a document whose sentences are given, so that no test depends on the splitter.
inline Document DocumentOf(std::string id, const std::vector<std::string>& sentences,
                           LanguageCode language = "en") {
  Document document;
  document.id = std::move(id);
  document.language = std::move(language);
  for (const std::string& sentence : sentences) {
    if (!document.text.empty()) document.text += ' ';
    Sentence entry;
    entry.span = {document.text.size(), document.text.size() + sentence.size()};
    document.text += sentence;
    document.sentences.push_back(std::move(entry));
  }
  return document;
}

/// The same for sentences that are written out.
inline Document MakeDocument(std::string id, std::initializer_list<std::string_view> sentences,
                             LanguageCode language = "en") {
  return DocumentOf(std::move(id), {sentences.begin(), sentences.end()}, std::move(language));
}

/// What a scripted classifier says, for designated initialisers.
struct Labels {
  std::map<std::pair<std::string, std::string>, Relation> table = {};
  std::function<std::optional<Relation>(const PremiseHypothesis&)> callback = {};
  Relation fallback = Relation::kNeutral;
  std::optional<size_t> fail_after = {};
};

inline ScriptedClassifierOptions Script(Labels labels) {
  ScriptedClassifierOptions options;
  options.table = std::move(labels.table);
  options.callback = std::move(labels.callback);
  options.fallback = labels.fallback;
  options.fail_after = labels.fail_after;
  return options;
}

}  // namespace gloss
