#include "engine/synthesize.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "base/file_system.h"
#include "engine/engine.h"
#include "engine/text_languages.h"
#include "engine/version.h"
#include "synthesis/synth_lines_json.h"

namespace gloss {
namespace {

Status MakeFolder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  return error ? StatusFromErrno(error.value(), folder) : Status::Ok();
}

/// Text of a part as `verify` reads a source that stands in a record.
TextReader ReaderFor(const LoadOptions& load) {
  return [load](const std::string& text, const Document& whole) {
    // Its language is detected anew, as `verify` does.
    TextInput input;
    input.title = whole.title;
    input.uri = whole.uri;
    input.text = text;
    return ReadDocument(input, load);
  };
}

}  // namespace

Result<SynthPreview> PlanSynthesis(const SynthRequest& request, const std::string& teacher) {
  SynthPreview preview;
  std::vector<Document> documents;
  for (const TextInput& source : request.sources) {
    auto document = ReadDocument(source, request.load);
    if (!document.ok()) {
      preview.unread_sources.push_back({source.uri, document.status()});
      continue;
    }
    documents.push_back(*std::move(document));
  }
  if (documents.empty()) {
    if (preview.unread_sources.empty()) {
      return Status(StatusCode::kInvalidArgument, "no source was given");
    }
    return preview.unread_sources.front().status;
  }
  preview.documents_read = documents.size();
  GLOSS_ASSIGN_OR_RETURN(preview.plan, PlanSynthesis(std::move(documents), ReaderFor(request.load),
                                                     request.options, teacher));
  GLOSS_ASSIGN_OR_RETURN(preview.estimate,
                         EstimateCost(preview.plan, request.options, request.folder));
  return preview;
}

Result<SynthSummary> Engine::Synthesize(const SynthRequest& request, const SynthPreview& preview,
                                        const SynthProgress& progress, std::stop_token stop) {
  GLOSS_RETURN_IF_ERROR(MakeFolder(request.folder));
  SynthModels models;
  models.teacher = writer_.get();
  models.judges = [this](const Document& text, const Document& source) -> Result<JudgeModels> {
    GLOSS_ASSIGN_OR_RETURN(const LanguagePair pair, models_->For(LanguagesOf(text, {&source, 1})));
    return JudgeModels{pair.embedder, pair.classifier, decomposer_.get()};
  };
  // All models are opened before the teacher is paid for texts that nobody could judge.
  models.judges_identity = kProductVersion;
  std::set<std::string> languages;
  for (const SynthSource& source : preview.plan.sources) {
    languages.insert(source.document.language);
  }
  for (const std::string& language : languages) {
    GLOSS_ASSIGN_OR_RETURN(const LanguagePair pair, models_->For({&language, 1}));
    for (const ModelSpec* spec : {&pair.embedder->spec(), &pair.classifier->spec()}) {
      models.judges_identity += "\n" + spec->name + " " + spec->sha256 + " " + spec->server;
    }
  }
  if (decomposer_ != nullptr) models.judges_identity += "\n" + decomposer_->spec().name;
  Synthesizer synthesizer(models, request.options);
  GLOSS_ASSIGN_OR_RETURN(SynthSummary summary,
                         synthesizer.Run(preview.plan, request.folder, progress, stop));
  summary.documents_read = preview.documents_read;
  summary.documents_unread = preview.unread_sources.size();
  summary.estimated_cost = preview.estimate.cost;
  GLOSS_RETURN_IF_ERROR(
      WriteFileAtomically(request.folder + "/summary.json", SummaryJson(summary)));
  return summary;
}

std::string Engine::writer_name() const { return writer_ ? writer_->spec().name : ""; }

}  // namespace gloss
