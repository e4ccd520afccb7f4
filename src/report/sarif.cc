#include "report/sarif.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "report/gate_text.h"
#include "report/json_writer.h"
#include "report/summary.h"
#include "report/text_position.h"
#include "text/utf8.h"

namespace gloss {
namespace {

using Layout = JsonWriter::Layout;

constexpr size_t kMostQuote = 600;
constexpr size_t kMostEvidence = 6;

struct Rule {
  std::string_view id;
  std::string_view name;
  std::string_view level;
  std::string_view summary;
  std::string_view help;
};

constexpr std::array<Rule, 7> kRules = {{
    {"contradicted", "ClaimContradicted", "error", "A source contradicts the claim.",
     "Read the source sentence that is named. Correct the claim, or drop it. If the sentence does "
     "not contradict the claim, the model is wrong: raise the threshold or report the case."},
    {"conflicting", "ClaimConflicting", "error",
     "The sources disagree: one supports the claim, another contradicts it.",
     "Decide which source holds, and say in the text that they disagree."},
    {"not_enough_info", "ClaimWithoutSupport", "warning",
     "No source supports or contradicts the claim.",
     "Add the source that the claim rests on, or drop the claim."},
    {"unchecked", "ClaimUnchecked", "error", "The claim was not checked.",
     "The reason says what was missing: a source that could not be read, a model that failed, a "
     "response that was cut off. Nothing is known of the claim."},
    {"gate_verdict", "VerdictNotAllowed", "error",
     "The gate fails on this verdict, though it is no problem by itself.",
     "See the gate's settings (--fail-on) and, if there is one, its baseline."},
    {"coverage", "NotEverythingChecked", "error", "A part of the work was not done.",
     "Give the missing source, or run again; until then the run does not count."},
    {"dangling_citation", "DanglingCitation", "note",
     "A citation in the response names none of the sources.",
     "Correct the number or the name, or add the source."},
}};

size_t RuleIndex(std::string_view id) {
  for (size_t i = 0; i < kRules.size(); ++i) {
    if (kRules[i].id == id) return i;
  }
  return 0;
}

/// Text of a SARIF message, where "[" begins a link and "{" a placeholder.
std::string MessageText(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == '\\') out.push_back('\\');
    if (c == '{' || c == '}') out.push_back(c);
    out.push_back(c);
  }
  return out;
}

/// A path or name as a URI reference.
std::string UriOf(const Document& document) {
  constexpr std::string_view kKept = "-._~/:@!$&'()*+,;=?#%";
  const std::string& name =
      document.uri == "-" || document.uri.empty() ? document.id : document.uri;
  const bool is_url = name.find("://") != std::string::npos;
  std::string uri;
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    // In a path these would begin a query or a fragment; a colon, a scheme.
    const bool special = !is_url && std::string_view("?#%:").find(c) != std::string_view::npos;
    if (plain || (!special && kKept.find(c) != std::string_view::npos)) {
      uri.push_back(c);
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

/// One document of the log.
class Artifact {
 public:
  Artifact(const Document& document, std::string role)
      : document_(&document),
        role_(std::move(role)),
        uri_(UriOf(document)),
        is_file_(IsPlainFile(document)),
        lines_(document.text),
        offsets_(document.text) {}

  const Document& document() const { return *document_; }
  const std::string& uri() const { return uri_; }

  void Write(JsonWriter* json) const {
    json->BeginObject();
    json->Key("location");
    json->BeginObject(Layout::kLine);
    json->Field("uri", uri_);
    json->EndObject();
    json->Key("roles");
    json->BeginArray(Layout::kLine);
    json->String(role_);
    json->EndArray();
    if (!document_->media_type.empty()) json->Field("mimeType", document_->media_type);
    if (is_file_) json->Field("encoding", "utf-8");
    if (!document_->sha256.empty()) {
      json->Key("hashes");
      json->BeginObject(Layout::kLine);
      json->Field("sha-256", document_->sha256);
      json->EndObject();
    }
    json->EndObject();
  }

  void WritePhysicalLocation(size_t index, const Span& span, JsonWriter* json) const {
    json->Key("physicalLocation");
    json->BeginObject();
    json->Key("artifactLocation");
    json->BeginObject(Layout::kLine);
    json->Field("uri", uri_);
    json->Field("index", static_cast<int>(index));
    json->EndObject();
    if (is_file_ && !span.empty()) {
      const TextPosition begin = lines_.At(span.begin);
      const TextPosition end = lines_.At(span.end);
      const size_t offset = offsets_.FromBytes(span.begin, OffsetUnit::kCodepoint);
      const size_t stop = offsets_.FromBytes(span.end, OffsetUnit::kCodepoint);
      json->Key("region");
      json->BeginObject(Layout::kLine);
      const auto field = [json](std::string_view key, size_t value) {
        json->Key(key);
        json->Int(static_cast<int64_t>(value));
      };
      field("startLine", begin.line);
      field("startColumn", begin.column);
      field("endLine", end.line);
      field("endColumn", end.column);
      field("charOffset", offset);
      field("charLength", stop - offset);
      field("byteOffset", span.begin);
      field("byteLength", span.size());
      json->Key("snippet");
      json->BeginObject();
      json->Field("text", span.In(document_->text));
      json->EndObject();
      json->EndObject();
    }
    json->EndObject();
  }

 private:
  const Document* document_;
  std::string role_;
  std::string uri_;
  bool is_file_;
  LineIndex lines_;
  OffsetMap offsets_;
};

class SarifWriter {
 public:
  SarifWriter(std::span<const GroundingReport> reports, const GateResult& gate,
              const SarifOptions& options)
      : reports_(reports), gate_(gate), options_(options), json_({.indent = 1}) {
    std::map<std::pair<std::string, std::string>, size_t> known;
    const auto add = [&](const Document& document, const char* role) {
      Artifact artifact(document, role);
      const auto [place, is_new] =
          known.emplace(std::pair(artifact.uri(), document.sha256), artifacts_.size());
      if (is_new) artifacts_.push_back(std::move(artifact));
      return place->second;
    };
    for (const GroundingReport& report : reports) {
      responses_.push_back(add(report.response, "analysisTarget"));
      sources_.emplace_back();
      for (const Document& document : report.documents) {
        sources_.back().push_back(add(document, "referencedOnCommandLine"));
      }
    }
  }

  std::string Write() && {
    json_.BeginObject();
    json_.Field("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_.Field("version", "2.1.0");
    json_.Key("runs");
    json_.BeginArray();
    json_.BeginObject();
    WriteTool();
    WriteInvocation();
    json_.Field("columnKind", "unicodeCodePoints");
    json_.Key("artifacts");
    json_.BeginArray();
    for (const Artifact& artifact : artifacts_) artifact.Write(&json_);
    json_.EndArray();
    json_.Key("results");
    json_.BeginArray();
    for (size_t i = 0; i < reports_.size(); ++i) WriteResults(i);
    json_.EndArray();
    json_.EndObject();
    json_.EndArray();
    json_.EndObject();
    return std::move(json_).Take();
  }

 private:
  void WriteMessage(std::string_view key, std::string_view text) {
    json_.Key(key);
    json_.BeginObject(Layout::kLine);
    json_.Field("text", MessageText(text));
    json_.EndObject();
  }

  void WriteTool() {
    json_.Key("tool");
    json_.BeginObject();
    json_.Key("driver");
    json_.BeginObject();
    json_.Field("name", "Glossator");
    if (!reports_.empty() && !reports_.front().provenance.product_version.empty()) {
      json_.Field("version", reports_.front().provenance.product_version);
    }
    json_.Key("rules");
    json_.BeginArray();
    for (const Rule& rule : kRules) {
      json_.BeginObject();
      json_.Field("id", rule.id);
      json_.Field("name", rule.name);
      WriteMessage("shortDescription", rule.summary);
      WriteMessage("fullDescription", rule.summary);
      json_.Key("help");
      json_.BeginObject(Layout::kLine);
      json_.Field("text", rule.help);
      json_.Field("markdown", rule.help);
      json_.EndObject();
      json_.Key("defaultConfiguration");
      json_.BeginObject(Layout::kLine);
      json_.Field("level", rule.level);
      json_.EndObject();
      json_.EndObject();
    }
    json_.EndArray();
    json_.EndObject();
    json_.EndObject();
  }

  void WriteInvocation() {
    bool successful = !reports_.empty();
    for (const GroundingReport& report : reports_) {
      successful = successful && report.coverage.complete() && report.unread_sources.empty();
    }
    json_.Key("invocations");
    json_.BeginArray();
    json_.BeginObject();
    json_.Field("executionSuccessful", successful);
    json_.Field("exitCode", options_.exit_code);
    json_.Field("exitCodeDescription", fmt::format("gate {}", GateState(gate_)));
    json_.Key("toolExecutionNotifications");
    json_.BeginArray();
    for (const std::string& reason : GateReasons(reports_, gate_)) Notify("error", reason);
    for (const GroundingReport& report : reports_) {
      for (const std::string& warning : report.warnings) Notify("warning", warning);
    }
    json_.EndArray();
    json_.EndObject();
    json_.EndArray();
  }

  void Notify(std::string_view level, std::string_view text) {
    json_.BeginObject();
    json_.Field("level", level);
    WriteMessage("message", text);
    json_.EndObject();
  }

  void WriteResults(size_t index) {
    const GroundingReport& report = reports_[index];
    for (size_t claim = 0; claim < report.claims.size(); ++claim) {
      const ClaimChangeKind change = gate_.ChangeOf(index, claim);
      const Verdict verdict = report.claims[claim].verdict;
      if (IsProblem(verdict) || FailsGate(report.claims[claim], change, gate_)) {
        WriteClaim(index, claim, change);
      }
    }
    for (const std::string& gap : GapLines(report)) {
      BeginResult("coverage", gap);
      WriteLocation(index, {});
      EndResult("coverage", index, gap);
    }
    for (const CitationMark& mark : report.marks) {
      if (mark.form == MarkForm::kDefinition) continue;
      for (const MarkTarget& target : mark.targets) {
        if (target.known) continue;
        BeginResult("dangling_citation",
                    fmt::format("“{}” names none of the {}.", target.id,
                                CountLabel(static_cast<int>(report.documents.size() +
                                                            report.unread_sources.size()),
                                           "source", "sources")));
        WriteLocation(index, mark.span);
        EndResult("dangling_citation", index, target.id);
      }
    }
  }

  /// The rule of a verdict. A claim without a problem can still fail the gate: a caller may name
  /// any verdict.
  static std::string_view RuleOf(Verdict verdict) {
    return IsProblem(verdict) ? VerdictName(verdict) : "gate_verdict";
  }

  void WriteClaim(size_t index, size_t claim_index, ClaimChangeKind change) {
    const GroundingReport& report = reports_[index];
    const ClaimResult& claim = report.claims[claim_index];
    BeginResult(RuleOf(claim.verdict), fmt::format("“{}”: {}.", Clip(claim.claim.text, kMostQuote),
                                                   ProblemLine(report, claim, kMostQuote)));
    WriteLocation(index, claim.claim.span);
    json_.Key("relatedLocations");
    json_.BeginArray();
    int id = 0;
    for (const SentenceRef& reference : EvidenceFor(claim, kMostEvidence)) {
      const size_t artifact = sources_[index][static_cast<size_t>(reference.document)];
      const Document& document = report.documents[static_cast<size_t>(reference.document)];
      json_.BeginObject();
      json_.Field("id", ++id);
      artifacts_[artifact].WritePhysicalLocation(
          artifact, document.sentences[static_cast<size_t>(reference.sentence)].span, &json_);
      WriteMessage("message", QuotedSource(report, reference, kMostQuote));
      json_.EndObject();
    }
    json_.EndArray();
    if (gate_.has_baseline) {
      json_.Field("baselineState", change == ClaimChangeKind::kKnownProblem ? "unchanged" : "new");
    }
    json_.Key("properties");
    json_.BeginObject(Layout::kLine);
    json_.Field("claim", claim.claim.id);
    json_.Field("record", RecordName(report, index));
    json_.Field("verdict", VerdictName(claim.verdict));
    json_.Field("failsGate", FailsGate(claim, change, gate_));
    json_.EndObject();
    EndResult("claim", index,
              std::string(claim.claim.span.In(report.response.text)) + '\n' + claim.claim.text);
  }

  void BeginResult(std::string_view rule, std::string_view text) {
    const size_t index = RuleIndex(rule);
    json_.BeginObject();
    json_.Field("ruleId", rule);
    json_.Field("ruleIndex", static_cast<int>(index));
    json_.Field("level", kRules[index].level);
    WriteMessage("message", text);
  }

  void WriteLocation(size_t index, const Span& span) {
    json_.Key("locations");
    json_.BeginArray();
    json_.BeginObject();
    artifacts_[responses_[index]].WritePhysicalLocation(responses_[index], span, &json_);
    json_.EndObject();
    json_.EndArray();
  }

  /// The fingerprint is of what a reader sees, and of how often it was there before.
  void EndResult(std::string_view kind, size_t index, const std::string& seen) {
    const GroundingReport& report = reports_[index];
    const std::string key =
        fmt::format("{}\n{}\n{}\n{}", kind, report.id, artifacts_[responses_[index]].uri(), seen);
    const int occurrence = ++occurrences_[key];
    json_.Key("partialFingerprints");
    json_.BeginObject(Layout::kLine);
    json_.Field("glossator/v1", Sha256Hex(fmt::format("{}\n{}", key, occurrence)).substr(0, 32));
    json_.EndObject();
    json_.EndObject();
  }

  std::span<const GroundingReport> reports_;
  const GateResult& gate_;
  const SarifOptions& options_;
  JsonWriter json_;
  std::vector<Artifact> artifacts_;
  std::vector<size_t> responses_;
  std::vector<std::vector<size_t>> sources_;
  std::map<std::string, int> occurrences_;
};

}  // namespace

std::string RenderSarif(std::span<const GroundingReport> reports, const GateResult& gate,
                        const SarifOptions& options) {
  return SarifWriter(reports, gate, options).Write();
}

}  // namespace gloss
