#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "models/tag_automaton.h"

namespace gloss {

/// A JSON schema for a cited text as a list of sentences, each with the tags that it cites: for
/// servers that keep to schemas and not to grammars.
std::string CitedSentencesSchema(const TagRules& rules);

/// What the model must be told besides.
std::string_view CitedSentencesRequest();

/// The text: each sentence with its tags behind it. What looks like a tag within a sentence, a tag
/// that is none, and where asked one that was written before, are left out. Of JSON that is cut off
/// the whole sentences are kept. Nothing when there is none.
std::optional<std::string> ReadCitedSentences(std::string_view json,
                                              const std::shared_ptr<const TagRules>& rules);

}  // namespace gloss
