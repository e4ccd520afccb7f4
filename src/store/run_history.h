#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/status.h"
#include "types/grounding_report.h"

namespace gloss {

/// A text that a run read.
struct RunInput {
  std::string role;    ///< "response" or "source".
  std::string name;    ///< Path or label as the caller gave it.
  std::string sha256;  ///< Of its bytes; empty when it could not be read.

  friend bool operator==(const RunInput&, const RunInput&) = default;
};

/// One report of a run.
struct RunReport {
  std::string record;                     ///< The caller's record id; may be empty.
  std::vector<RunInput> inputs;           ///< The response, then the sources.
  std::map<std::string, double> metrics;  ///< "fcr" …; those that are defined.
  std::map<std::string, int> verdicts;    ///< Claims by verdict's name.
  std::string json;                       ///< The report itself; empty where only facts are read.
};

/// One call of the program, with what it was made from and what came out.
struct RunRecord {
  int64_t id = 0;          ///< Given by the history, growing.
  int64_t started_ms = 0;  ///< Unix time, milliseconds.
  int64_t duration_ms = 0;
  std::string command;  ///< "ground".
  std::string version;  ///< Of the program.
  std::string method;
  std::vector<ModelUse> models;
  std::vector<PromptUse> prompts;
  std::map<std::string, std::string> settings;  ///< Thresholds, seeds …
  std::vector<RunReport> reports;               ///< In order of the input's records.
};

/// How much a history keeps. The oldest runs go first; the newest stays in any case.
struct HistoryLimits {
  int64_t max_runs = 1000;
  int64_t max_age_days = 365;
  int64_t max_bytes = int64_t{512} << 20;  ///< Of all reports, as stored.
};

/// Runs of the program, newest first. Holds whole reports and so the texts of their sources.
/// Thread-safe.
class RunHistory {
 public:
  virtual ~RunHistory() = default;

  /// Keeps a run, all of it or nothing, and drops what is over the limits. Returns its id; that of
  /// the record is ignored. Errors: kIoError and its kin.
  virtual Result<int64_t> Add(const RunRecord& run) = 0;

  /// At most `limit` runs, newest first, without the JSON of their reports.
  virtual Result<std::vector<RunRecord>> List(size_t limit) = 0;

  /// A run with its reports. Errors: kNotFound, kCorruptDocument (what was stored is damaged).
  virtual Result<RunRecord> Find(int64_t id) = 0;

  /// Forgets a run. Errors: kNotFound.
  virtual Status Delete(int64_t id) = 0;

  /// What the user should know, in order, since the last call.
  virtual std::vector<std::string> TakeWarnings() = 0;
};

}  // namespace gloss
