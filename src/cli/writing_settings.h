#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "base/status.h"
#include "cli/command.h"
#include "cli/settings.h"
#include "cli/store_settings.h"

namespace gloss::cli {

/// What `summarize` and `ask` have in common.
struct WritingSettings {
  size_t words = 0;
  size_t tags = 0;
  std::string style;  ///< Empty: prose, or what the instructions ask for.
  std::string language;
  std::vector<std::string> instructions;
  std::vector<std::string> instruction_files;
  std::string writer;  ///< "rules", a name, or empty: the default.
  std::string state_path;
  std::string writer_server;
  std::string reasoning = "drop";
  std::string format = "numbers";
  std::string offset_unit = "codepoint";
  std::vector<std::string> outputs;
  DocumentOptions documents;
  ModelOptions models;
  StoreSettings store;
};

void AddWritingSettings(CLI::App& app, Settings& settings, WritingSettings& options);

/// `summarize` and `ask`: writes a text about documents, prints it and writes the files.
class WritingCommand : public Command {
 protected:
  using Command::Command;

  void AddSettings() { AddWritingSettings(app(), settings(), options_); }

  /// `question` empty: a summary.
  ExitCode WriteAbout(const std::vector<std::string>& files, const std::string& question,
                      std::stop_token stop);

 private:
  WritingSettings options_;
};

}  // namespace gloss::cli
