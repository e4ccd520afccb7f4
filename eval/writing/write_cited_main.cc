// gloss_write_cited --models DIR [--models DIR…] [--threads N] [--cache off] [--writer NAME] <
// rows.jsonl
//
// Writes cited texts with the product's own models and measures them; the work of
// eval/writing/measure.py. A row:
//   "sentences": […] of the source, or "document": a text that is split
//   "language" (en), "words", "tags", "instruct" or "question": may be left out
//   "method": salience, or a baseline: centrality, lead, random
//   "shorten": false quotes the sentences whole, where only their choice is measured
//   "verify": the text is read back and every citation is verified by the grounder
//   "decoding": constrained or free: the writer writes the whole text from one prompt, and it is
//     measured as it comes, before anything is repaired
// An answer line:
//   "cited": numbers of the cited sentences, in the order of the text; "text"; "seconds"
//   "quality": as of writing/quality.h; "relevance": of the best sentence, for questions
//   "verified": with "verify", the quality of the text as it is read back
//   "false_tags": with "decoding", marks of the text as it came that are no tag of the source;
//     "good_tags", "repeated"
//   "error": why there is no text

#include <algorithm>
#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "backends/llama_cpp/llama_generator.h"
#include "eval_models.h"
#include "grounding/grounder.h"
#include "models/model_spec.h"
#include "text/segmenter.h"
#include "writing/citation_verifier.h"
#include "writing/cited_writer.h"
#include "writing/prompted_parts.h"
#include "writing/quality.h"
#include "writing/tag_cleaning.h"

namespace gloss {
namespace {

using Json = nlohmann::json;

/// A document whose sentences are those given, one a line; or a running text.
Document DocumentOf(const Json& row, const std::string& language) {
  Document document;
  document.id = "d1";
  document.language = language;
  if (!row.contains("sentences")) {
    document.text = row.at("document").get<std::string>();
    Segment(document);
  } else {
    for (const Json& given : row.at("sentences")) {
      const auto sentence = given.get<std::string>();
      Sentence entry;
      entry.span = {document.text.size(), document.text.size() + sentence.size()};
      document.text += sentence + "\n";
      document.sentences.push_back(std::move(entry));
    }
  }
  AssignTags({&document, 1});
  return document;
}

Json QualityJson(const CitedQuality& quality) {
  Json json = {{"faults", quality.faults},
               {"sentences", quality.sentences},
               {"citations", quality.citations},
               {"quoted", quality.quoted},
               {"shortened", quality.shortened},
               {"written", quality.written},
               {"parts", quality.parts},
               {"spacing", quality.spacing},
               {"filler", quality.filler},
               {"words", quality.words},
               {"uncited", quality.longest_uncited}};
  if (quality.precision) json["precision"] = *quality.precision;
  if (quality.recall) json["recall"] = *quality.recall;
  if (quality.length_error) json["length_error"] = *quality.length_error;
  return json;
}

/// The text as anybody reads it: marks found, claims split, every citation judged.
Result<Json> VerifiedJson(const EvalModels& models, const CitedText& text,
                          const QualityOptions& options) {
  const Grounder grounder(*models.embedder, *models.classifier, nullptr);
  CitedInput input;
  input.text.text = text.text;
  input.text.language = text.language;
  Segment(input.text);
  input.documents = text.documents;
  VerifyOptions verify;
  verify.grounding.decomposition = "rules";
  verify.grounding.compute_pfcr = false;
  verify.suggest = false;
  GLOSS_ASSIGN_OR_RETURN(const CitedText verified,
                         CitationVerifier(grounder).Verify(std::move(input), verify, {}, {}));
  Json json = QualityJson(MeasureQuality(verified, options));
  for (const CitedSentence& sentence : verified.sentences) {
    if (sentence.verdict == Verdict::kSupported) continue;
    json["rejected"].push_back({{"statement", sentence.statement},
                                {"verdict", VerdictName(sentence.verdict)},
                                {"reason", sentence.reason}});
  }
  return json;
}

/// Of the ten most salient sentences, or as many as are cited.
Result<double> CoverageOf(Embedder& embedder, const CitedText& text) {
  const std::vector<SourceSentence> sentences = StatingSentences(text.documents);
  GLOSS_ASSIGN_OR_RETURN(
      const std::vector<RankedSentence> ranked,
      RankSentences(embedder, {text.documents, sentences, ""}, SalienceOptions{}, {}, {}));
  std::set<SentenceRef> cited;
  for (const Citation& citation : text.citations) cited.insert(citation.sentences.front());
  return CoverageOfSalient(ranked, sentences, cited, std::max<size_t>(10, cited.size()));
}

/// A whole text from one prompt, as the model gives it.
Result<Json> OneshotAnswer(const Json& row, const EvalModels& models, Generator& writer) {
  CitedText text;
  text.language = row.value("language", "en");
  text.documents.push_back(DocumentOf(row, text.language));
  PromptedPartsOptions options;
  options.language = text.language;
  options.constrained = row.at("decoding") == "constrained";
  const SentenceRange whole{0, 0, text.documents.front().sentences.size()};
  const PartTask task{text.documents, {&whole, 1}, row.value("words", size_t{100}), true};
  GLOSS_ASSIGN_OR_RETURN(PartialText part, PromptedParts(writer, options).WritePart(task, {}, {}));
  text.text = std::move(part.text);
  const CleanedText cleaned =
      CleanTags(text.text, TagIndex(text.documents), TagsOf(text.documents, {&whole, 1}));
  Json answer = {{"text", text.text},
                 {"false_tags", cleaned.removed + cleaned.repaired},
                 {"good_tags", cleaned.tags.size()},
                 {"repeated", cleaned.repeated}};
  GLOSS_ASSIGN_OR_RETURN(answer["quality"], VerifiedJson(models, text, {task.words}));
  return answer;
}

Result<Json> Answer(const Json& row, const EvalModels& models, Generator* writer) {
  const std::string language = row.value("language", "en");
  if (row.contains("decoding")) {
    if (writer == nullptr) {
      return Status(StatusCode::kInvalidArgument, "decoding: it needs --writer");
    }
    return OneshotAnswer(row, models, *writer);
  }
  WritingOptions options;
  options.words = row.value("words", size_t{0});
  options.tags = row.value("tags", size_t{0});
  options.question = row.value("question", "");
  options.least_relevance = row.value("least_relevance", options.least_relevance);
  options.statements.shorten = row.value("shorten", true);
  options.salience.method = row.value("method", "salience");
  if (row.contains("instruct")) options.instructions = {row.at("instruct").get<std::string>()};
  for (const auto& [name, weight] : {std::pair{"centrality", &options.salience.centrality},
                                     {"position", &options.salience.position},
                                     {"information", &options.salience.information},
                                     {"focus", &options.salience.focus},
                                     {"refers_back", &options.salience.refers_back}}) {
    *weight = row.value(name, *weight);
  }
  WritingInput input;
  input.documents.push_back(DocumentOf(row, language));
  const auto begin = std::chrono::steady_clock::now();
  const CitedWriter cited(*models.embedder, *models.classifier, writer);
  GLOSS_ASSIGN_OR_RETURN(const CitedText text, cited.Write(std::move(input), options, {}, {}));
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  Json answer = {{"text", text.text},
                 {"seconds", seconds.count()},
                 {"cited", Json::array()},
                 {"settings", text.provenance.settings}};
  for (const Citation& citation : text.citations) {
    answer["cited"].push_back(citation.sentences.front().sentence);
  }
  const QualityOptions quality{options.words};
  answer["quality"] = QualityJson(MeasureQuality(text, quality));
  GLOSS_ASSIGN_OR_RETURN(answer["quality"]["coverage"], CoverageOf(*models.embedder, text));
  for (const CitedSentence& sentence : text.sentences) {
    answer["sentences"].push_back({{"statement", sentence.statement},
                                   {"origin", CitedOriginName(sentence.origin)},
                                   {"reason", sentence.reason}});
  }
  if (row.value("verify", false)) {
    GLOSS_ASSIGN_OR_RETURN(answer["verified"], VerifiedJson(models, text, quality));
  }
  return answer;
}

int Fail(const Status& status) {
  std::cerr << "gloss_write_cited: " << status.ToString() << "\n";
  return 1;
}

int Main(int argc, char** argv) {
  EvalModelOptions options;
  auto flags = ReadFlags(argc, argv, options);
  if (!flags.ok()) return Fail(flags.status());
  std::unique_ptr<LlamaGenerator> writer;
  if (const auto name = flags->find("--writer"); name != flags->end()) {
    const auto registry = ModelRegistry::Load(options.folders, options.folders);
    if (!registry.ok()) return Fail(registry.status());
    const auto spec = registry->Find(name->second);
    if (!spec.ok()) return Fail(spec.status());
    const auto path = registry->Locate(*spec);
    if (!path.ok()) return Fail(path.status());
    auto model = LlamaGenerator::Load(*spec, *path);
    if (!model.ok()) return Fail(model.status());
    writer = *std::move(model);
  }
  EvalModelSet models(options);
  for (std::string line; std::getline(std::cin, line);) {
    const Json row = Json::parse(line, nullptr, false);
    if (row.is_discarded()) {
      return Fail(Status(StatusCode::kParseError, "a row is no JSON: " + line.substr(0, 80)));
    }
    const auto of_language = models.For(row.value("language", "en"));
    if (!of_language.ok()) return Fail(of_language.status());
    auto answer = Answer(row, *of_language, writer.get());
    Json out = answer.ok() ? *std::move(answer) : Json{{"error", answer.status().ToString()}};
    out["id"] = row.value("id", "");
    std::cout << out.dump() << std::endl;
  }
  return 0;
}

}  // namespace
}  // namespace gloss

int main(int argc, char** argv) { return gloss::Main(argc, argv); }
