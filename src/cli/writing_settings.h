#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "base/status.h"
#include "cli/command.h"
#include "cli/settings.h"
#include "cli/store_settings.h"
#include "engine/engine.h"
#include "engine/summarize.h"
#include "types/cited_text.h"

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

/// The request that the settings describe; sources are left to the caller. Errors: a file of
/// instructions that cannot be read, a style that does not exist.
Result<SummarizeRequest> ToSummarizeRequest(const WritingSettings& options, std::stop_token stop);

/// What goes to standard error.
struct PrintOptions {
  bool progress = false;
  bool quiet = false;
};

/// Opens the engine, writes the text, prints it and writes the files.
ExitCode WriteAndPrint(const SummarizeRequest& request, const WritingSettings& options,
                       const Console& console, const PrintOptions& print,
                       const std::stop_token& stop);

}  // namespace gloss::cli
