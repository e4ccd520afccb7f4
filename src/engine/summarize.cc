#include "engine/summarize.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "engine/engine.h"
#include "engine/text_languages.h"
#include "engine/version.h"
#include "text/segmenter.h"
#include "writing/attribute_first_parts.h"
#include "writing/oneshot_writer.h"
#include "writing/text_chunks.h"

namespace gloss {
namespace {

/// What another way of writing may still do well.
bool IsWritersFault(StatusCode code) {
  return code == StatusCode::kTooLarge || code == StatusCode::kModelFailed ||
         code == StatusCode::kModelUnavailable;
}

/// Longer than what is read at once: it is read in parts, which are merged.
bool IsLong(const WritingInput& input) {
  size_t tokens = 0;
  for (const Document& document : input.documents) tokens += EstimateTokens(document.text);
  return tokens > LongTextOptions{}.chunk_tokens;
}

}  // namespace

Result<WritingInput> ReadWritingInput(const SummarizeRequest& request) {
  WritingInput input;
  for (size_t i = 0; i < request.sources.size(); ++i) {
    auto document = ReadDocument(request.sources[i], request.load);
    if (!document.ok()) {
      input.unread_sources.push_back({request.sources[i].uri, document.status()});
      continue;
    }
    if (document->id.empty()) document->id = fmt::format("d{}", i + 1);
    input.documents.push_back(std::move(document).value());
  }
  if (input.documents.empty()) {
    if (input.unread_sources.empty()) {
      return Status(StatusCode::kInvalidArgument, "no source was given");
    }
    return input.unread_sources.front().status;
  }
  AssignTags(input.documents);
  return input;
}

std::vector<std::string> LanguagesOf(const WritingInput& input) {
  return LanguagesOf(Document{}, input.documents);
}

Result<CitedText> Engine::Summarize(const SummarizeRequest& request,
                                    const WritingProgress& progress, std::stop_token stop) {
  GLOSS_ASSIGN_OR_RETURN(WritingInput input, ReadWritingInput(request));
  std::vector<std::string> warnings = remote_use_.warnings;
  for (const Document& document : input.documents) {
    for (const std::string& warning : document.warnings) {
      warnings.push_back(document.uri + ": " + warning);
    }
  }
  GLOSS_ASSIGN_OR_RETURN(const LanguagePair models, models_->For(LanguagesOf(input)));
  warnings.insert(warnings.end(), models.warnings.begin(), models.warnings.end());
  std::optional<CitedText> written;
  if (writer_ != nullptr && WritesWholeTexts(writer_->spec())) {
    const OneshotWriter writer(*models.embedder, *models.classifier, *writer_);
    auto whole = writer.Write(input, request.writing, progress, stop);
    if (whole.ok()) {
      written = *std::move(whole);
    } else if (stop.stop_requested() || !IsWritersFault(whole.status().code())) {
      return whole.status();
    } else {
      warnings.push_back(whole.status().ToString() +
                         "; sentences of the sources are cited one by one instead");
    }
  }
  if (!written && request.writing.question.empty() &&
      (IsLong(input) || !request.writing.state_path.empty())) {
    LongTextOptions long_text;
    long_text.state_path = request.writing.state_path;
    GLOSS_ASSIGN_OR_RETURN(
        LongCitedText text,
        WriteLongAttributeFirst({*models.embedder, *models.classifier, writer_.get()},
                                std::move(input), request.writing, long_text, progress, stop));
    written = std::move(text.text);
  }
  if (!written) {
    const CitedWriter writer(*models.embedder, *models.classifier, writer_.get());
    GLOSS_ASSIGN_OR_RETURN(
        written, writer.Write(std::move(input), request.writing, progress, std::move(stop)));
  }
  CitedText& text = *written;
  text.provenance.product_version = kProductVersion;
  text.provenance.settings.insert(remote_use_.settings.begin(), remote_use_.settings.end());
  text.warnings.insert(text.warnings.begin(), warnings.begin(), warnings.end());
  return std::move(*written);
}

}  // namespace gloss
