#include "store/sqlite/sqlite_run_history.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <string_view>

#include "base/hash.h"
#include "store/sqlite/compressed_text.h"

namespace gloss {
namespace {

constexpr uint32_t kApplicationId = 0x676c7268;  // "glrh"
/// Reports that are larger cannot be read back (report/grounding_json.h), so they are not kept.
constexpr size_t kMaxReportBytes = size_t{256} << 20;
constexpr int64_t kMillisecondsADay = 86'400'000;

// Facts of a run stand in rows of their own, so that `sqlite3 runs.sqlite` answers questions; their
// position is that of their report, or null for those of the run.
constexpr std::array<const char*, 1> kMigrations = {
    "CREATE TABLE runs (\n"
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,\n"
    "  started_ms INTEGER NOT NULL,\n"
    "  duration_ms INTEGER NOT NULL,\n"
    "  command TEXT NOT NULL,\n"
    "  version TEXT NOT NULL,\n"
    "  method TEXT NOT NULL\n"
    ");\n"
    "CREATE TABLE reports (\n"
    "  run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,\n"
    "  position INTEGER NOT NULL,\n"
    "  record TEXT NOT NULL,\n"
    "  json BLOB NOT NULL,\n"
    "  json_bytes INTEGER NOT NULL,\n"
    "  sha256 TEXT NOT NULL,\n"
    "  PRIMARY KEY (run, position)\n"
    ");\n"
    "CREATE TABLE inputs (\n"
    "  run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,\n"
    "  position INTEGER NOT NULL,\n"
    "  role TEXT NOT NULL,\n"
    "  name TEXT NOT NULL,\n"
    "  sha256 TEXT NOT NULL\n"
    ");\n"
    "CREATE INDEX inputs_by_run ON inputs (run, position);\n"
    "CREATE TABLE facts (\n"
    "  run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,\n"
    "  position INTEGER,\n"
    "  kind TEXT NOT NULL,\n"
    "  name TEXT NOT NULL,\n"
    "  value TEXT NOT NULL,\n"
    "  detail TEXT NOT NULL\n"
    ");\n"
    "CREATE INDEX facts_by_run ON facts (run, position);\n"};

constexpr std::string_view kSizeOfReports = "SELECT coalesce(sum(length(json)), 0) FROM reports";

template <typename Number>
Result<Number> NumberOf(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    return Status(StatusCode::kCorruptDocument, "a stored number is damaged");
  }
  return number;
}

/// Writes the rows of one run.
class RunWriter {
 public:
  static Result<RunWriter> Make(SqliteDatabase& database) {
    GLOSS_ASSIGN_OR_RETURN(SqliteStatement report,
                           database.Prepare("INSERT INTO reports VALUES (?, ?, ?, ?, ?, ?)"));
    GLOSS_ASSIGN_OR_RETURN(SqliteStatement input,
                           database.Prepare("INSERT INTO inputs VALUES (?, ?, ?, ?, ?)"));
    GLOSS_ASSIGN_OR_RETURN(SqliteStatement fact,
                           database.Prepare("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?)"));
    return RunWriter(std::move(report), std::move(input), std::move(fact));
  }

  Status Write(int64_t id, const RunRecord& run) {
    for (const ModelUse& model : run.models) {
      fact_.BindInt(id).BindNull().BindText("model").BindText(model.role);
      GLOSS_RETURN_IF_ERROR(fact_.BindText(model.name).BindText(model.sha256).Run());
    }
    for (const PromptUse& prompt : run.prompts) {
      fact_.BindInt(id).BindNull().BindText("prompt").BindText(prompt.id);
      GLOSS_RETURN_IF_ERROR(fact_.BindText("").BindText(prompt.sha256).Run());
    }
    for (const auto& [name, value] : run.settings) {
      fact_.BindInt(id).BindNull().BindText("setting").BindText(name);
      GLOSS_RETURN_IF_ERROR(fact_.BindText(value).BindText("").Run());
    }
    for (size_t i = 0; i < run.reports.size(); ++i) {
      GLOSS_RETURN_IF_ERROR(WriteReport(id, static_cast<int64_t>(i), run.reports[i]));
    }
    return Status::Ok();
  }

 private:
  RunWriter(SqliteStatement report, SqliteStatement input, SqliteStatement fact)
      : report_(std::move(report)), input_(std::move(input)), fact_(std::move(fact)) {}

  Status WriteReport(int64_t id, int64_t position, const RunReport& report) {
    if (report.json.size() > kMaxReportBytes) {
      return {StatusCode::kTooLarge,
              fmt::format("a report of {} bytes is too large to be kept", report.json.size())};
    }
    GLOSS_ASSIGN_OR_RETURN(const std::string json, CompressText(report.json));
    const std::string sha256 = Sha256Hex(report.json);
    report_.BindInt(id).BindInt(position).BindText(report.record).BindBlob(json);
    report_.BindInt(static_cast<int64_t>(report.json.size())).BindText(sha256);
    GLOSS_RETURN_IF_ERROR(report_.Run());
    for (const RunInput& input : report.inputs) {
      input_.BindInt(id).BindInt(position).BindText(input.role).BindText(input.name);
      GLOSS_RETURN_IF_ERROR(input_.BindText(input.sha256).Run());
    }
    for (const auto& [name, value] : report.metrics) {
      const std::string text = fmt::format("{}", value);
      fact_.BindInt(id).BindInt(position).BindText("metric").BindText(name);
      GLOSS_RETURN_IF_ERROR(fact_.BindText(text).BindText("").Run());
    }
    for (const auto& [name, count] : report.verdicts) {
      const std::string text = fmt::format("{}", count);
      fact_.BindInt(id).BindInt(position).BindText("verdict").BindText(name);
      GLOSS_RETURN_IF_ERROR(fact_.BindText(text).BindText("").Run());
    }
    return Status::Ok();
  }

  SqliteStatement report_;
  SqliteStatement input_;
  SqliteStatement fact_;
};

Status NoSuchRun(int64_t id) {
  return {StatusCode::kNotFound, fmt::format("run {}: no such run", id)};
}

RunRecord RunOf(const SqliteStatement& row) {
  RunRecord run;
  run.id = row.Int(0);
  run.started_ms = row.Int(1);
  run.duration_ms = row.Int(2);
  run.command = row.Bytes(3);
  run.version = row.Bytes(4);
  run.method = row.Bytes(5);
  return run;
}

}  // namespace

Result<std::unique_ptr<SqliteRunHistory>> SqliteRunHistory::Open(
    const SqliteRunHistoryOptions& options) {
  std::unique_ptr<SqliteRunHistory> history(new SqliteRunHistory(options));
  GLOSS_RETURN_IF_ERROR(history->Reopen(std::nullopt));
  return std::unique_ptr<SqliteRunHistory>(std::move(history));
}

Status SqliteRunHistory::Reopen(const std::optional<FileIdentity>& damaged) {
  database_.reset();
  const SqliteOptions options{.path = options_.folder + "/runs.sqlite",
                              .what = "run history",
                              .application_id = kApplicationId,
                              .migrations = kMigrations,
                              .replace_newer = false,
                              .durable = true,
                              .max_value_bytes = 1 << 29,
                              .busy_timeout_ms = options_.busy_timeout_ms};
  auto database = SqliteDatabase::Open(options, &warnings_, damaged);
  if (!database.ok()) return database.status().WithContext("run history");
  database_ = std::move(database).value();
  return Status::Ok();
}

Result<int64_t> SqliteRunHistory::Add(const RunRecord& run) {
  const std::lock_guard lock(mutex_);
  if (database_ == nullptr) GLOSS_RETURN_IF_ERROR(Reopen(std::nullopt));
  auto added = TryAdd(run);
  if (added.status().code() == StatusCode::kCorruptDocument) {
    GLOSS_RETURN_IF_ERROR(Reopen(database_->file()));
    added = TryAdd(run);
  }
  return added;
}

Result<int64_t> SqliteRunHistory::TryAdd(const RunRecord& run) {
  GLOSS_ASSIGN_OR_RETURN(RunWriter writer, RunWriter::Make(*database_));
  GLOSS_ASSIGN_OR_RETURN(
      SqliteStatement insert,
      database_->Prepare("INSERT INTO runs (started_ms, duration_ms, command, version, method) "
                         "VALUES (?, ?, ?, ?, ?)"));
  SqliteTransaction transaction(*database_);
  GLOSS_RETURN_IF_ERROR(transaction.BeginWrite());
  insert.BindInt(run.started_ms).BindInt(run.duration_ms).BindText(run.command);
  GLOSS_RETURN_IF_ERROR(insert.BindText(run.version).BindText(run.method).Run());
  const int64_t id = database_->LastInsertId();
  GLOSS_RETURN_IF_ERROR(writer.Write(id, run));
  GLOSS_RETURN_IF_ERROR(Prune(id, run.started_ms));
  GLOSS_RETURN_IF_ERROR(transaction.Commit());
  return id;
}

Status SqliteRunHistory::Prune(int64_t newest, int64_t now_ms) {
  const HistoryLimits& limits = options_.limits;
  GLOSS_ASSIGN_OR_RETURN(SqliteStatement old,
                         database_->Prepare("DELETE FROM runs WHERE started_ms < ? AND id <> ?"));
  GLOSS_RETURN_IF_ERROR(
      old.BindInt(now_ms - limits.max_age_days * kMillisecondsADay).BindInt(newest).Run());
  GLOSS_ASSIGN_OR_RETURN(SqliteStatement many,
                         database_->Prepare("DELETE FROM runs WHERE id <> ? AND id NOT IN "
                                            "(SELECT id FROM runs ORDER BY id DESC LIMIT ?)"));
  GLOSS_RETURN_IF_ERROR(many.BindInt(newest).BindInt(limits.max_runs).Run());
  GLOSS_ASSIGN_OR_RETURN(
      SqliteStatement oldest,
      database_->Prepare("DELETE FROM runs WHERE id = (SELECT min(id) FROM runs) AND id <> ?"));
  while (true) {
    GLOSS_ASSIGN_OR_RETURN(const int64_t bytes, database_->QueryInt(kSizeOfReports));
    if (bytes <= limits.max_bytes) break;
    GLOSS_RETURN_IF_ERROR(oldest.BindInt(newest).Run());
    if (database_->Changes() == 0) break;
  }
  return database_->Execute("PRAGMA incremental_vacuum");
}

Result<std::vector<RunRecord>> SqliteRunHistory::List(size_t limit) {
  const std::lock_guard lock(mutex_);
  if (database_ == nullptr) GLOSS_RETURN_IF_ERROR(Reopen(std::nullopt));
  GLOSS_ASSIGN_OR_RETURN(
      SqliteStatement select,
      database_->Prepare("SELECT id, started_ms, duration_ms, command, version, method FROM runs "
                         "ORDER BY id DESC LIMIT ?"));
  SqliteTransaction transaction(*database_);
  GLOSS_RETURN_IF_ERROR(transaction.BeginRead());
  select.BindInt(static_cast<int64_t>(limit));
  std::vector<RunRecord> runs;
  while (true) {
    GLOSS_ASSIGN_OR_RETURN(const bool has_row, select.Step());
    if (!has_row) break;
    runs.push_back(RunOf(select));
  }
  select.Reset();
  for (RunRecord& run : runs) {
    GLOSS_RETURN_IF_ERROR(ReadReports(run, false));
    GLOSS_RETURN_IF_ERROR(ReadFacts(run));
  }
  GLOSS_RETURN_IF_ERROR(transaction.Commit());
  return runs;
}

Result<RunRecord> SqliteRunHistory::Find(int64_t id) {
  const std::lock_guard lock(mutex_);
  if (database_ == nullptr) GLOSS_RETURN_IF_ERROR(Reopen(std::nullopt));
  GLOSS_ASSIGN_OR_RETURN(
      SqliteStatement select,
      database_->Prepare("SELECT id, started_ms, duration_ms, command, version, method FROM runs "
                         "WHERE id = ?"));
  SqliteTransaction transaction(*database_);
  GLOSS_RETURN_IF_ERROR(transaction.BeginRead());
  GLOSS_ASSIGN_OR_RETURN(const bool has_row, select.BindInt(id).Step());
  if (!has_row) return NoSuchRun(id);
  RunRecord run = RunOf(select);
  select.Reset();
  for (const Status& status : {ReadReports(run, true), ReadFacts(run)}) {
    if (!status.ok()) return status.WithContext(fmt::format("run {}", id));
  }
  GLOSS_RETURN_IF_ERROR(transaction.Commit());
  return run;
}

Status SqliteRunHistory::ReadReports(RunRecord& run, bool with_json) {
  GLOSS_ASSIGN_OR_RETURN(
      SqliteStatement reports,
      database_->Prepare(with_json ? "SELECT record, json_bytes, sha256, json FROM reports WHERE "
                                     "run = ? ORDER BY position"
                                   : "SELECT record FROM reports WHERE run = ? ORDER BY position"));
  reports.BindInt(run.id);
  while (true) {
    GLOSS_ASSIGN_OR_RETURN(const bool has_row, reports.Step());
    if (!has_row) break;
    RunReport& report = run.reports.emplace_back();
    report.record = reports.Bytes(0);
    if (!with_json) continue;
    const int64_t size = reports.Int(1);
    if (size < 0 || static_cast<size_t>(size) > kMaxReportBytes) {
      return {StatusCode::kCorruptDocument, "a stored report is damaged"};
    }
    const std::string sha256(reports.Bytes(2));
    GLOSS_ASSIGN_OR_RETURN(report.json,
                           DecompressText(reports.Bytes(3), static_cast<size_t>(size)));
    if (Sha256Hex(report.json) != sha256) {
      return {StatusCode::kCorruptDocument, "a stored report is damaged"};
    }
  }
  GLOSS_ASSIGN_OR_RETURN(
      SqliteStatement inputs,
      database_->Prepare("SELECT position, role, name, sha256 FROM inputs WHERE run = ? "
                         "ORDER BY position, rowid"));
  inputs.BindInt(run.id);
  while (true) {
    GLOSS_ASSIGN_OR_RETURN(const bool has_row, inputs.Step());
    if (!has_row) return Status::Ok();
    const auto position = static_cast<size_t>(inputs.Int(0));
    if (position >= run.reports.size()) continue;
    run.reports[position].inputs.push_back(
        {std::string(inputs.Bytes(1)), std::string(inputs.Bytes(2)), std::string(inputs.Bytes(3))});
  }
}

Status SqliteRunHistory::ReadFacts(RunRecord& run) {
  GLOSS_ASSIGN_OR_RETURN(
      SqliteStatement facts,
      database_->Prepare("SELECT position, kind, name, value, detail FROM facts WHERE run = ? "
                         "ORDER BY rowid"));
  facts.BindInt(run.id);
  while (true) {
    GLOSS_ASSIGN_OR_RETURN(const bool has_row, facts.Step());
    if (!has_row) return Status::Ok();
    const std::string_view kind = facts.Bytes(1);
    const std::string name(facts.Bytes(2));
    const std::string value(facts.Bytes(3));
    const std::string detail(facts.Bytes(4));
    if (facts.IsNull(0)) {
      if (kind == "model") run.models.push_back({name, value, detail});
      if (kind == "prompt") run.prompts.push_back({name, detail});
      if (kind == "setting") run.settings[name] = value;
      continue;
    }
    const auto position = static_cast<size_t>(facts.Int(0));
    if (position >= run.reports.size()) continue;
    if (kind == "metric") {
      GLOSS_ASSIGN_OR_RETURN(run.reports[position].metrics[name], NumberOf<double>(value));
    } else if (kind == "verdict") {
      GLOSS_ASSIGN_OR_RETURN(run.reports[position].verdicts[name], NumberOf<int>(value));
    }
  }
}

Status SqliteRunHistory::Delete(int64_t id) {
  const std::lock_guard lock(mutex_);
  if (database_ == nullptr) GLOSS_RETURN_IF_ERROR(Reopen(std::nullopt));
  // What is forgotten must not stay in free pages.
  GLOSS_RETURN_IF_ERROR(database_->Execute("PRAGMA secure_delete = ON"));
  GLOSS_ASSIGN_OR_RETURN(SqliteStatement statement,
                         database_->Prepare("DELETE FROM runs WHERE id = ?"));
  GLOSS_RETURN_IF_ERROR(statement.BindInt(id).Run());
  if (database_->Changes() == 0) return NoSuchRun(id);
  return database_->Execute("PRAGMA wal_checkpoint(TRUNCATE)");
}

std::vector<std::string> SqliteRunHistory::TakeWarnings() {
  const std::lock_guard lock(mutex_);
  return std::exchange(warnings_, {});
}

}  // namespace gloss
