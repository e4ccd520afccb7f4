#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/status.h"
#include "cli/command.h"
#include "cli/settings.h"
#include "engine/synthesize.h"

namespace gloss::cli {

/// Settings of `glossator synth`.
struct SynthSettings {
  std::string folder;
  std::vector<std::string> make = {"examples"};
  std::string teacher;         ///< Name of the model; empty: the server's own.
  std::string teacher_server;  ///< Empty: --server.
  std::string instructions = "none:40,positive:30,adversarial:15,formatting:15";
  std::string words = "100-300";
  std::string split = "3:7";
  double price_in = -1;  ///< Below 0: not given.
  double price_out = -1;
  bool yes = false;
  bool dry_run = false;
  SynthOptions options;
  DocumentOptions documents;
  ModelOptions models;
};

void AddSynthSettings(CLI::App& app, Settings& settings, SynthSettings& options);

/// "none:40,positive:30": shares of the kinds that are named, the others 0.
/// Errors: kInvalidArgument.
Result<InstructionMix> ParseInstructionMix(std::string_view text);

/// The request that the settings describe; sources are left to the caller. Errors:
/// kInvalidArgument.
Result<SynthRequest> ToSynthRequest(const SynthSettings& settings, std::stop_token stop);

}  // namespace gloss::cli
