#include "engine/verify.h"

#include <fmt/format.h>

#include <utility>

#include "backends/llama_cpp/llm_entailment_classifier.h"
#include "base/file_system.h"
#include "base/hash.h"
#include "engine/engine.h"
#include "engine/text_languages.h"
#include "engine/version.h"
#include "loaders/format.h"
#include "text/markdown_blocks.h"
#include "text/segmenter.h"
#include "text/target_index.h"
#include "writing/citation_fixer.h"
#include "writing/cited_json.h"

namespace gloss {
namespace {

/// A text as it is written: Markdown keeps its signs, since citations are put right in it.
void SegmentWritten(Document* document) {
  document->media_type = "text/plain";
  document->blocks = MarkdownBlocks(document->text);
  Segment(*document);
}

Result<Document> ReadCitedText(const TextInput& input, const LoadOptions& load) {
  if (input.text) {
    GLOSS_ASSIGN_OR_RETURN(Document document, ReadDocument(input, load));
    SegmentWritten(&document);
    return document;
  }
  LoadOptions options = load;
  options.uri = input.uri;
  GLOSS_ASSIGN_OR_RETURN(std::string bytes, ReadFile(input.uri, load.limits.max_bytes));
  const auto format = DetectFormat(bytes, options);
  const bool plain = format.ok() && (*format == Format::kMarkdown || *format == Format::kText);
  if (!plain) return ReadResponse(input, load);
  options.media_type = "text/plain";
  GLOSS_ASSIGN_OR_RETURN(Document document, LoadDocument(bytes, options));
  document.id = input.id;
  if (!input.title.empty()) document.title = input.title;
  SegmentWritten(&document);
  return document;
}

void ReadSources(const std::vector<TextInput>& sources, const LoadOptions& load,
                 CitedInput* input) {
  for (size_t i = 0; i < sources.size(); ++i) {
    auto document = ReadDocument(sources[i], load);
    if (!document.ok()) {
      input->unread_sources.push_back({sources[i].uri, document.status()});
      continue;
    }
    if (document->id.empty()) document->id = fmt::format("d{}", i + 1);
    input->documents.push_back(std::move(document).value());
  }
  AssignTags(input->documents);
}

std::vector<TextInput> SourcesOf(const std::vector<CitedSource>& sources) {
  std::vector<TextInput> inputs;
  for (size_t i = 0; i < sources.size(); ++i) {
    TextInput input;
    input.id = sources[i].id;
    input.title = sources[i].title;
    input.uri = sources[i].uri.empty() ? fmt::format("source {}", i + 1) : sources[i].uri;
    input.text = sources[i].text;
    inputs.push_back(std::move(input));
  }
  return inputs;
}

Result<CitedInput> ReadCitedJsonInput(const VerifyRequest& request) {
  const std::string& uri = request.text.uri;
  std::string bytes;
  if (request.text.text) {
    bytes = *request.text.text;
  } else {
    GLOSS_ASSIGN_OR_RETURN(bytes, ReadFile(uri, request.load.limits.max_bytes));
  }
  auto json = ReadCitedJson(bytes);
  if (!json.ok()) return json.status().WithContext(uri);
  CitedInput input;
  input.id = std::move(json->id);
  input.question = std::move(json->question);
  // Places of citations index this very text.
  input.text.text = std::move(json->text);
  input.text.uri = uri;
  input.text.title = request.text.title;
  input.text.sha256 = Sha256Hex(bytes);
  input.text.language = request.load.language;
  SegmentWritten(&input.text);
  input.annotations = std::move(json->annotations);
  for (std::string& warning : json->warnings) input.text.warnings.push_back(std::move(warning));
  ReadSources(request.sources.empty() ? SourcesOf(json->sources) : request.sources, request.load,
              &input);
  // An address that is none of the sources leaves [n] to its place.
  const TargetIndex targets(input.documents, input.unread_sources.size());
  for (const auto& [number, meaning] : json->numbers) {
    MarkTarget target;
    target.id = meaning.document;
    targets.Resolve(MarkForm::kSource, target);
    if (target.document >= 0) input.ids.table.emplace(number, meaning);
  }
  return input;
}

/// Corrects the citations and verifies the text again: what is still wrong is counted.
Status Fix(const CitationVerifier& verifier, const VerifyOptions& options, const CitationIds& ids,
           const std::stop_token& stop, CitedText* text) {
  CitedTextFix fix = FixCitations(*text);
  CitedInput again;
  again.question = text->question;
  again.text.text = fix.text;
  again.text.language = text->language;
  SegmentWritten(&again.text);
  again.documents = std::move(text->documents);
  again.unread_sources = text->unread_sources;
  again.ids = ids;
  VerifyOptions alone = options;
  alone.suggest = false;
  auto verified = verifier.Verify(std::move(again), alone, {}, stop);
  if (!verified.ok()) return verified.status();
  text->documents = std::move(verified->documents);
  fix.after = CountCited(*verified);
  fix.gaps = std::move(verified->gaps);
  text->model_failed = text->model_failed || verified->model_failed;
  text->fix = std::move(fix);
  return Status::Ok();
}

}  // namespace

Result<CitedInput> ReadCitedInput(const VerifyRequest& request) {
  const bool json = request.is_json || (!request.text.text && request.text.uri.ends_with(".json"));
  CitedInput input;
  if (json) {
    GLOSS_ASSIGN_OR_RETURN(input, ReadCitedJsonInput(request));
  } else {
    GLOSS_ASSIGN_OR_RETURN(input.text, ReadCitedText(request.text, request.load));
    ReadSources(request.sources, request.load, &input);
  }
  if (!request.id.empty()) input.id = request.id;
  if (!request.question.empty()) input.question = request.question;
  input.ids.numbers_are_sentences = request.ids.numbers_are_sentences;
  for (const auto& [id, meaning] : request.ids.table) input.ids.table[id] = meaning;
  for (const Document& document : input.documents) {
    for (const std::string& warning : document.warnings) {
      input.text.warnings.push_back(document.uri + ": " + warning);
    }
  }
  return input;
}

Result<CitedText> VerifyCited(const Grounder& grounder, CitedInput input,
                              const VerifyRequest& request, const GroundingProgress& progress,
                              const std::stop_token& stop) {
  const CitationVerifier verifier(grounder);
  const VerifyOptions options{request.grounding, request.suggest};
  const CitationIds ids = input.ids;
  GLOSS_ASSIGN_OR_RETURN(CitedText text,
                         verifier.Verify(std::move(input), options, progress, stop));
  if (request.fix) {
    GLOSS_RETURN_IF_ERROR(Fix(verifier, options, ids, stop, &text));
  }
  return text;
}

Result<CitedText> Engine::Verify(const VerifyRequest& request, const GroundingProgress& progress,
                                 std::stop_token stop) {
  GLOSS_ASSIGN_OR_RETURN(CitedInput input, ReadCitedInput(request));
  GLOSS_ASSIGN_OR_RETURN(const LanguagePair models,
                         models_->For(LanguagesOf(input.text, input.documents)));
  const Grounder grounder(*models.embedder, *models.classifier, decomposer_.get());
  GLOSS_ASSIGN_OR_RETURN(CitedText text,
                         VerifyCited(grounder, std::move(input), request, progress, stop));
  Provenance& provenance = text.provenance;
  provenance.product_version = kProductVersion;
  provenance.settings.insert(remote_use_.settings.begin(), remote_use_.settings.end());
  provenance.prompts.insert(provenance.prompts.end(), remote_use_.prompts.begin(),
                            remote_use_.prompts.end());
  const ModelSpec& judge = models.classifier->spec();
  if (judge.asks_in_words && judge.server.empty()) {
    provenance.prompts.push_back(
        {std::string(kEntailmentInWordsPromptId), Sha256Hex(LlmEntailmentOptions{}.prompt)});
  }
  std::vector<std::string> warnings = remote_use_.warnings;
  warnings.insert(warnings.end(), models.warnings.begin(), models.warnings.end());
  text.warnings.insert(text.warnings.begin(), warnings.begin(), warnings.end());
  return text;
}

}  // namespace gloss
