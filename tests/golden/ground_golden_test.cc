// Runs tests/golden/ground/*.case (README.md there): scripted models in, canonical report out.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "grounding/grounder.h"
#include "grounding/reformulator.h"
#include "models/scripted_classifier.h"
#include "models/scripted_embedder.h"
#include "models/scripted_generator.h"
#include "text/sentence_splitter.h"

namespace gloss {
namespace {

struct Section {
  std::string name;
  std::string argument;
  std::string body;  ///< Without the last line end.
};

std::string Trim(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\n");
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(" \t\n") - begin + 1));
}

std::vector<std::string> Lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    if (const std::string line = Trim(text.substr(0, end)); !line.empty()) lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::vector<std::string> Parts(std::string_view line, char separator) {
  std::vector<std::string> parts;
  for (size_t begin = 0; begin <= line.size();) {
    const size_t end = std::min(line.find(separator, begin), line.size());
    parts.push_back(Trim(line.substr(begin, end - begin)));
    begin = end + 1;
  }
  return parts;
}

std::vector<Section> ParseCase(std::string_view text) {
  std::vector<Section> sections;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with("--- ")) {
      const std::string head = Trim(line.substr(4));
      const size_t space = std::min(head.find(' '), head.size());
      sections.push_back({head.substr(0, space), Trim(head.substr(space)), ""});
    } else if (!sections.empty()) {
      sections.back().body += std::string(line) + "\n";
    }
  }
  for (Section& section : sections) section.body = Trim(section.body);
  return sections;
}

Document TextDocument(std::string id, const std::string& text, std::string language) {
  Document document;
  document.id = std::move(id);
  document.text = text;
  document.language = std::move(language);
  for (const Span& span : SplitSentences(document.text, document.language)) {
    Sentence sentence;
    sentence.span = span;
    document.sentences.push_back(std::move(sentence));
  }
  return document;
}

struct LabelRule {
  Relation relation;
  std::string premise;
  std::string hypothesis;
};

/// Everything that a case says.
struct Case {
  GroundingInput input;
  GroundingOptions options;
  std::map<std::string, std::vector<std::pair<std::string, FinishReason>>> answers;
  std::map<std::string, std::vector<std::string>> rewrites;  ///< By the sentence's start.
  std::optional<ReformulationOptions> reformulation;
  std::vector<LabelRule> labels;
  ScriptedEmbedderOptions embedder;
  std::map<std::string, size_t> fail_after;
};

void SetOption(const std::string& line, GroundingOptions& options) {
  const std::vector<std::string> parts = Parts(line, ':');
  ASSERT_EQ(parts.size(), 2U) << line;
  const std::string& value = parts[1];
  if (parts[0] == "tau") {
    options.tau = std::stof(value);
  } else if (parts[0] == "decomposition") {
    options.decomposition = value;
  } else if (parts[0] == "method") {
    options.method = value;
  } else if (parts[0] == "max_attempts") {
    options.max_attempts = std::stoi(value);
  } else if (parts[0] == "compute_pfcr") {
    options.compute_pfcr = value == "true";
  } else if (parts[0] == "max_claims_per_sentence") {
    options.max_claims_per_sentence = std::stoi(value);
  } else {
    FAIL() << "unknown option: " << line;
  }
}

void AddSimilar(const std::string& body, ScriptedEmbedderOptions& embedder) {
  std::map<std::string, size_t> axis;
  size_t own_axis = embedder.dimension - 1;
  for (const std::string& line : Lines(body)) {
    const std::vector<std::string> parts = Parts(line, '|');
    const std::vector<std::string> head = Parts(parts.at(0), ' ');
    const float weight = std::stof(head.at(1));
    Embedding vector(embedder.dimension, 0.0F);
    vector[axis.try_emplace(head.at(0), axis.size()).first->second] = weight;
    vector[own_axis--] += std::sqrt(std::max(0.0F, 1 - weight * weight));
    embedder.table[parts.at(1)] = vector;
  }
}

void AddSection(const Section& section, Case& out) {
  if (section.name == "reformulate") {
    out.reformulation = ReformulationOptions{};
    out.reformulation->on_unsupported = section.argument;
  } else if (section.name == "rewrite") {
    out.rewrites[section.argument].push_back(section.body);
  } else if (section.name == "options") {
    for (const std::string& line : Lines(section.body)) SetOption(line, out.options);
  } else if (section.name == "question") {
    out.input.question = section.body;
  } else if (section.name == "source") {
    out.input.documents.push_back(TextDocument(section.argument, section.body, "en"));
  } else if (section.name == "unread") {
    const size_t colon = section.body.find(": ");
    StatusCode code = StatusCode::kCorruptDocument;
    if (section.body.substr(0, colon) == "encrypted") code = StatusCode::kEncrypted;
    out.input.unread_sources.push_back(
        {section.argument, Status(code, section.body.substr(colon + 2))});
  } else if (section.name == "response") {
    out.input.response_truncated = section.argument == "truncated";
    const bool language = section.argument.size() == 2;
    out.input.response = TextDocument("r", section.body, language ? section.argument : "en");
  } else if (section.name == "decompose") {
    const bool cut = section.argument.starts_with("cut ");
    out.answers[Trim(section.argument.substr(cut ? 4 : 0))].emplace_back(
        section.body, cut ? FinishReason::kMaxTokens : FinishReason::kStop);
  } else if (section.name == "labels") {
    for (const std::string& line : Lines(section.body)) {
      const std::vector<std::string> parts = Parts(line, '|');
      ASSERT_EQ(parts.size(), 3U) << line;
      const auto relation = RelationFromName(parts[0]);
      ASSERT_TRUE(relation) << line;
      out.labels.push_back({*relation, parts[1], parts[2]});
    }
  } else if (section.name == "similar") {
    AddSimilar(section.body, out.embedder);
  } else if (section.name == "fail") {
    for (const std::string& line : Lines(section.body)) {
      const std::vector<std::string> parts = Parts(line, ' ');
      out.fail_after[parts.at(0)] = std::stoul(parts.at(1));
    }
  } else {
    ASSERT_EQ(section.name, "expect") << "unknown section";
  }
}

/// Answers of a case, the next one of a sentence at each attempt.
class CaseGenerator : public Generator {
 public:
  explicit CaseGenerator(const Case& given) : case_(given) {
    spec_.name = "golden-decomposer";
    const auto fail = given.fail_after.find("decomposer");
    if (fail != given.fail_after.end()) left_ = fail->second;
  }

  BatchResult<GenerationResult> Generate(std::span<const GenerationRequest> requests,
                                         std::stop_token) override {
    BatchResult<GenerationResult> batch;
    batch.items.resize(requests.size());
    for (size_t i = 0; i < requests.size(); ++i) {
      if (left_ == 0) {
        batch.status = Status(StatusCode::kModelFailed, "decomposer: gave out");
        break;
      }
      --left_;
      batch.items[i] = Answer(requests[i].messages.back().content);
    }
    return batch;
  }
  const ModelSpec& spec() const override { return spec_; }

 private:
  /// The prompt's last message is the sentence.
  GenerationResult Answer(const std::string& sentence) {
    GenerationResult result;
    // A prompt of reformulation has the evidence before the sentence.
    constexpr std::string_view kSentence = "\nSentence: ";
    if (const size_t at = sentence.find(kSentence);
        sentence.starts_with("Source: ") && at != std::string::npos) {
      const std::string asked = sentence.substr(at + kSentence.size());
      for (const auto& [start, texts] : case_.rewrites) {
        if (!asked.starts_with(start)) continue;
        result.text = texts[std::min(rewritten_[start]++, texts.size() - 1)];
      }
      return result;
    }
    result.text = "- " + sentence;
    for (const auto& [start, answers] : case_.answers) {
      if (!sentence.starts_with(start)) continue;
      const size_t attempt = std::min(asked_[start]++, answers.size() - 1);
      result.text = answers[attempt].first;
      result.finish = answers[attempt].second;
    }
    return result;
  }

  const Case& case_;
  ModelSpec spec_;
  std::map<std::string, size_t> asked_;
  std::map<std::string, size_t> rewritten_;
  size_t left_ = static_cast<size_t>(-1);
};

ScriptedClassifierOptions ClassifierOf(const Case& given) {
  ScriptedClassifierOptions options;
  options.callback = [&given](const PremiseHypothesis& pair) -> std::optional<Relation> {
    bool from_source = false;
    for (const Document& document : given.input.documents) {
      for (size_t s = 0; s < document.sentences.size(); ++s) {
        // A group of sentences is read as one premise.
        from_source = from_source || pair.premise.starts_with(document.SentenceText(s));
      }
    }
    for (const LabelRule& rule : given.labels) {
      const bool premise =
          rule.premise == "self"
              ? !from_source
              : from_source && pair.premise.find(rule.premise) != std::string::npos;
      if (premise && pair.hypothesis.find(rule.hypothesis) != std::string::npos)
        return rule.relation;
    }
    return from_source ? Relation::kNeutral : Relation::kEntailment;
  };
  const auto fail = given.fail_after.find("entailment");
  if (fail != given.fail_after.end()) options.fail_after = fail->second;
  return options;
}

// ---- Canonical text -----------------------------------------------------------------------------

std::string Place(const GroundingReport& report, const SentenceRef& ref) {
  return fmt::format("{}:{}", report.documents[static_cast<size_t>(ref.document)].id,
                     ref.sentence + 1);
}

char Sign(Polarity polarity) { return polarity == Polarity::kSupports ? '+' : '-'; }

std::string Figure(const std::optional<double>& value) {
  return value ? fmt::format("{:.4f}", *value) : "-";
}

std::string CanonicalReformulation(const GroundingReport& report) {
  std::string out;
  const Reformulation& reformulation = *report.reformulation;
  for (size_t i = 0; i < reformulation.sentences.size(); ++i) {
    const ReformulatedSentence& sentence = reformulation.sentences[i];
    out += fmt::format("{}: sentence {}{}{}\n", SentenceActionName(sentence.action), i + 1,
                       sentence.reason.empty() ? "" : ": ", sentence.reason);
    for (const RewriteAttempt& attempt : sentence.attempts) {
      out += fmt::format("  {} {}: {}\n", attempt.method,
                         attempt.reason.empty() ? "taken" : "refused (" + attempt.reason + ")",
                         attempt.text);
    }
    for (const RewriteClaim& claim : sentence.claims) {
      out += fmt::format("  {}: {}\n", VerdictName(claim.verdict), claim.text);
    }
  }
  return out + fmt::format("new text: {}\n", reformulation.text);
}

std::string Canonical(const GroundingReport& report) {
  std::string out;
  for (const ClaimResult& result : report.claims) {
    const Claim& claim = result.claim;
    out += fmt::format("{} {} sentence {} {} attempt {}\n", claim.id, VerdictName(result.verdict),
                       claim.sentence + 1, ClaimOriginName(claim.origin), claim.attempts);
    out += fmt::format("  text: {}\n  from: {}\n", claim.text, claim.span.In(report.response.text));
    for (const Substitution& substitution : claim.substitutions) {
      out += fmt::format("  read: \"{}\" as \"{}\"\n", substitution.span.In(report.response.text),
                         substitution.text);
    }
    for (const OpenReference& reference : claim.open_references) {
      out += fmt::format("  {}\n", DescribeOpenReference(reference, report.response.text));
    }
    if (!claim.context.empty()) out += fmt::format("  read after: {}\n", claim.context);
    for (const EvidenceSet& set : result.evidence) {
      out += fmt::format("  {} {} {:.4f} p {:.4f}\n", Sign(set.polarity),
                         Place(report, set.sentences.front()), set.score, set.probability);
    }
    out += fmt::format("  candidates: {} unchecked: {}\n", result.scores.size(),
                       result.unchecked_pairs);
    if (!result.reason.empty()) out += fmt::format("  reason: {}\n", result.reason);
  }
  for (const DroppedClaim& dropped : report.dropped_claims) {
    out += fmt::format("dropped: sentence {} attempt {} {}: {}\n", dropped.sentence + 1,
                       dropped.attempt, dropped.reason, dropped.text);
  }
  for (const SentenceCitations& citations : report.citations) {
    for (const SentenceCitations::Link& link : citations.links) {
      out += fmt::format("cites: sentence {} {} {} {:.4f} by", citations.sentence + 1,
                         Sign(link.polarity), Place(report, link.sentence), link.score);
      for (const std::string& id : link.claims) out += " " + id;
      out += "\n";
    }
  }
  for (const CitationMark& mark : report.marks) {
    out += fmt::format("mark: {} sentence {}", MarkFormName(mark.form), mark.sentence + 1);
    for (const MarkTarget& target : mark.targets) {
      out += fmt::format(" {}{}", target.id, target.known ? "" : "?");
    }
    std::string text(mark.span.In(report.response.text));
    std::replace(text.begin(), text.end(), '\n', ' ');
    out += fmt::format(" \"{}\"\n", text);
  }
  const GroundingMetrics& m = report.metrics;
  out += fmt::format("metrics: fcr {} acr {} hcr {} ucr {} unchecked {} cer {} ecss {} pfcr {}\n",
                     Figure(m.fcr), Figure(m.acr), Figure(m.hcr), Figure(m.ucr),
                     Figure(m.unchecked), Figure(m.cer), Figure(m.ecss), Figure(m.pfcr));
  const Coverage& c = report.coverage;
  out += fmt::format("coverage: sentences {}/{} claims {}/{} sources {}/{}{}\n",
                     c.response_sentences_checked, c.response_sentences, c.claims_checked, c.claims,
                     c.sources_read, c.sources, c.model_failed ? " model failed" : "");
  for (const std::string& gap : c.gaps) out += fmt::format("gap: {}\n", gap);
  for (const std::string& warning : report.warnings) out += fmt::format("warning: {}\n", warning);
  if (report.reformulation) out += CanonicalReformulation(report);
  return out;
}

// ---- The test -----------------------------------------------------------------------------------

std::vector<std::string> CaseFiles() {
  std::vector<std::string> files;
  const std::filesystem::path folder = std::filesystem::path(GLOSSATOR_GOLDEN_DIR) / "ground";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".case") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

class GroundGolden : public testing::TestWithParam<std::string> {};

TEST_P(GroundGolden, GivesTheExpectedReport) {
  const Result<std::string> file = ReadFile(GetParam());
  ASSERT_TRUE(file.ok()) << file.status().ToString();
  Case given;
  given.options.method = "etracer";
  given.options.tau = 0.3F;
  given.embedder.dimension = 1024;
  std::string expected;
  for (const Section& section : ParseCase(*file)) {
    AddSection(section, given);
    if (HasFatalFailure()) return;
    if (section.name == "expect") expected = section.body;
  }
  if (const auto fail = given.fail_after.find("embedder"); fail != given.fail_after.end()) {
    given.embedder.fail_after = fail->second;
  }
  ScriptedEmbedder embedder(given.embedder);
  ScriptedClassifier classifier(ClassifierOf(given));
  CaseGenerator decomposer(given);
  const Grounder grounder(embedder, classifier, &decomposer);
  auto report = grounder.Ground(given.input, given.options, {}, {});
  ASSERT_TRUE(report.ok()) << report.status().ToString();
  if (given.reformulation) {
    auto reformulation = Reformulator(grounder, classifier, &decomposer)
                             .Reformulate(*report, *given.reformulation, given.options, {});
    ASSERT_TRUE(reformulation.ok()) << reformulation.status().ToString();
    report->reformulation = *std::move(reformulation);
  }
  const std::string actual = Canonical(*report);

  const char* accept = std::getenv("GLOSSATOR_GOLDEN_ACCEPT");
  if (accept != nullptr && std::string_view(accept) == "1") {
    constexpr std::string_view kExpect = "\n--- expect\n";
    const std::string content =
        file->substr(0, file->find(kExpect)) + std::string(kExpect) + actual;
    if (content != *file) {
      ASSERT_TRUE(WriteFileAtomically(GetParam(), content).ok());
    }
    return;
  }
  EXPECT_EQ(actual, expected + "\n") << "to accept: make golden-accept";
}

std::string TestName(const testing::TestParamInfo<std::string>& file) {
  std::string name = std::filesystem::path(file.param).stem().string();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Cases, GroundGolden, testing::ValuesIn(CaseFiles()), TestName);

}  // namespace
}  // namespace gloss
