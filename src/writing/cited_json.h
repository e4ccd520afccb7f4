#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "text/resolve_citations.h"
#include "writing/annotation.h"

namespace gloss {

/// A source that stands in the JSON beside the text.
struct CitedSource {
  std::string id;
  std::string title;
  std::string uri;
  std::string text;
};

/// A cited text as another system's JSON holds it.
struct CitedJson {
  std::string shape;  ///< Whose form it was read as: "anthropic", "openai" …
  std::string id;
  std::string question;
  std::string text;
  std::vector<Annotation> annotations;
  std::vector<CitedSource> sources;          ///< Those whose text is there.
  std::map<std::string, IdMeaning> numbers;  ///< What [n] in the text stands for, by address.
  std::vector<std::string> warnings;         ///< Citations that were left out, and why.
};

/// Reads the answers of other systems (docs/formats/cited_json.md): Anthropic messages, OpenAI
/// chat, responses and assistants' messages, Cohere chat, Gemini and Vertex check grounding,
/// Bedrock Converse, LangChain messages, LlamaIndex responses, Haystack answers, lists of addresses
/// beside [n] (Perplexity), records with "response" and "sources", and this product's own cited
/// text. Errors: kParseError: not JSON, or none of these.
Result<CitedJson> ReadCitedJson(std::string_view bytes);

/// Reads what ids mean: an object of id → sentence tag, or id → {"tag"}, {"document"} or
/// {"document", "sentence"} (from 0). A tag table as `glossator tag --format json` writes it is one
/// too. Errors: kParseError, with the place.
Result<std::map<std::string, IdMeaning>> ReadIdTable(std::string_view bytes);

}  // namespace gloss
