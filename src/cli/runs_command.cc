#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <map>

#include "cli/command.h"
#include "cli/comparison_output.h"
#include "cli/ground_outputs.h"
#include "cli/store_settings.h"
#include "engine/gate.h"
#include "engine/run_record.h"
#include "report/display_text.h"
#include "report/grounding_json.h"
#include "report/json_writer.h"

namespace gloss::cli {
namespace {

constexpr std::string_view kFooter =
    "Actions:\n"
    "  list          the runs that are kept, newest first (the default)\n"
    "  show ID       the report of a run again, in any format\n"
    "  compare A B   what changed from run A to run B; exit code 6 when they cannot be compared\n"
    "  delete ID…    forget runs and their reports\n\n"
    "ID is a number of the list, or \"last\", or \"last-1\" for the one before it.\n\n"
    "Examples:\n"
    "  glossator runs\n"
    "  glossator runs show last --format html > report.html\n"
    "  glossator runs compare last-1 last --json\n";

/// "2026-11-30 18:02:11Z".
std::string TimeText(int64_t milliseconds) {
  const std::chrono::sys_seconds time{std::chrono::seconds(milliseconds / 1000)};
  return fmt::format("{:%Y-%m-%d %H:%M:%S}Z",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

/// Claims of all reports by verdict.
std::map<std::string, int> VerdictsOf(const RunRecord& run) {
  std::map<std::string, int> verdicts;
  for (const RunReport& report : run.reports) {
    for (const auto& [name, count] : report.verdicts) verdicts[name] += count;
  }
  return verdicts;
}

/// "answer.txt", or "12 records".
std::string SubjectOf(const RunRecord& run) {
  if (run.reports.size() != 1) return fmt::format("{} records", run.reports.size());
  const std::vector<RunInput>& inputs = run.reports.front().inputs;
  return inputs.empty() ? std::string("?") : inputs.front().name;
}

void WriteReport(const RunReport& report, JsonWriter* json) {
  json->BeginObject();
  json->Field("record", report.record);
  json->Key("inputs");
  json->BeginArray();
  for (const RunInput& input : report.inputs) {
    json->BeginObject();
    json->Field("role", input.role);
    json->Field("name", input.name);
    json->Field("sha256", input.sha256);
    json->EndObject();
  }
  json->EndArray();
  json->Key("verdicts");
  json->BeginObject();
  for (const auto& [name, count] : report.verdicts) json->Field(name, count);
  json->EndObject();
  json->Key("metrics");
  json->BeginObject();
  for (const auto& [name, value] : report.metrics) json->Field(name, value);
  json->EndObject();
  json->EndObject();
}

void WriteRun(const RunRecord& run, JsonWriter* json) {
  json->BeginObject();
  json->Key("id");
  json->Int(run.id);
  json->Field("started", TimeText(run.started_ms));
  json->Key("duration_ms");
  json->Int(run.duration_ms);
  json->Field("command", run.command);
  json->Field("product_version", run.version);
  json->Field("method", run.method);
  json->Key("models");
  json->BeginArray();
  for (const ModelUse& model : run.models) {
    json->BeginObject();
    json->Field("role", model.role);
    json->Field("name", model.name);
    json->Field("sha256", model.sha256);
    json->EndObject();
  }
  json->EndArray();
  json->Key("prompts");
  json->BeginArray();
  for (const PromptUse& prompt : run.prompts) {
    json->BeginObject();
    json->Field("id", prompt.id);
    json->Field("sha256", prompt.sha256);
    json->EndObject();
  }
  json->EndArray();
  json->Key("settings");
  json->BeginObject();
  for (const auto& [name, value] : run.settings) json->Field(name, value);
  json->EndObject();
  json->Key("reports");
  json->BeginArray();
  for (const RunReport& report : run.reports) WriteReport(report, json);
  json->EndArray();
  json->EndObject();
}

std::string RenderRunsJson(const std::vector<RunRecord>& runs) {
  JsonWriter json({});
  json.BeginObject();
  json.Field("schema", "glossator/runs/1");
  json.Key("runs");
  json.BeginArray();
  for (const RunRecord& run : runs) WriteRun(run, &json);
  json.EndArray();
  json.EndObject();
  return std::move(json).Take();
}

/// `glossator runs`: what earlier runs found.
class RunsCommand : public Command {
 public:
  explicit RunsCommand(CLI::App& parent)
      : Command(parent, "runs", "List, show and compare earlier runs") {
    app()
        .add_option("action", action_, "list, show, compare or delete")
        ->check(CLI::IsMember({"list", "show", "compare", "delete"}))
        ->capture_default_str();
    app().add_option("id", ids_, "Runs, by number");
    app().add_flag("--json", json_, "Print one JSON document");
    app()
        .add_option("--limit", limit_, "list: at most so many runs")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    app()
        .add_option("-o,--output", outputs_.files, "show: write the report here too (repeatable)")
        ->type_name("FILE");
    settings()
        .Add("--format", outputs_.format, "show: what to print")
        ->check(CLI::IsMember(OutputFormats()))
        ->type_name("FORMAT");
    AddViewSettings(settings(), outputs_);
    AddCacheFolderSetting(settings(), store_);
    app().footer(std::string(kFooter));
  }

  ExitCode Run(std::stop_token /*stop*/) override {
    const size_t wanted = action_ == "list" ? 0 : action_ == "compare" ? 2 : 1;
    const bool enough = action_ == "delete" ? !ids_.empty() : ids_.size() == wanted;
    if (!enough) {
      return Fail({StatusCode::kInvalidArgument,
                   fmt::format("runs {}: takes {} run{}, {} given", action_,
                               action_ == "delete" ? "one or more" : std::to_string(wanted),
                               wanted == 1 && action_ != "delete" ? "" : "s", ids_.size())});
    }
    if (const Status status = CheckOutputs(outputs_); !status.ok()) return Fail(status);
    const std::string folder = StoreFolder(store_);
    if (folder.empty()) {
      return Fail({StatusCode::kInvalidArgument,
                   "no folder of runs: set HOME, GLOSSATOR_CACHE_DIR or --cache-dir"});
    }
    auto history = OpenRunHistory(folder);
    if (!history.ok()) return Fail(history.status());
    for (const std::string& warning : (*history)->TakeWarnings()) PrintWarning(warning);
    if (action_ == "show") return Show(**history);
    if (action_ == "compare") return Compare(**history);
    if (action_ == "delete") return Delete(**history);
    return List(**history);
  }

 private:
  static ExitCode Print(const std::string& text, ExitCode code) {
    const Status written = WriteStdout(text);
    return written.ok() ? code : Fail(written);
  }

  ExitCode List(RunHistory& history) {
    const auto runs = history.List(limit_);
    if (!runs.ok()) return Fail(runs.status());
    if (json_) return Print(RenderRunsJson(*runs), kExitOk);
    const bool unicode = MakeConsole().unicode;
    std::string out = runs->empty() ? "no runs are kept yet\n" : "";
    for (const RunRecord& run : *runs) {
      std::string verdicts;
      for (const auto& [name, count] : VerdictsOf(run)) {
        verdicts += fmt::format("{}{} {}", verdicts.empty() ? "" : ", ", count, name);
      }
      out += fmt::format("{:>5}  {}  {:>7.1f} s  {:<10} {:<24} {}\n", run.id,
                         TimeText(run.started_ms), static_cast<double>(run.duration_ms) / 1000,
                         SafeText(run.method, unicode), SafeText(SubjectOf(run), unicode),
                         verdicts.empty() ? "no claims" : SafeText(verdicts, unicode));
    }
    return Print(out, kExitOk);
  }

  /// The number that a word stands for. Errors: kInvalidArgument, kNotFound.
  static Result<int64_t> IdOf(RunHistory& history, const std::string& word) {
    std::string_view digits = word;
    const bool from_last = digits.starts_with("last");
    if (from_last) {
      if (word == "last") digits = "0";
      if (digits.starts_with("last-")) digits.remove_prefix(5);
    }
    int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size() || number < 0 ||
        (from_last && number > 1'000'000)) {
      return Status(StatusCode::kInvalidArgument,
                    fmt::format("run \"{}\": give a number, \"last\" or \"last-1\"", word));
    }
    if (!from_last) return number;
    GLOSS_ASSIGN_OR_RETURN(const auto runs, history.List(static_cast<size_t>(number) + 1));
    if (runs.size() <= static_cast<size_t>(number)) {
      return Status(StatusCode::kNotFound, fmt::format("run \"{}\": no such run", word));
    }
    return runs.back().id;
  }

  struct KeptRun {
    RunRecord record;
    std::vector<GroundingReport> reports;
  };

  static Result<KeptRun> Find(RunHistory& history, const std::string& word) {
    KeptRun kept;
    GLOSS_ASSIGN_OR_RETURN(const int64_t id, IdOf(history, word));
    GLOSS_ASSIGN_OR_RETURN(kept.record, history.Find(id));
    for (const RunReport& report : kept.record.reports) {
      auto read = ReadGroundingJson(report.json);
      if (!read.ok()) return read.status().WithContext(fmt::format("run {}", id));
      kept.reports.push_back(std::move(read).value());
    }
    return kept;
  }

  ExitCode Show(RunHistory& history) {
    auto kept = Find(history, ids_[0]);
    if (!kept.ok()) return Fail(kept.status());
    if (json_ && outputs_.format == "terminal") {
      outputs_.format = kept->reports.size() == 1 ? "json" : "jsonl";
    }
    const GateResult gate = EvaluateGate({.reports = kept->reports, .baseline = {}}, GatePolicy{});
    const Status written =
        WriteReports({.reports = kept->reports, .gate = gate, .exit_code = kExitOk}, outputs_,
                     MakeConsole(), common().quiet);
    return written.ok() ? kExitOk : Fail(written);
  }

  ExitCode Compare(RunHistory& history) {
    const auto baseline = Find(history, ids_[0]);
    if (!baseline.ok()) return Fail(baseline.status());
    const auto current = Find(history, ids_[1]);
    if (!current.ok()) return Fail(current.status());
    RunComparison runs = CompareRuns(baseline->reports, current->reports);
    runs.baseline = baseline->record.id;
    runs.current = current->record.id;
    const ExitCode code = runs.comparable() ? kExitOk : kExitNotComparable;
    return Print(
        json_ ? RenderComparisonJson(runs) : RenderComparisonText(runs, MakeConsole().unicode),
        code);
  }

  ExitCode Delete(RunHistory& history) {
    // All words are read first: "last" means the same run for each.
    std::vector<int64_t> numbers;
    for (const std::string& word : ids_) {
      const auto id = IdOf(history, word);
      if (!id.ok()) return Fail(id.status());
      numbers.push_back(*id);
    }
    ExitCode worst = kExitOk;
    for (const int64_t id : numbers) {
      if (const Status status = history.Delete(id); !status.ok()) {
        worst = std::max(worst, Fail(status));
      }
    }
    return worst;
  }

  std::string action_ = "list";
  std::vector<std::string> ids_;
  bool json_ = false;
  size_t limit_ = 20;
  OutputOptions outputs_;
  StoreSettings store_;
};

}  // namespace

std::unique_ptr<Command> MakeRunsCommand(CLI::App& parent) {
  return std::make_unique<RunsCommand>(parent);
}

}  // namespace gloss::cli
