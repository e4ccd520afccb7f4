#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/append_file.h"
#include "base/status.h"
#include "synthesis/synth_records.h"

namespace gloss {

inline constexpr std::string_view kSynthJournalSchema = "glossator/synth_journal/1";

/// What is done of a synthesis, in a file that only grows (base/append_file.h): every answer of the
/// teacher and every judgement is kept as soon as it is there. Entries are named by what they were
/// made of, so a run that is taken up again finds its own, and settings that change an entry's
/// making ask for another one. Not thread-safe.
class SynthJournal {
 public:
  /// Errors: kOverloaded (another run has the file open); kParseError (a damaged line: which one);
  /// kIoError.
  static Result<SynthJournal> Open(const std::string& path);

  const TeacherAnswer* FindAnswer(const std::string& task) const;
  /// `filter`: of FilterOptions and judging models (FilterKey).
  const ExampleVerdict* FindVerdict(const std::string& task, const std::string& filter) const;
  const GroundingRecords* FindGrounding(const std::string& key) const;

  /// Each keeps one entry, once: one that is there already is not added again.
  Status AddAnswer(const std::string& task, const TeacherAnswer& answer);
  Status AddVerdict(const std::string& task, const std::string& filter,
                    const ExampleVerdict& verdict);
  Status AddGrounding(const std::string& key, const GroundingRecords& records);

  /// Bytes of half a line that a killed run had left.
  uint64_t cut() const { return file_.cut(); }

 private:
  explicit SynthJournal(AppendFile file) : file_(std::move(file)) {}

  void Take(std::string_view line);

  AppendFile file_;
  std::map<std::string, TeacherAnswer> answers_;
  std::map<std::pair<std::string, std::string>, ExampleVerdict> verdicts_;
  std::map<std::string, GroundingRecords> grounding_;
};

}  // namespace gloss
