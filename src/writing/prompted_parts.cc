#include "writing/prompted_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "grounding/prompt.h"
#include "text/ascii.h"
#include "text/tagged_document.h"
#include "writing/text_chunks.h"

namespace gloss {
namespace {

constexpr size_t kWordsPerTag = 25;
/// Of a cited text, tags included; some more than is asked for.
constexpr size_t kTokensPerWord = 4;
/// Of the window, for instructions and what the template adds.
constexpr size_t kTokensForRules = 1000;

/// Lines with the marks of chat templates broken, so that no source can end its message.
std::string SafeLines(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    safe += SafeForPrompt(text.substr(0, end));
    if (end < text.size()) safe += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return safe;
}

size_t WindowOf(const ModelSpec& spec) {
  return spec.max_tokens > 0 ? static_cast<size_t>(spec.max_tokens) : 0;
}

}  // namespace

std::string TaggedText(std::span<const Document> documents, std::span<const SentenceRange> ranges) {
  std::string text;
  for (const SentenceRange& range : ranges) {
    const Document& document = documents[static_cast<size_t>(range.document)];
    if (!text.empty()) text += "\n\n";
    if (documents.size() > 1) {
      text += fmt::format("## {}: {}\n", document.id, EscapeMarks(document.title));
    }
    text += TagSentences(document, range.begin, range.end);
  }
  return SafeLines(text);
}

size_t CountTokensFor(const Generator& generator, std::string_view text) {
  return generator.CountTokens(text).value_or(EstimateTokens(text));
}

size_t PromptedParts::window() const {
  const size_t window = WindowOf(generator_.spec());
  // Half for what is read, so that rules and answer fit beside it.
  return window == 0 ? 0 : window / 2;
}

std::string PromptedParts::PromptId(std::string_view kind) const {
  const bool is_sui1 = AsciiLower(generator_.spec().name).find("sui-1") != std::string::npos;
  if (is_sui1 && kind != "merge") return "sui1_v1";
  constexpr std::array<std::string_view, 5> kLanguages = {"en", "de", "es", "fr", "it"};
  const bool known =
      std::find(kLanguages.begin(), kLanguages.end(), options_.language) != kLanguages.end();
  const std::string_view form = options_.relaxed               ? "_relaxed"
                                : options_.instruction.empty() ? ""
                                                               : "_instruct";
  return fmt::format("{}{}_{}_v1", kind, form, known ? std::string_view(options_.language) : "en");
}

Result<PartialText> PromptedParts::Ask(std::string_view kind,
                                       std::map<std::string, std::string> values, size_t words,
                                       const std::set<std::string>& allowed,
                                       const std::stop_token& stop) const {
  GLOSS_ASSIGN_OR_RETURN(const Prompt prompt, FindPrompt(PromptId(kind)));
  values["words"] = std::to_string(words);
  values["instruction"] = SafeForPrompt(options_.instruction);
  GenerationRequest request;
  request.messages = FillPrompt(prompt, values);
  request.max_tokens = static_cast<int>(words * kTokensPerWord + kTokensForRules / 2);
  request.seed = options_.seed;
  if (options_.constrained) {
    request.citations = CitationConstraint{.tags = {allowed.begin(), allowed.end()}};
  }
  PartialText text;
  for (int attempt = 0; attempt < 2; ++attempt) {
    const BatchResult<GenerationResult> answer = generator_.Generate({&request, 1}, stop);
    if (answer.items.empty() || !answer.items.front()) {
      return answer.status.ok() ? Status(StatusCode::kModelFailed, "writer: no answer")
                                : answer.status;
    }
    const GenerationResult& written = *answer.items.front();
    text.text = written.text;
    text.notes.clear();
    if (written.finish == FinishReason::kMaxTokens) {
      text.notes.push_back(
          "cut off at the limit of the writer's answer; what followed its last "
          "citation is left out");
      const size_t last = text.text.rfind('>');
      text.text.resize(last == std::string::npos ? 0 : last + 1);
    }
    const bool cites = std::any_of(allowed.begin(), allowed.end(), [&](const std::string& tag) {
      return text.text.find(tag) != std::string::npos;
    });
    if (cites) break;
    request.temperature = options_.retry_temperature;
  }
  return text;
}

Result<PartialText> PromptedParts::WritePart(const PartTask& task, const WritingProgress&,
                                             const std::stop_token& stop) {
  const size_t tags = task.is_whole && options_.tags > 0
                          ? options_.tags
                          : std::max<size_t>(1, task.words / kWordsPerTag);
  return Ask(task.is_whole ? "oneshot" : "iterative",
             {{"text", TaggedText(task.documents, task.ranges)}, {"tags", std::to_string(tags)}},
             task.words, TagsOf(task.documents, task.ranges), stop);
}

Result<PartialText> PromptedParts::Merge(const MergeTask& task, const WritingProgress&,
                                         const std::stop_token& stop) {
  std::string parts;
  std::set<std::string> allowed;
  for (size_t i = 0; i < task.texts.size(); ++i) {
    parts += fmt::format("{}## {}\n{}", i == 0 ? "" : "\n\n", i + 1, task.texts[i].text);
    allowed.insert(task.texts[i].tags.begin(), task.texts[i].tags.end());
  }
  return Ask("merge", {{"parts", SafeLines(parts)}}, task.words, allowed, stop);
}

std::map<std::string, std::string> PromptedParts::Identity() const {
  const ModelSpec& spec = generator_.spec();
  std::map<std::string, std::string> identity = {
      {"method", "prompted"},
      {"model", fmt::format("{} {} {}", spec.name, spec.sha256, spec.server)},
      {"instruction", options_.instruction},
      {"tags", std::to_string(options_.tags)},
      {"constrained", options_.constrained ? "yes" : "no"},
      {"retry_temperature", fmt::format("{}", options_.retry_temperature)},
      {"seed", std::to_string(options_.seed)}};
  for (const char* kind : {"oneshot", "iterative", "merge"}) {
    if (const auto prompt = FindPrompt(PromptId(kind)); prompt.ok()) {
      identity[kind] = fmt::format("{} {}", prompt->id, prompt->sha256);
    }
  }
  return identity;
}

}  // namespace gloss
