#include "backends/remote/cited_sentences_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "backends/remote/wire_json.h"

namespace gloss {
namespace {

using Json = nlohmann::json;

/// The object, also when its end is cut off: up to the last sentence that is whole.
std::optional<Json> ParseCut(std::string_view text) {
  if (auto whole = ParseJsonText(text)) return whole;
  const size_t end = text.rfind('}');
  if (end == std::string_view::npos) return std::nullopt;
  return ParseJsonText(std::string(text.substr(0, end + 1)) + "]}");
}

/// The text without what the rules refuse.
void AppendFree(std::string_view text, TagAutomaton& automaton, std::string& out) {
  for (const char byte : text) {
    // No tag may begin within a sentence: they stand behind it.
    if (byte != '<' && automaton.Accept(std::string_view(&byte, 1))) out += byte;
  }
}

}  // namespace

std::string CitedSentencesSchema(const TagRules& rules) {
  Json tag = {{"type", "string"}};
  if (!rules.tags().empty()) tag["enum"] = rules.tags();
  Json sentence = {
      {"type", "object"},
      {"properties",
       {{"text", {{"type", "string"}}}, {"tags", {{"type", "array"}, {"items", std::move(tag)}}}}},
      {"required", {"text", "tags"}},
      {"additionalProperties", false}};
  return DumpJson(
      {{"type", "object"},
       {"properties", {{"sentences", {{"type", "array"}, {"items", std::move(sentence)}}}}},
       {"required", {"sentences"}},
       {"additionalProperties", false}});
}

std::string_view CitedSentencesRequest() {
  return "Answer as JSON: {\"sentences\": [{\"text\": one sentence of the text, without tags; "
         "\"tags\": the tags that it cites}, …]}. A sentence that begins a paragraph, a heading or "
         "an item has its line breaks and marks at the front of its text.";
}

std::optional<std::string> ReadCitedSentences(std::string_view json,
                                              const std::shared_ptr<const TagRules>& rules) {
  const std::optional<Json> parsed = ParseCut(json);
  if (!parsed) return std::nullopt;
  const Json* sentences = Member(*parsed, "sentences");
  if (sentences == nullptr || !sentences->is_array()) return std::nullopt;
  TagAutomaton automaton(rules);
  std::string text;
  for (const Json& sentence : *sentences) {
    const std::string words = StringMember(sentence, "text");
    if (words.empty()) continue;
    const bool parted = text.empty() || words.front() == '\n' || words.front() == ' ';
    AppendFree(parted ? words : " " + words, automaton, text);
    const Json* tags = Member(sentence, "tags");
    if (tags == nullptr || !tags->is_array()) continue;
    for (const Json& tag : *tags) {
      if (!tag.is_string()) continue;
      const std::string mark = "<" + tag.get<std::string>() + ">";
      const auto& known = rules->tags();
      if (!std::binary_search(known.begin(), known.end(), tag.get<std::string>())) continue;
      if (automaton.Accept(" " + mark)) text += " " + mark;
    }
  }
  if (text.empty()) return std::nullopt;
  return text;
}

}  // namespace gloss
