#include "judge/judge_input_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "judge/check_table.h"

namespace gloss {
namespace {

using Json = nlohmann::json;

Status Bad(std::string_view where, std::string_view what) {
  return {StatusCode::kParseError, fmt::format("{}: {}", where, what)};
}

/// A field of the record; nothing where it is not there or null.
std::optional<Json> FieldOf(const std::map<std::string, std::string>& extra,
                            const std::string& name) {
  const auto found = extra.find(name);
  if (found == extra.end()) return std::nullopt;
  Json value = Json::parse(found->second, nullptr, /*allow_exceptions=*/false);
  if (value.is_discarded() || value.is_null()) return std::nullopt;
  return value;
}

Result<std::string> TextField(const std::map<std::string, std::string>& extra,
                              const std::string& name) {
  const auto value = FieldOf(extra, name);
  if (!value) return std::string();
  if (!value->is_string()) return Bad(name, "expected text");
  return value->get<std::string>();
}

Status AddInstructions(const Json& value, const std::string& name, JudgeTask* task) {
  if (value.is_string()) {
    task->instructions.push_back(value.get<std::string>());
    return Status::Ok();
  }
  const bool texts =
      value.is_array() &&
      std::all_of(value.begin(), value.end(), [](const Json& each) { return each.is_string(); });
  if (!texts) return Bad(name, "expected text or a list of texts");
  for (const Json& each : value) task->instructions.push_back(each.get<std::string>());
  return Status::Ok();
}

Result<HumanLabel> LabelOf(const Json& json) {
  if (!json.is_object()) return Bad("label", "expected an object");
  HumanLabel label;
  const auto text = [&](const char* name, std::string* value) {
    const auto found = json.find(name);
    if (found == json.end()) return true;
    if (found->is_number_integer()) {
      *value = found->dump();
      return true;
    }
    if (!found->is_string()) return false;
    *value = found->get<std::string>();
    return true;
  };
  std::string criterion;
  for (const auto& [name, value] : {std::pair<const char*, std::string*>{"id", &label.id},
                                    {"run", &label.run},
                                    {"check", &label.check},
                                    {"criterion", &criterion}}) {
    if (!text(name, value)) return Bad(name, "expected text");
  }
  if (label.id.empty()) return Bad("id", "is missing");
  if (!label.check.empty()) {
    const auto checks = AllChecks();
    const auto known = std::find_if(checks.begin(), checks.end(),
                                    [&](const CheckKind& kind) { return kind.id == label.check; });
    if (known == checks.end()) return Bad("check", "there is no \"" + label.check + "\"");
    label.criterion = known->criterion;
  } else {
    const auto known = CriterionFromName(criterion);
    if (!known) {
      return Bad("criterion", criterion.empty() ? "name a \"criterion\" or a \"check\""
                                                : "there is no \"" + criterion + "\"");
    }
    label.criterion = *known;
  }
  const auto given = json.find("label");
  if (given == json.end()) return Bad("label", "is missing");
  if (given->is_boolean()) {
    label.passed = given->get<bool>();
  } else if (given->is_string() && (*given == "pass" || *given == "fail")) {
    label.passed = *given == "pass";
  } else {
    return Bad("label", "expected \"pass\" or \"fail\"");
  }
  return label;
}

}  // namespace

bool IsJudgeStyle(std::string_view style) {
  return style == "prose" || style == "bullets" || style == "sections" || style == "table";
}

Result<JudgeTask> ReadJudgeTask(const std::map<std::string, std::string>& extra) {
  JudgeTask task;
  for (const std::string name : {"instruction", "instructions"}) {
    if (const auto value = FieldOf(extra, name)) {
      GLOSS_RETURN_IF_ERROR(AddInstructions(*value, name, &task));
    }
  }
  if (const auto words = FieldOf(extra, "words")) {
    constexpr uint64_t kMostWords = 1'000'000;
    if (!words->is_number_unsigned() || words->get<uint64_t>() > kMostWords) {
      return Bad("words", "expected a whole number");
    }
    task.words = static_cast<size_t>(words->get<uint64_t>());
  }
  GLOSS_ASSIGN_OR_RETURN(task.style, TextField(extra, "style"));
  if (!task.style.empty() && !IsJudgeStyle(task.style)) {
    return Bad("style", "expected prose, bullets, sections or table");
  }
  GLOSS_ASSIGN_OR_RETURN(task.language, TextField(extra, "text_language"));
  return task;
}

Result<std::string> ReadRunName(const std::map<std::string, std::string>& extra) {
  return TextField(extra, "run");
}

Result<std::vector<HumanLabel>> ReadHumanLabels(std::string_view bytes) {
  std::vector<HumanLabel> labels;
  size_t number = 0;
  for (size_t at = 0; at < bytes.size();) {
    const size_t end = std::min(bytes.find('\n', at), bytes.size());
    const std::string_view line = bytes.substr(at, end - at);
    at = end + 1;
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
    const std::string where = fmt::format("line {}", number);
    if (json.is_discarded()) return Bad(where, "it is no JSON");
    auto label = LabelOf(json);
    if (!label.ok()) return label.status().WithContext(where);
    labels.push_back(*std::move(label));
  }
  return labels;
}

}  // namespace gloss
