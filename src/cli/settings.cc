#include "cli/settings.h"

#include <toml++/toml.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>

#include "base/file_system.h"
#include "base/nearest_word.h"

namespace gloss::cli {
namespace {

constexpr size_t kMaxConfigBytes = size_t{1} << 20;

/// A scalar as the words a flag would take; nothing for tables and dates.
std::optional<std::string> ScalarWord(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  if (const auto* integer = node.as_integer()) return std::to_string(integer->get());
  if (const auto* number = node.as_floating_point()) {
    std::ostringstream out;
    out << number->get();
    return out.str();
  }
  return std::nullopt;
}

Status BadValue(const std::string& path, const std::string& key, const toml::node& node) {
  std::ostringstream message;
  message << path << ":" << node.source().begin.line << ": " << key
          << ": expected a string, number, boolean or an array of them";
  return {StatusCode::kParseError, message.str()};
}

Status ReadTable(const toml::table& table, const std::string& prefix, const std::string& path,
                 ConfigValues& values) {
  for (const auto& [name, node] : table) {
    const std::string key = prefix + std::string(name.str());
    if (const auto* sub_table = node.as_table()) {
      if (!prefix.empty()) return BadValue(path, key, node);
      GLOSS_RETURN_IF_ERROR(ReadTable(*sub_table, key + ".", path, values));
      continue;
    }
    std::vector<std::string> words;
    if (const auto* array = node.as_array()) {
      for (const toml::node& item : *array) {
        auto word = ScalarWord(item);
        if (!word) return BadValue(path, key, item);
        words.push_back(std::move(*word));
      }
    } else if (auto word = ScalarWord(node)) {
      words.push_back(std::move(*word));
    } else {
      return BadValue(path, key, node);
    }
    values[key] = std::move(words);
  }
  return Status::Ok();
}

}  // namespace

Result<ConfigValues> ReadConfigFile(const std::string& path) {
  GLOSS_ASSIGN_OR_RETURN(const std::string content, ReadFile(path, kMaxConfigBytes));
  try {
    const toml::table table = toml::parse(content, path);
    ConfigValues values;
    GLOSS_RETURN_IF_ERROR(ReadTable(table, "", path, values));
    return values;
  } catch (const toml::parse_error& error) {
    std::ostringstream message;
    message << path << ":" << error.source().begin.line << ": " << error.description();
    return Status(StatusCode::kParseError, message.str());
  }
}

std::optional<std::string> ProcessEnvironment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value == nullptr) return std::nullopt;
  return std::string(value);
}

std::string EnvironmentName(std::string_view key) {
  std::string name = "GLOSSATOR_";
  for (const char c : key) {
    name.push_back(c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c))));
  }
  return name;
}

CLI::Option* Settings::Remember(CLI::Option* option) {
  const std::string key = option->get_lnames().front();
  option->group("Settings (flag, " + EnvironmentName("…") + ", configuration file)");
  options_[key] = option;
  origins_[key] = "default";
  return option;
}

std::vector<std::string> Settings::Keys() const {
  std::vector<std::string> keys;
  for (const auto& [key, option] : options_) keys.push_back(key);
  return keys;
}

Status Settings::Set(CLI::Option* option, const std::vector<std::string>& words,
                     const std::string& origin) {
  try {
    option->clear();
    for (const std::string& word : words) option->add_result(word);
    option->run_callback();
    return Status::Ok();
  } catch (const CLI::Error& error) {
    return {StatusCode::kInvalidArgument, origin + ": " + error.what()};
  }
}

Status Settings::ApplyDefaults(const GetEnvironment& environment,
                               const std::vector<ConfigLayer>& layers) {
  for (const auto& [key, option] : options_) {
    if (option->count() > 0) {
      origins_[key] = "flag";
      continue;
    }
    const std::string variable = EnvironmentName(key);
    if (const auto value = environment(variable)) {
      GLOSS_RETURN_IF_ERROR(Set(option, {*value}, variable));
      origins_[key] = variable;
      continue;
    }
    for (const ConfigLayer& layer : layers) {
      auto found = layer.values.find(table_ + "." + key);
      if (found == layer.values.end()) found = layer.values.find(key);
      if (found == layer.values.end()) continue;
      if (layer.is_project && only_from_user_.contains(option)) {
        return {StatusCode::kInvalidArgument,
                layer.origin + ": " + key +
                    ": a project's file cannot say where texts and keys are sent; give the flag, "
                    "the environment variable, or set it in your own file"};
      }
      GLOSS_RETURN_IF_ERROR(Set(option, found->second, layer.origin + ": " + key));
      origins_[key] = layer.origin;
      break;
    }
  }
  return Status::Ok();
}

Status CheckConfigKeys(const std::vector<ConfigLayer>& layers,
                       const std::map<std::string, std::vector<std::string>>& keys_by_command) {
  std::vector<std::string> known;
  for (const auto& [command, keys] : keys_by_command) {
    for (const std::string& key : keys) {
      known.push_back(key);
      known.push_back(command + "." + key);
    }
  }
  for (const ConfigLayer& layer : layers) {
    for (const auto& [key, words] : layer.values) {
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      std::string message = layer.origin + ": unknown setting \"" + key + "\"";
      const std::string nearest = NearestWord(key, known);
      if (!nearest.empty()) message += ": did you mean \"" + nearest + "\"?";
      return {StatusCode::kInvalidArgument, message};
    }
  }
  return Status::Ok();
}

}  // namespace gloss::cli
