#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace gloss::cli {

/// Values of one configuration file: "key" or "table.key" → the value's words (an array has many).
using ConfigValues = std::map<std::string, std::vector<std::string>>;

/// Reads a TOML file of settings. Errors: kNotFound, kParseError with file and line.
Result<ConfigValues> ReadConfigFile(const std::string& path);

/// Looks up an environment variable.
using GetEnvironment = std::function<std::optional<std::string>(const std::string&)>;

/// The process's own environment.
std::optional<std::string> ProcessEnvironment(const std::string& name);

/// A configuration file with the name that errors and `doctor` show.
struct ConfigLayer {
  std::string origin;
  ConfigValues values;
  bool is_project = false;  ///< Found in the working folder, not named by the user.
};

/// Settings of one command: each is defined once and has a flag (--fail-on), an environment
/// variable (GLOSSATOR_FAIL_ON) and a configuration key (fail-on, at the top or in the command's
/// table). Order of precedence: flag, environment, project file, user file, default.
class Settings {
 public:
  /// `table` is the command's name: the table of its keys in configuration files.
  Settings(CLI::App& app, std::string table) : app_(app), table_(std::move(table)) {}

  /// Defines a setting named by the first long flag, for example Add("-q,--quiet", …).
  template <typename T>
  CLI::Option* Add(const std::string& flags, T& value, const std::string& help) {
    return Remember(app_.add_option(flags, value, help)->capture_default_str());
  }
  CLI::Option* AddFlag(const std::string& flags, bool& value, const std::string& help) {
    return Remember(app_.add_flag(flags, value, help));
  }

  /// Marks a setting that a project's file must not set: a folder that someone else made must not
  /// decide where texts and keys are sent.
  void OnlyFromUser(CLI::Option* option) { only_from_user_.insert(option); }

  /// Sets what the command line left open, after CLI11 has parsed it. `layers`: strongest first.
  /// Errors: kInvalidArgument naming the variable or the file and key.
  Status ApplyDefaults(const GetEnvironment& environment, const std::vector<ConfigLayer>& layers);

  /// Keys of this command as configuration files write them, for did-you-mean and checks.
  std::vector<std::string> Keys() const;

  /// key → where its value came from: "flag", "GLOSSATOR_X", a file's origin or "default".
  const std::map<std::string, std::string>& origins() const { return origins_; }

 private:
  CLI::Option* Remember(CLI::Option* option);
  Status Set(CLI::Option* option, const std::vector<std::string>& words, const std::string& origin);

  CLI::App& app_;
  std::string table_;
  std::map<std::string, CLI::Option*> options_;
  std::map<std::string, std::string> origins_;
  std::set<const CLI::Option*> only_from_user_;
};

/// "fail-on" → "GLOSSATOR_FAIL_ON".
std::string EnvironmentName(std::string_view key);

/// Checks that every key of the files belongs to one of the commands.
/// Errors: kInvalidArgument naming file and key, with the nearest known key.
Status CheckConfigKeys(const std::vector<ConfigLayer>& layers,
                       const std::map<std::string, std::vector<std::string>>& keys_by_command);

}  // namespace gloss::cli
