// gloss_ground_evidence --models DIR… --methods M,… [--threads N] [--cache off] < rows.jsonl
//
// Grounds claims in their sources, with the product's own models and matching; the work of
// eval/run.py and of eval/evidence/fit.py. A row:
//   "claims": […], each one response sentence, or "response": a text that is split into sentences
//   "sentences": […] of the source, or "document": a text that is split
//   "title", "question", "language" (en): may be left out
// An answer line for each row and method:
//   "supports", "contradicts"  of each claim, the numbers of the source sentences
//   "claims"   what the response was checked by: its "claim" (number of the response sentence),
//              "text", "verdict", "support" and "contradiction": best probability of a candidate
//   "labelled" pairs that were labelled; "seconds"; "sentences" of the source; "models", "prompts"
//   "scores"   with "-scores": of every labelled pair [sentence, cosine, three logits, coverage,
//              BM25, P(support), P(contradiction)]
//   "metrics"  with "-metrics": cer, ecss, pfcr …
//
// Methods: cascade, etracer, exhaustive (cascade over all pairs); after a name "-rules" or "-model"
// splits the claims first ("cascade-rules"), "-single" leaves groups of sentences out,
// "-nofigures" the check of figures, and "@0.25" sets the least importance.

#include <algorithm>
#include <charconv>
#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "eval_models.h"
#include "grounding/evidence_rule.h"
#include "grounding/grounder.h"
#include "retrieval/bm25.h"
#include "retrieval/terms.h"
#include "text/segmenter.h"

namespace gloss {
namespace {

using Json = nlohmann::json;

/// A document whose sentences are those given, one a line.
Document MakeDocument(std::string id, const std::vector<std::string>& sentences,
                      std::string language) {
  Document document;
  document.id = std::move(id);
  document.language = std::move(language);
  for (const std::string& sentence : sentences) {
    Sentence entry;
    entry.span = {document.text.size(), document.text.size() + sentence.size()};
    document.text += sentence + "\n";
    document.sentences.push_back(std::move(entry));
  }
  return document;
}

/// The same of a running text.
Document MakeDocument(std::string id, std::string text, std::string language) {
  Document document;
  document.id = std::move(id);
  document.language = std::move(language);
  document.text = std::move(text);
  Segment(document);
  return document;
}

bool Has(std::string_view method, std::string_view part) {
  return method.find(part) != std::string_view::npos;
}

Result<GroundingOptions> OptionsFor(std::string_view method, bool running_text) {
  GroundingOptions options;
  options.method = Has(method, "etracer") ? "etracer" : "cascade";
  options.exhaustive = Has(method, "exhaustive");
  options.decomposition = Has(method, "-rules")   ? "rules"
                          : Has(method, "-model") ? "model"
                                                  : "none";
  options.evidence_sets = !Has(method, "-single");
  options.check_figures = !Has(method, "-nofigures");
  options.compute_pfcr = Has(method, "-metrics");
  if (!running_text) {
    options.context_sentences = 0;  // The claims of a row do not belong together.
    options.resolve_references = false;
  }
  if (const size_t at = method.find('@'); at != std::string_view::npos) {
    float tau = 0;
    const auto [end, error] =
        std::from_chars(method.data() + at + 1, method.data() + method.size(), tau);
    if (error != std::errc() || end != method.data() + method.size()) {
      return Status(StatusCode::kInvalidArgument, "no number after @: " + std::string(method));
    }
    options.tau = tau;
  }
  return options;
}

/// Reads the probabilities of pairs as the method does: by the evidence rule, or by the labels'
/// own probabilities.
class PairReader {
 public:
  PairReader(const GroundingReport& report, const Calibration& calibration, bool etracer)
      : source_(report.documents[0]), rule_(calibration), etracer_(etracer) {
    for (size_t i = 0; i < source_.sentences.size(); ++i) {
      terms_.push_back(TermSetOf(source_.SentenceText(i), source_.language));
    }
  }

  float Coverage(const std::set<std::string>& claim, int sentence) const {
    return TermCoverage(claim, terms_[static_cast<size_t>(sentence)]);
  }

  EvidenceDecision Decide(const std::set<std::string>& claim, const PairScore& pair) const {
    if (etracer_) {
      return {pair.relation.label, pair.relation.probability(Relation::kEntailment),
              pair.relation.probability(Relation::kContradiction)};
    }
    return rule_.Decide(
        {pair.relation, pair.importance, Coverage(claim, pair.sentence.sentence), false});
  }

 private:
  const Document& source_;
  EvidenceRule rule_;
  bool etracer_;
  std::vector<std::set<std::string>> terms_;
};

Json AllScores(const GroundingReport& report, const PairReader& reader) {
  const Document& source = report.documents[0];
  std::vector<std::string_view> texts;
  for (size_t i = 0; i < source.sentences.size(); ++i) texts.push_back(source.SentenceText(i));
  const Bm25Index index(texts, source.language);
  Json all = Json::array();
  for (const ClaimResult& claim : report.claims) {
    const std::set<std::string> terms = TermSetOf(claim.claim.text, source.language);
    const std::vector<float> ranks = index.Scores(claim.claim.text);
    Json scores = Json::array();
    for (const PairScore& pair : claim.scores) {
      const int sentence = pair.sentence.sentence;
      const auto& logits = pair.relation.logits;
      const EvidenceDecision decision = reader.Decide(terms, pair);
      scores.push_back({sentence, pair.importance, logits[0], logits[1], logits[2],
                        reader.Coverage(terms, sentence), ranks[static_cast<size_t>(sentence)],
                        decision.support, decision.contradiction});
    }
    all.push_back({{"claim", claim.claim.sentence}, {"scores", std::move(scores)}});
  }
  return all;
}

Json ClaimsOf(const GroundingReport& report, const PairReader& reader) {
  Json claims = Json::array();
  for (const ClaimResult& result : report.claims) {
    const std::set<std::string> terms = TermSetOf(result.claim.text, report.documents[0].language);
    float support = 0;
    float contradiction = 0;
    for (const PairScore& pair : result.scores) {
      const EvidenceDecision decision = reader.Decide(terms, pair);
      support = std::max(support, decision.support);
      contradiction = std::max(contradiction, decision.contradiction);
    }
    for (const EvidenceSet& set : result.evidence) {
      float& side = set.polarity == Polarity::kSupports ? support : contradiction;
      side = std::max(side, set.probability);
    }
    claims.push_back({{"claim", result.claim.sentence},
                      {"text", result.claim.text},
                      {"verdict", VerdictName(result.verdict)},
                      {"support", support},
                      {"contradiction", contradiction}});
  }
  return claims;
}

void AddEvidence(const GroundingReport& report, Json& answer) {
  const size_t claims = report.response.sentences.size();
  std::vector<std::set<int>> supports(claims);
  std::vector<std::set<int>> contradicts(claims);
  size_t groups = 0;
  for (const ClaimResult& result : report.claims) {
    // Both lists: what a reader is shown, whether it decides the verdict or not.
    for (const std::vector<EvidenceSet>* list : {&result.evidence, &result.weak_evidence}) {
      for (const EvidenceSet& set : *list) {
        auto& side = set.polarity == Polarity::kSupports ? supports : contradicts;
        for (const SentenceRef& ref : set.sentences) {
          side[static_cast<size_t>(result.claim.sentence)].insert(ref.sentence);
        }
        if (set.sentences.size() > 1) ++groups;
      }
    }
  }
  answer["supports"] = supports;
  answer["contradicts"] = contradicts;
  answer["groups"] = groups;
}

Json MetricsOf(const GroundingMetrics& metrics) {
  Json values = Json::object();
  const auto add = [&](const char* name, const std::optional<double>& value) {
    values[name] = value ? Json(*value) : Json();
  };
  add("fcr", metrics.fcr);
  add("acr", metrics.acr);
  add("hcr", metrics.hcr);
  add("ucr", metrics.ucr);
  add("unchecked", metrics.unchecked);
  add("cer", metrics.cer);
  add("ecss", metrics.ecss);
  add("pfcr", metrics.pfcr);
  return values;
}

GroundingInput RequestOf(const Json& row) {
  const std::string language = row.value("language", "en");
  const auto document = [&](const char* id, const char* list, const char* text) {
    if (row.contains(list)) {
      return MakeDocument(id, row.at(list).get<std::vector<std::string>>(), language);
    }
    return MakeDocument(id, row.at(text).get<std::string>(), language);
  };
  GroundingInput request;
  request.question = row.value("question", "");
  request.response = document("response", "claims", "response");
  request.documents.push_back(document("d1", "sentences", "document"));
  request.documents[0].title = row.value("title", "");
  return request;
}

Result<Json> Answer(EvalModelSet& set, const Json& row, const std::string& method) {
  GLOSS_ASSIGN_OR_RETURN(const EvalModels models, set.For(row.value("language", "en")));
  GLOSS_ASSIGN_OR_RETURN(const GroundingOptions options,
                         OptionsFor(method, row.contains("response")));
  const Grounder grounder(*models.embedder, *models.classifier, models.decomposer.get());
  models.classifier->TakeCount();
  GroundingInput request = RequestOf(row);
  const auto begin = std::chrono::steady_clock::now();
  GLOSS_ASSIGN_OR_RETURN(const GroundingReport report,
                         grounder.Ground(std::move(request), options, {}, {}));
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  const PairReader reader(report, models.classifier->spec().calibration,
                          options.method == "etracer");
  Json answer = {{"method", method},
                 {"labelled", models.classifier->TakeCount()},
                 {"seconds", seconds.count()},
                 {"sentences", report.documents[0].sentences.size()},
                 {"claims", ClaimsOf(report, reader)},
                 {"models", UsesOf(models)}};
  AddEvidence(report, answer);
  Json& prompts = answer["prompts"] = Json::array();
  for (const PromptUse& prompt : report.provenance.prompts) {
    prompts.push_back({{"id", prompt.id}, {"sha256", prompt.sha256}});
  }
  if (Has(method, "-scores")) answer["scores"] = AllScores(report, reader);
  if (Has(method, "-metrics")) answer["metrics"] = MetricsOf(report.metrics);
  return answer;
}

int Run(EvalModelOptions options, const std::vector<std::string>& methods) {
  options.decomposer = std::any_of(methods.begin(), methods.end(),
                                   [](const std::string& method) { return Has(method, "-model"); });
  EvalModelSet set(std::move(options));
  std::string line;
  for (size_t number = 0; std::getline(std::cin, line); ++number) {
    const Json row = Json::parse(line);
    for (const std::string& method : methods) {
      Result<Json> answer = Answer(set, row, method);
      if (!answer.ok()) {
        std::cerr << "row " << number << ": " << answer.status().ToString() << "\n";
        return 1;
      }
      (*answer)["row"] = number;
      std::cout << answer->dump() << "\n" << std::flush;
    }
  }
  return 0;
}

int Main(int argc, char** argv) {
  EvalModelOptions options;
  const auto flags = ReadFlags(argc, argv, options);
  std::vector<std::string> methods;
  std::string problem = flags.ok() ? "" : flags.status().ToString();
  for (const auto& [flag, value] : flags.ok() ? *flags : std::map<std::string, std::string>{}) {
    if (flag != "--methods") problem = "unknown flag " + flag;
    for (size_t begin = 0; begin <= value.size();) {
      const size_t end = std::min(value.find(',', begin), value.size());
      methods.push_back(value.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  if (!problem.empty()) {
    std::cerr << "gloss_ground_evidence: " << problem << "\n";
    return 2;
  }
  try {
    return Run(std::move(options), methods);
  } catch (const Json::exception& error) {
    std::cerr << "gloss_ground_evidence: a row that is none: " << error.what() << "\n";
    return 1;
  }
}

}  // namespace
}  // namespace gloss

int main(int argc, char** argv) { return gloss::Main(argc, argv); }
