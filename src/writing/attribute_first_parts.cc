#include "writing/attribute_first_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "grounding/prompt.h"
#include "text/sentence_splitter.h"
#include "writing/source_sentences.h"
#include "writing/text_chunks.h"
#include "writing/text_measures.h"

namespace gloss {
namespace {

constexpr size_t kUsualWords = 300;
/// Sentences of a part that are embedded, of those with its frequent terms: four for one that is
/// chosen. So the time of the models grows with the parts and not with what is in them.
constexpr size_t kMostEmbeddedOfPart = 100;

/// The statements of a text about an excerpt, with their places in the whole documents.
std::vector<PlacedStatement> StatementsOf(const CitedText& text, const Excerpt& excerpt) {
  std::vector<PlacedStatement> statements;
  for (const CitedSentence& sentence : text.sentences) {
    if (sentence.citations.empty()) continue;
    const Citation& citation = text.citations[static_cast<size_t>(sentence.citations.front())];
    if (citation.sentences.empty()) continue;
    PlacedStatement placed;
    placed.statement.text = sentence.statement;
    placed.statement.origin = sentence.origin;
    placed.statement.words = CountWords(sentence.statement);
    placed.statement.probability = citation.probability;
    placed.statement.reason = sentence.reason;
    placed.source = excerpt.Original(citation.sentences.front());
    statements.push_back(std::move(placed));
  }
  return statements;
}

/// The part of each sentence of an excerpt in its whole document.
std::vector<std::vector<size_t>> PartsOf(const Excerpt& excerpt,
                                         std::span<const Document> documents) {
  std::vector<std::vector<size_t>> parts;
  for (const std::vector<SentenceRef>& places : excerpt.places) {
    std::vector<size_t>& of_document = parts.emplace_back();
    for (const SentenceRef& place : places) {
      const Document& document = documents[static_cast<size_t>(place.document)];
      of_document.push_back(PartOf(document, static_cast<size_t>(place.sentence)));
    }
  }
  return parts;
}

/// The writer's prompt, where it is asked.
std::optional<PromptUse> PromptOf(const WritingModels& models, const WritingOptions& options) {
  if (models.writer == nullptr || !options.statements.ask_writer) return std::nullopt;
  const auto prompt = FindPrompt(options.statements.prompt);
  if (!prompt.ok()) return std::nullopt;
  return PromptUse{prompt->id, prompt->sha256};
}

Provenance ProvenanceOf(const WritingModels& models, const WritingOptions& options) {
  Provenance provenance;
  provenance.method = "attribute_first";
  provenance.splitter_version = SplitterVersion();
  const auto use = [&provenance](std::string_view role, const ModelSpec& spec) {
    provenance.models.push_back({std::string(role), spec.name, spec.sha256});
  };
  use("embedder", models.embedder.spec());
  use("entailment", models.classifier.spec());
  if (models.writer != nullptr) use("writer", models.writer->spec());
  if (const auto prompt = PromptOf(models, options)) provenance.prompts.push_back(*prompt);
  provenance.settings = SettingsOf(options);
  return provenance;
}

}  // namespace

Result<PartialText> AttributeFirstParts::Write(const Excerpt& excerpt,
                                               std::vector<std::vector<size_t>> parts,
                                               const TextTask& task,
                                               const WritingProgress& progress,
                                               const std::stop_token& stop) {
  PartialText part;
  if (StatingSentences(excerpt.documents).empty()) {
    part.notes.push_back(
        "no sentence states anything that could be cited (headings, tables, lists "
        "of references and questions are not)");
    return part;
  }
  WritingOptions options = options_;
  options.words = task.words;
  if (!task.is_last) {
    options.tags = 0;
    options.statements.ask_writer = false;
    options.statements.shorten = false;
    options.salience.most_embedded = std::min(options.salience.most_embedded, kMostEmbeddedOfPart);
  }
  GLOSS_ASSIGN_OR_RETURN(CitedText text, writer_.Write({excerpt.documents, {}, std::move(parts)},
                                                       options, progress, stop));
  part.statements = StatementsOf(text, excerpt);
  part.text = std::move(text.text);
  if (task.is_last) part.notes = std::move(text.warnings);
  return part;
}

Result<PartialText> AttributeFirstParts::WritePart(const PartTask& task,
                                                   const WritingProgress& progress,
                                                   const std::stop_token& stop) {
  return Write(ExcerptOfRanges(task.documents, task.ranges), {}, {task.words, task.is_whole},
               progress, stop);
}

Result<PartialText> AttributeFirstParts::Merge(const MergeTask& task,
                                               const WritingProgress& progress,
                                               const std::stop_token& stop) {
  std::vector<SentenceRef> cited;
  for (const PartialText& text : task.texts) {
    for (const PlacedStatement& placed : text.statements) cited.push_back(placed.source);
  }
  const Excerpt excerpt = ExcerptOfSentences(task.documents, std::move(cited));
  return Write(excerpt, PartsOf(excerpt, task.documents), {task.words, task.is_last}, progress,
               stop);
}

size_t AttributeFirstParts::CountTokens(std::string_view text) const {
  return EstimateTokens(text);
}

std::map<std::string, std::string> AttributeFirstParts::Identity() const {
  std::map<std::string, std::string> identity = SettingsOf(options_);
  identity["method"] = "attribute_first";
  const auto add = [&identity](std::string_view role, const ModelSpec& spec) {
    identity[fmt::format("model {}", role)] =
        fmt::format("{} {} {}", spec.name, spec.sha256, spec.server);
  };
  add("embedder", models_.embedder.spec());
  add("entailment", models_.classifier.spec());
  if (models_.writer != nullptr) {
    add("writer", models_.writer->spec());
    if (const auto prompt = PromptOf(models_, options_)) {
      identity["prompt"] = fmt::format("{} {}", prompt->id, prompt->sha256);
    }
  }
  return identity;
}

Result<LongCitedText> WriteLongAttributeFirst(const WritingModels& models, WritingInput input,
                                              const WritingOptions& options,
                                              LongTextOptions long_options,
                                              const WritingProgress& progress,
                                              const std::stop_token& stop) {
  if (!options.question.empty()) {
    return Status(StatusCode::kInvalidArgument,
                  "a question is answered from all documents at once, not part by part");
  }
  GLOSS_RETURN_IF_ERROR(ValidateOptions(options));
  AttributeFirstParts parts(models, options);
  long_options.words = options.words > 0 ? options.words : kUsualWords;
  LongCitedText result;
  GLOSS_ASSIGN_OR_RETURN(
      result.parts, LongTextWriter(parts).Write(input.documents, long_options, progress, stop));
  CitedText& text = result.text;
  text.documents = std::move(input.documents);
  text.unread_sources = std::move(input.unread_sources);
  if (result.parts.text.statements.empty()) {
    return Status(StatusCode::kInvalidArgument,
                  "sources: no sentence in them states anything that could be cited (headings, "
                  "tables, lists of references and questions are not)");
  }
  const WritingStyle style =
      InterpretInstructions(options.instructions).style.value_or(options.style);
  LayOut(result.parts.text.statements, options.style_is_set ? options.style : style, text);
  text.language = text.documents.front().language;
  text.warnings = result.parts.warnings;
  text.provenance = ProvenanceOf(models, options);
  text.provenance.settings["parts"] = std::to_string(result.parts.parts.size());
  text.provenance.settings["merge_levels"] = std::to_string(result.parts.levels);
  if (result.parts.parts.size() > 1) {
    text.provenance.settings["coverage"] = DescribeCoverage(result.parts, text.documents);
  }
  return result;
}

}  // namespace gloss
