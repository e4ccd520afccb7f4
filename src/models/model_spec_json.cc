#include "models/model_spec_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "models/model_hub.h"
#include "models/model_lock.h"

namespace gloss {
namespace {

using Json = nlohmann::json;

constexpr size_t kMaxSpecBytes = size_t{1} << 20;
constexpr int kMaxTokens = 1 << 24;
constexpr size_t kMaxParts = 1000;

Status FieldError(std::string_view field, std::string_view why) {
  return {StatusCode::kParseError, fmt::format("model spec: field \"{}\": {}", field, why)};
}

/// Reads the fields of one JSON object; keeps the first failure, and names the fields that nobody
/// asked for.
class FieldReader {
 public:
  FieldReader(const Json& object, std::string prefix)
      : object_(object), prefix_(std::move(prefix)) {}

  const Json* Find(const char* name) {
    known_.insert(name);
    const auto found = object_.find(name);
    return found == object_.end() || found->is_null() ? nullptr : &*found;
  }

  void ReadString(const char* name, std::string& value, bool required = false,
                  bool line_breaks = false) {
    const Json* field = Find(name);
    if (field == nullptr) {
      if (required) Fail(name, "is missing");
      return;
    }
    if (!field->is_string()) return Fail(name, "must be a string");
    value = field->get<std::string>();
    if (required && value.empty()) Fail(name, "is empty");
    const auto is_control = [&](char c) {
      return static_cast<unsigned char>(c) < 0x20 && !(line_breaks && c == '\n');
    };
    if (std::any_of(value.begin(), value.end(), is_control)) {
      Fail(name, "holds a control character");
    }
  }

  void ReadBool(const char* name, bool& value) {
    const Json* field = Find(name);
    if (field == nullptr) return;
    if (!field->is_boolean()) return Fail(name, "must be true or false");
    value = field->get<bool>();
  }

  void ReadUnsigned(const char* name, uint64_t& value, uint64_t most) {
    const Json* field = Find(name);
    if (field == nullptr) return;
    if (!field->is_number_unsigned() || field->get<uint64_t>() > most) {
      return Fail(name, fmt::format("must be a whole number from 0 to {}", most));
    }
    value = field->get<uint64_t>();
  }

  void ReadFloat(const char* name, float& value, double least, double most) {
    const Json* field = Find(name);
    if (field == nullptr) return;
    const double number = field->is_number() ? field->get<double>() : std::nan("");
    if (!(number >= least && number <= most)) {
      return Fail(name, fmt::format("must be a number from {} to {}", least, most));
    }
    value = static_cast<float>(number);
  }

  /// An object inside this one; null when absent.
  const Json* FindObject(const char* name) {
    const Json* field = Find(name);
    if (field != nullptr && !field->is_object()) {
      Fail(name, "must be an object");
      return nullptr;
    }
    return field;
  }

  std::vector<std::string> ReadStrings(const char* name) {
    std::vector<std::string> values;
    const Json* field = Find(name);
    if (field == nullptr) return values;
    if (!field->is_array()) {
      Fail(name, "must be a list of strings");
      return values;
    }
    for (const Json& item : *field) {
      if (!item.is_string()) {
        Fail(name, "must be a list of strings");
        break;
      }
      values.push_back(item.get<std::string>());
    }
    return values;
  }

  void Fail(const char* name, std::string_view why) { Take(FieldError(prefix_ + name, why)); }
  void Take(Status status) {
    if (status_.ok()) status_ = std::move(status);
  }

  /// The first failure; a field that no reader asked for is one (a misspelt "default" must not be
  /// ignored).
  Status Finish() {
    for (const auto& [name, value] : object_.items()) {
      if (!known_.contains(name)) Fail(name.c_str(), "is not known; fields: " + KnownNames());
    }
    return status_;
  }

 private:
  std::string KnownNames() const { return fmt::format("{}", fmt::join(known_, ", ")); }

  const Json& object_;
  std::string prefix_;
  std::set<std::string> known_;
  Status status_;
};

/// A plain name, a path below the spec's folder, or an absolute path.
bool IsAllowedFile(std::string_view file) {
  size_t begin = 0;
  while (begin <= file.size()) {
    const size_t end = std::min(file.find('/', begin), file.size());
    if (file.substr(begin, end - begin) == "..") return false;
    begin = end + 1;
  }
  return true;
}

/// Weights by the names of EvidenceFeature; a name that is absent weighs 0.
Status ReadWeights(const Json& object, const std::string& prefix,
                   std::array<float, kEvidenceFeatures>& weights) {
  FieldReader reader(object, prefix);
  constexpr std::array<const char*, kEvidenceFeatures> kNames = {
      "entailment", "contradiction", "importance", "coverage", "constant"};
  for (size_t i = 0; i < kEvidenceFeatures; ++i) {
    reader.ReadFloat(kNames[i], weights[i], -1e3, 1e3);
  }
  return reader.Finish();
}

Status ReadEvidence(const Json& object, EvidenceCalibration& evidence) {
  FieldReader reader(object, "calibration.evidence.");
  if (const Json* weights = reader.FindObject("support")) {
    reader.Take(ReadWeights(*weights, "calibration.evidence.support.", evidence.support));
  }
  if (const Json* weights = reader.FindObject("contradiction")) {
    reader.Take(
        ReadWeights(*weights, "calibration.evidence.contradiction.", evidence.contradiction));
  }
  if (const Json* thresholds = reader.FindObject("thresholds")) {
    FieldReader inner(*thresholds, "calibration.evidence.thresholds.");
    inner.ReadFloat("support", evidence.support_threshold, 0, 1);
    inner.ReadFloat("contradiction", evidence.contradiction_threshold, 0, 1);
    inner.ReadFloat("set_support", evidence.set_support_threshold, 0, 1);
    inner.ReadFloat("set_contradiction", evidence.set_contradiction_threshold, 0, 1);
    reader.Take(inner.Finish());
  }
  reader.ReadFloat("min_relevance", evidence.min_relevance, -1, 2);
  return reader.Finish();
}

Status ReadCalibration(const Json& object, Calibration& calibration) {
  FieldReader reader(object, "calibration.");
  reader.ReadFloat("temperature", calibration.temperature, 1e-3, 1e3);
  reader.ReadString("tuned_on", calibration.tuned_on);
  reader.ReadString("embedder", calibration.embedder);
  if (const Json* thresholds = reader.FindObject("thresholds")) {
    FieldReader inner(*thresholds, "calibration.thresholds.");
    inner.ReadFloat("entailment", calibration.entailment_threshold, 0, 1);
    inner.ReadFloat("contradiction", calibration.contradiction_threshold, 0, 1);
    reader.Take(inner.Finish());
  }
  if (const Json* evidence = reader.FindObject("evidence")) {
    reader.Take(ReadEvidence(*evidence, calibration.evidence.emplace()));
  }
  return reader.Finish();
}

void ReadRole(FieldReader& reader, ModelSpec& spec) {
  std::string name;
  reader.ReadString("role", name, /*required=*/true);
  for (const ModelRole role :
       {ModelRole::kEmbedder, ModelRole::kEntailment, ModelRole::kDecomposer, ModelRole::kWriter}) {
    if (ModelRoleName(role) == name) {
      spec.role = role;
      return;
    }
  }
  reader.Fail("role", "must be \"embedder\", \"entailment\", \"decomposer\" or \"writer\"");
}

void ReadLabels(FieldReader& reader, ModelSpec& spec) {
  for (const std::string& name : reader.ReadStrings("labels")) {
    const std::optional<Relation> label = RelationFromName(name);
    if (!label || std::find(spec.labels.begin(), spec.labels.end(), *label) != spec.labels.end()) {
      reader.Fail("labels", "must name entailment, neutral and contradiction once each");
      return;
    }
    spec.labels.push_back(*label);
  }
  const size_t wanted = spec.role == ModelRole::kEntailment ? 3 : 0;
  // A model on a server may be asked in words; then there is no head.
  const bool may_be_absent = (spec.file.empty() || spec.asks_in_words) && spec.labels.empty();
  if (spec.labels.size() != wanted && !may_be_absent) {
    reader.Fail("labels", wanted == 0
                              ? "belongs to models of role entailment only"
                              : "must name entailment, neutral and contradiction once each");
  }
}

/// Where `models pull` fetches it from.
void ReadHubFields(FieldReader& reader, ModelSpec& spec) {
  reader.ReadString("repo", spec.repo);
  reader.ReadString("revision", spec.revision);
  reader.ReadString("quantisation", spec.quantisation);
  if (!spec.repo.empty() && !IsHubRepo(spec.repo)) {
    reader.Fail("repo", "must be OWNER/REPO");
  }
  if (!spec.revision.empty() && !IsHubRevision(spec.revision)) {
    reader.Fail("revision", "must be a commit, tag or branch");
  }
}

Status ReadFile(const Json& object, const std::string& prefix, ModelFile& part) {
  FieldReader reader(object, prefix);
  reader.ReadString("file", part.file, /*required=*/true);
  reader.ReadString("sha256", part.sha256);
  reader.ReadUnsigned("size_bytes", part.size_bytes, UINT64_MAX);
  if (!IsAllowedFile(part.file)) {
    reader.Fail("file", "must not step out of its folder with \"..\"");
  }
  if (!part.sha256.empty() && !IsSha256Hex(part.sha256)) {
    reader.Fail("sha256", "must be 64 lower-case hex digits");
  }
  return reader.Finish();
}

void ReadParts(FieldReader& reader, ModelSpec& spec) {
  const Json* parts = reader.Find("parts");
  if (parts == nullptr) return;
  if (!parts->is_array() || parts->empty() || parts->size() > kMaxParts) {
    return reader.Fail("parts", "must be a list of the files of a split model");
  }
  for (const Json& item : *parts) {
    if (!item.is_object()) return reader.Fail("parts", "must be a list of objects");
    reader.Take(ReadFile(item, "parts.", spec.parts.emplace_back()));
  }
  if (spec.parts[0].file != spec.file) {
    reader.Fail("parts", "must begin with the file that \"file\" names");
  }
  if (!spec.sha256.empty() || spec.size_bytes != 0) {
    reader.Fail("parts", "have a sha256 and a size_bytes each; the model has none then");
  }
}

/// What was trained on top of the file: generative models only.
void ReadTraining(FieldReader& reader, ModelSpec& spec) {
  const bool decomposes = spec.role == ModelRole::kDecomposer;
  if (const Json* adapter = reader.FindObject("adapter")) {
    reader.Take(ReadFile(*adapter, "adapter.", spec.adapter.emplace()));
    if (!decomposes && spec.role != ModelRole::kWriter) {
      reader.Fail("adapter", "belongs to models of role decomposer or writer only");
    }
    if (spec.file.empty()) reader.Fail("adapter", "is applied on a \"file\", and there is none");
  }
  reader.ReadString("prompt", spec.prompt);
  if (!spec.prompt.empty() && !decomposes) {
    reader.Fail("prompt", "belongs to models of role decomposer only");
  }
}

void ReadRoleFields(FieldReader& reader, ModelSpec& spec) {
  reader.ReadString("query_prefix", spec.query_prefix, /*required=*/false, /*line_breaks=*/true);
  reader.ReadString("passage_prefix", spec.passage_prefix, /*required=*/false,
                    /*line_breaks=*/true);
  reader.ReadString("pooling", spec.pooling);
  reader.ReadBool("asks_in_words", spec.asks_in_words);
  const bool embeds = spec.role == ModelRole::kEmbedder;
  if (!embeds &&
      !(spec.query_prefix.empty() && spec.passage_prefix.empty() && spec.pooling.empty())) {
    reader.Fail("pooling",
                "and \"query_prefix\", \"passage_prefix\" belong to models of role embedder only");
  }
  if (!spec.pooling.empty() && spec.pooling != "mean" && spec.pooling != "cls" &&
      spec.pooling != "last") {
    reader.Fail("pooling", "must be \"mean\", \"cls\" or \"last\"");
  }
  if (spec.asks_in_words && spec.role != ModelRole::kEntailment) {
    reader.Fail("asks_in_words", "belongs to models of role entailment only");
  }
}

void CheckFields(FieldReader& reader, const ModelSpec& spec, std::string_view format) {
  if (!IsAllowedFile(spec.file)) reader.Fail("file", "must not step out of its folder with \"..\"");
  if (!spec.sha256.empty() && !IsSha256Hex(spec.sha256)) {
    reader.Fail("sha256", "must be 64 lower-case hex digits");
  }
  if (format != "gguf" && format != "remote") {
    reader.Fail("format", "must be \"gguf\" or \"remote\"");
  }
  if (format == "gguf" && spec.file.empty()) reader.Fail("file", "is missing");
  if (format == "remote" && !spec.file.empty()) {
    reader.Fail("file", "does not go with the format \"remote\"");
  }
}

Result<ModelSpec> SpecFromJson(const Json& json) {
  FieldReader reader(json, "");
  ModelSpec spec;
  std::string format = "gguf";
  uint64_t max_tokens = 0;
  reader.ReadString("name", spec.name, /*required=*/true);
  ReadRole(reader, spec);
  reader.ReadString("file", spec.file);
  reader.ReadString("sha256", spec.sha256);
  reader.ReadUnsigned("size_bytes", spec.size_bytes, UINT64_MAX);
  reader.ReadString("format", format);
  reader.ReadString("licence", spec.licence);
  reader.ReadString("base", spec.base);
  reader.ReadString("source", spec.source);
  reader.ReadUnsigned("max_tokens", max_tokens, kMaxTokens);
  reader.ReadBool("default", spec.is_default);
  reader.ReadString("template", spec.template_name);
  ReadHubFields(reader, spec);
  ReadParts(reader, spec);
  ReadRoleFields(reader, spec);
  ReadTraining(reader, spec);
  ReadLabels(reader, spec);
  if (const Json* calibration = reader.FindObject("calibration")) {
    reader.Take(ReadCalibration(*calibration, spec.calibration));
  }
  spec.languages = reader.ReadStrings("languages");
  reader.ReadString("remote_name", spec.remote_name);
  spec.max_tokens = static_cast<int>(max_tokens);
  CheckFields(reader, spec, format);
  GLOSS_RETURN_IF_ERROR(reader.Finish());
  return spec;
}

Result<Json> ParseJson(std::string_view text) {
  if (text.size() > kMaxSpecBytes) {
    return Status(StatusCode::kParseError, "model spec: larger than 1 MiB");
  }
  try {
    return Json::parse(text);
  } catch (const Json::exception& error) {
    return Status(StatusCode::kParseError, fmt::format("model spec: {}", error.what()));
  }
}

}  // namespace

Result<ModelSpec> ParseModelSpec(std::string_view json) {
  GLOSS_ASSIGN_OR_RETURN(const Json value, ParseJson(json));
  if (!value.is_object()) {
    return Status(StatusCode::kParseError, "model spec: must be a JSON object");
  }
  return SpecFromJson(value);
}

Result<std::optional<ModelSpec>> ParseModelSpecIfAny(std::string_view json) {
  GLOSS_ASSIGN_OR_RETURN(const Json value, ParseJson(json));
  if (!value.is_object() || !value.contains("role")) return std::optional<ModelSpec>();
  GLOSS_ASSIGN_OR_RETURN(ModelSpec spec, SpecFromJson(value));
  return std::optional<ModelSpec>(std::move(spec));
}

}  // namespace gloss
