#include "backends/remote/probe_json.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "backends/remote/wire_json.h"

namespace gloss {
namespace {

using Json = nlohmann::json;

constexpr size_t kMaxCount = 1U << 20;
constexpr size_t kMaxModels = 10000;
constexpr std::string_view kOddKey = "zq_probe";
constexpr std::string_view kOddValue = "vx7-amber";

std::vector<std::string> LabelsInOrder(const Json& id_to_label) {
  std::map<size_t, std::string> ordered;
  if (!id_to_label.is_object()) return {};
  for (const auto& [id, label] : id_to_label.items()) {
    const auto number = WholeNumber(Json(id), kMaxCount);
    if (!number || !label.is_string()) return {};
    ordered[*number] = label.get<std::string>();
  }
  std::vector<std::string> labels;
  for (auto& [number, label] : ordered) labels.push_back(std::move(label));
  return labels;
}

}  // namespace

std::optional<LlamaServerProps> ReadLlamaServerProps(std::string_view body) {
  const auto json = ParseJsonText(body);
  if (!json || Member(*json, "default_generation_settings") == nullptr) return std::nullopt;
  LlamaServerProps props;
  if (const Json* slots = Member(*json, "total_slots")) {
    props.slots = static_cast<int>(WholeNumber(*slots, kMaxCount).value_or(0));
  }
  props.version = StringMember(*json, "build_info");
  return props;
}

std::optional<TeiInfo> ReadTeiInfo(std::string_view body) {
  const auto json = ParseJsonText(body);
  if (!json || StringMember(*json, "model_id").empty()) return std::nullopt;
  const Json* type = Member(*json, "model_type");
  if (type == nullptr) return std::nullopt;
  TeiInfo info;
  info.model = StringMember(*json, "model_id");
  info.version = StringMember(*json, "version");
  if (const Json* batch = Member(*json, "max_client_batch_size")) {
    info.max_batch = std::max(1, static_cast<int>(WholeNumber(*batch, kMaxCount).value_or(32)));
  }
  // {"classifier": {"id2label": …}} or, without details, a word.
  const auto is = [&](std::string_view name) {
    return Member(*type, name) != nullptr ||
           (type->is_string() && type->get_ref<const std::string&>() == name);
  };
  if (is("embedding")) info.kind = TeiModel::kEmbedding;
  if (is("reranker")) info.kind = TeiModel::kReranker;
  if (is("classifier")) {
    info.kind = TeiModel::kClassifier;
    const Json* classifier = Member(*type, "classifier");
    const Json* labels = classifier == nullptr ? nullptr : Member(*classifier, "id2label");
    if (labels != nullptr) info.labels = LabelsInOrder(*labels);
  }
  return info;
}

std::optional<std::string> ReadVersion(std::string_view body) {
  const auto json = ParseJsonText(body);
  if (!json) return std::nullopt;
  const std::string version = StringMember(*json, "version");
  if (version.empty()) return std::nullopt;
  return version;
}

std::optional<ModelList> ReadModelList(std::string_view body) {
  const auto json = ParseJsonText(body);
  if (!json) return std::nullopt;
  ModelList list;
  for (const auto& [members, name] : {std::pair("data", "id"), std::pair("models", "name")}) {
    const Json* models = Member(*json, members);
    if (models == nullptr || !models->is_array()) continue;
    for (const Json& model : *models) {
      if (list.names.size() >= kMaxModels) break;
      if (std::string id = StringMember(model, name); !id.empty()) list.names.push_back(id);
      if (StringMember(model, "owned_by") == "vllm") list.is_vllm = true;
    }
    return list;
  }
  return std::nullopt;
}

std::string EnforcementSchema() {
  return DumpJson(
      {{"type", "object"},
       {"properties", {{kOddKey, {{"type", "string"}, {"enum", {std::string(kOddValue)}}}}}},
       {"required", {kOddKey}},
       {"additionalProperties", false}});
}

bool KeepsEnforcementSchema(std::string_view text) {
  const auto json = ParseJsonText(text);
  return json && json->is_object() && json->size() == 1 &&
         StringMember(*json, kOddKey) == kOddValue;
}

std::string EnforcementGrammar() { return "root ::= \"" + std::string(kOddValue) + "\"\n"; }

bool KeepsEnforcementGrammar(std::string_view text) { return text == kOddValue; }

}  // namespace gloss
