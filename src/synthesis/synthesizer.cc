#include "synthesis/synthesizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/file_system.h"
#include "synthesis/claim_data.h"
#include "synthesis/journal_json.h"
#include "synthesis/near_duplicates.h"
#include "synthesis/synth_lines_json.h"
#include "synthesis/teacher.h"

namespace gloss {
namespace {

/// Tasks that are asked before their answers are judged.
constexpr size_t kRound = 32;
constexpr size_t kMostFailures = 5;  ///< That the summary tells in words.
/// The reasoning is about as long as the text.
constexpr size_t kTokensPerWord = 3;
constexpr double kMillion = 1e6;

std::string JournalPath(const std::string& folder) { return folder + "/journal.jsonl"; }

std::optional<double> CostOf(const SpendOptions& spend, size_t prompt, size_t completion) {
  if (!spend.price_in && !spend.price_out) return std::nullopt;
  return (static_cast<double>(prompt) * spend.price_in.value_or(0) +
          static_cast<double>(completion) * spend.price_out.value_or(0)) /
         kMillion;
}

/// Names what a verdict depends on beside the answer.
std::string FilterKey(const FilterOptions& filter, const std::string& judges) {
  return RecordId({judges, std::to_string(filter.least_reasoning_words),
                   fmt::format("{} {} {} {} {} {}", filter.least_used, filter.least_spread,
                               filter.least_spacing, filter.longest_uncited, filter.most_filler,
                               filter.most_length_error)});
}

}  // namespace

Result<CostEstimate> EstimateCost(const SynthPlan& plan, const SynthOptions& options,
                                  const std::string& folder) {
  CostEstimate estimate;
  std::optional<SynthJournal> journal;
  if (IsRegularFile(JournalPath(folder))) {
    GLOSS_ASSIGN_OR_RETURN(journal, SynthJournal::Open(JournalPath(folder)));
  }
  for (const SynthTask& task : plan.tasks) {
    if (journal && journal->FindAnswer(task.id) != nullptr) {
      ++estimate.done;
      continue;
    }
    ++estimate.tasks;
    estimate.prompt_tokens += task.prompt_tokens;
    estimate.completion_tokens += 2 * task.words * kTokensPerWord;
    estimate.most_completion_tokens += static_cast<size_t>(task.max_tokens);
  }
  estimate.cost = CostOf(options.spend, estimate.prompt_tokens, estimate.completion_tokens);
  return estimate;
}

class Synthesizer::Running {
 public:
  Running(const Synthesizer& owner, const SynthPlan& plan, const std::string& folder,
          const SynthProgress& progress, const std::stop_token& stop)
      : models_(owner.models_),
        options_(owner.options_),
        clock_(owner.clock_),
        plan_(plan),
        folder_(folder),
        progress_(progress),
        stop_(stop),
        filter_key_(FilterKey(owner.options_.filter, owner.models_.judges_identity)),
        filter_(owner.models_.judges, owner.options_.filter) {}

  Result<SynthSummary> Finish() {
    GLOSS_ASSIGN_OR_RETURN(SynthJournal journal, SynthJournal::Open(JournalPath(folder_)));
    journal_.emplace(std::move(journal));
    summary_.settings = SettingsOf(options_);
    summary_.settings["teacher"] = plan_.teacher;
    summary_.near_duplicates = plan_.near_duplicates;
    size_t spent = 0;
    for (const SynthTask& task : plan_.tasks) {
      if (const TeacherAnswer* answer = journal_->FindAnswer(task.id)) {
        spent += answer->prompt_tokens + answer->completion_tokens;
      }
    }
    for (const SynthSource& source : plan_.sources) {
      if (const GroundingRecords* records = journal_->FindGrounding(KeyOfSource(source))) {
        spent += records->prompt_tokens + records->completion_tokens;
      }
    }
    budget_.emplace(options_.spend.most_tokens, spent);
    rates_.emplace(options_.spend.requests_per_minute, options_.spend.tokens_per_minute, clock_);
    // What fails here is told after the files of what is done are written.
    const Status status = Make();
    GLOSS_RETURN_IF_ERROR(WriteFiles());
    if (!status.ok() && status.code() != StatusCode::kCancelled) return status;
    if (status.code() == StatusCode::kCancelled && summary_.stopped.empty()) {
      summary_.stopped = "stopped by the user";
    }
    return std::move(summary_);
  }

 private:
  Status Make() {
    for (size_t begin = 0; begin < plan_.tasks.size(); begin += kRound) {
      const size_t end = std::min(begin + kRound, plan_.tasks.size());
      GLOSS_RETURN_IF_ERROR(AskTeacher(begin, end));
      GLOSS_RETURN_IF_ERROR(JudgeAnswers(begin, end));
      if (stop_.stop_requested()) return Stopped();
    }
    if (options_.groups || options_.pairs) GLOSS_RETURN_IF_ERROR(MakeClaimData());
    return Status::Ok();
  }

  Status Stopped() {
    if (summary_.stopped.empty()) summary_.stopped = "stopped by the user";
    return {StatusCode::kCancelled, "stopped"};
  }

  void Tell(std::string_view stage, size_t done, size_t total) {
    if (progress_) progress_(stage, done, total);
  }

  void NoteFailure(const Status& status) {
    if (summary_.failures.size() < kMostFailures) summary_.failures.push_back(status.ToString());
  }

  // -- stage 3 ------------------------------------------------------------------------------------

  Status AskTeacher(size_t begin, size_t end) {
    if (models_.teacher == nullptr || !summary_.stopped.empty()) return Status::Ok();
    std::vector<TeacherQuestion> questions;
    std::vector<const SynthTask*> tasks;
    for (size_t i = begin; i < end; ++i) {
      const SynthTask& task = plan_.tasks[i];
      if (journal_->FindAnswer(task.id) != nullptr) continue;
      questions.push_back({[this, &task]() { return RequestFor(task); }, task.prompt_tokens});
      tasks.push_back(&task);
    }
    Teacher teacher(*models_.teacher, *budget_, *rates_, options_.spend.jobs);
    size_t answered = begin;
    Status kept;
    const TeacherRun run = teacher.Ask(
        questions,
        [&](size_t index, const TeacherAnswer& answer) {
          Tell("teacher", ++answered, plan_.tasks.size());
          const Status added = journal_->AddAnswer(tasks[index]->id, answer);
          if (!added.ok()) kept = added;
          return added;
        },
        stop_);
    for (size_t i = 0; i < tasks.size(); ++i) {
      if (run.failures[i].ok()) continue;
      failed_.insert(tasks[i]->id);
      NoteFailure(run.failures[i]);
    }
    if (!run.stopped.empty()) summary_.stopped = run.stopped;
    return kept;
  }

  Result<GenerationRequest> RequestFor(const SynthTask& task) const {
    GLOSS_ASSIGN_OR_RETURN(TeacherPrompt prompt, TeacherPromptOf(task, plan_.sources[task.source]));
    GenerationRequest request;
    request.messages = std::move(prompt.messages);
    request.max_tokens = task.max_tokens;
    request.temperature = options_.tasks.temperature;
    request.seed = task.seed;
    return request;
  }

  // -- stages 4 and 5 -----------------------------------------------------------------------------

  Status JudgeAnswers(size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const SynthTask& task = plan_.tasks[i];
      const TeacherAnswer* answer = journal_->FindAnswer(task.id);
      if (answer == nullptr || journal_->FindVerdict(task.id, filter_key_) != nullptr) continue;
      if (stop_.stop_requested()) return Stopped();
      Tell("filter", i + 1, plan_.tasks.size());
      GLOSS_ASSIGN_OR_RETURN(const ExampleVerdict verdict,
                             filter_.Judge(task, plan_.sources[task.source], *answer, stop_));
      GLOSS_RETURN_IF_ERROR(journal_->AddVerdict(task.id, filter_key_, verdict));
    }
    return Status::Ok();
  }

  // -- grounding data -----------------------------------------------------------------------------

  std::string GroundingKey(const std::vector<std::string>& what) const {
    const PairOptions& pairs = options_.grounding;
    std::vector<std::string> parts = {
        models_.judges_identity,
        fmt::format("{} {} {} {} {} {}", options_.pairs, pairs.sentences_per_part,
                    pairs.contradictions, pairs.neutrals, pairs.ask_teacher, pairs.seed),
        pairs.ask_teacher ? plan_.teacher : ""};
    parts.insert(parts.end(), what.begin(), what.end());
    return RecordId(parts);
  }

  std::string KeyOfSource(const SynthSource& source) const {
    return GroundingKey({"source", source.whole, source.document.text});
  }
  std::string KeyOfExample(const SynthTask& task) const {
    return GroundingKey({"example", task.id, filter_key_});
  }

  Status MakeClaimData() {
    std::optional<Teacher> teacher;
    if (options_.grounding.ask_teacher && models_.teacher != nullptr) {
      teacher.emplace(*models_.teacher, *budget_, *rates_, options_.spend.jobs);
    }
    for (size_t i = 0; i < plan_.sources.size(); ++i) {
      const SynthSource& source = plan_.sources[i];
      Tell("pairs", i + 1, plan_.sources.size());
      GLOSS_ASSIGN_OR_RETURN(const JudgeModels judges,
                             models_.judges(source.document, source.document));
      ClaimDataMaker maker(judges, options_.grounding, teacher ? &*teacher : nullptr);
      if (const std::string key = KeyOfSource(source); journal_->FindGrounding(key) == nullptr) {
        GLOSS_ASSIGN_OR_RETURN(const GroundingRecords records,
                               maker.OfSource(source, options_.pairs, stop_));
        if (stop_.stop_requested()) return Stopped();
        GLOSS_RETURN_IF_ERROR(journal_->AddGrounding(key, records));
      }
      if (!options_.pairs) continue;
      for (const SynthTask& task : plan_.tasks) {
        if (task.source != i) continue;
        const ExampleVerdict* verdict = journal_->FindVerdict(task.id, filter_key_);
        const std::string key = KeyOfExample(task);
        if (verdict == nullptr || !verdict->rejections.empty() ||
            journal_->FindGrounding(key) != nullptr) {
          continue;
        }
        GLOSS_ASSIGN_OR_RETURN(const GroundingRecords records,
                               maker.OfClaims(source, verdict->claims, stop_));
        if (stop_.stop_requested()) return Stopped();
        GLOSS_RETURN_IF_ERROR(journal_->AddGrounding(key, records));
      }
    }
    return Status::Ok();
  }

  // -- files --------------------------------------------------------------------------------------

  void AddLine(const std::string& file, const std::string& line, const LinePlace& place) {
    files_[file] += line + "\n";
    ++summary_.splits[file][place.split];
  }

  LinePlace PlaceOf(const SynthSource& source, const std::string& language) const {
    return {sides_.at(source.whole), source.whole, language};
  }

  Status AddExamples() {
    files_["examples.jsonl"];
    files_["rejected.jsonl"];
    NearDuplicates accepted(options_.text_duplicates);
    std::vector<std::string> accepted_ids;
    for (const SynthTask& task : plan_.tasks) {
      const TeacherAnswer* answer = journal_->FindAnswer(task.id);
      if (answer == nullptr) {
        ++(failed_.contains(task.id) ? summary_.failed : summary_.open);
        continue;
      }
      ++summary_.answered;
      summary_.prompt_tokens += answer->prompt_tokens;
      summary_.completion_tokens += answer->completion_tokens;
      const ExampleVerdict* found = journal_->FindVerdict(task.id, filter_key_);
      if (found == nullptr) continue;
      ExampleVerdict verdict = *found;
      if (verdict.rejections.empty()) {
        const std::string text = ReadTeacherAnswer(answer->text).text;
        if (const auto like = accepted.Find(text)) {
          verdict.rejections.push_back({RejectionCode::kDuplicateText, accepted_ids[like->index]});
        } else {
          accepted.Add(text);
          accepted_ids.push_back(task.id);
        }
      }
      GLOSS_RETURN_IF_ERROR(AddExample(task, *answer, verdict));
    }
    return Status::Ok();
  }

  Status AddExample(const SynthTask& task, const TeacherAnswer& answer,
                    const ExampleVerdict& verdict) {
    const SynthSource& source = plan_.sources[task.source];
    GLOSS_ASSIGN_OR_RETURN(const ExamplePrompt prompt, ExamplePromptOf(task));
    GLOSS_ASSIGN_OR_RETURN(const TeacherPrompt asked, TeacherPromptOf(task, source));
    const LinePlace place = PlaceOf(source, task.language);
    const bool accepted = verdict.rejections.empty();
    AddLine(accepted ? "examples.jsonl" : "rejected.jsonl",
            ExampleLineJson({task, source, answer, verdict, prompt, asked, plan_.teacher,
                             options_.tasks.temperature},
                            place),
            place);
    const auto count = [accepted](AcceptedCount& counts) {
      ++(accepted ? counts.accepted : counts.rejected);
    };
    ++(accepted ? summary_.accepted : summary_.rejected);
    count(summary_.by_language[task.language]);
    count(summary_.by_instruction[std::string(InstructionKindName(task.instruction.kind))]);
    for (const Rejection& each : verdict.rejections) {
      ++summary_.rejections[std::string(RejectionCodeName(each.code))];
    }
    if (!accepted) {
      ++summary_.first_rejections[std::string(RejectionCodeName(verdict.rejections.front().code))];
    }
    return Status::Ok();
  }

  void AddGrounding(const SynthSource& source, const std::string& key) {
    const GroundingRecords* records = journal_->FindGrounding(key);
    if (records == nullptr) return;
    const LinePlace place = PlaceOf(source, source.document.language);
    summary_.prompt_tokens += records->prompt_tokens;
    summary_.completion_tokens += records->completion_tokens;
    if (options_.groups) {
      for (const ClaimGroup& group : records->groups) {
        const std::string line = GroupLineJson(group, place);
        if (seen_.insert(line).second) AddLine("groups.jsonl", line, place);
      }
    }
    if (!options_.pairs) return;
    for (const auto& [change, count] : records->changes) {
      summary_.contradictions[change].made += count.made;
      summary_.contradictions[change].kept += count.kept;
    }
    for (const ClaimPair& pair : records->pairs) {
      if (!seen_.insert(pair.id).second) continue;
      AddLine("pairs.jsonl", PairLineJson(pair, place), place);
      ++summary_.pairs[std::string(RelationName(pair.label))];
    }
  }

  Status WriteFiles() {
    std::vector<std::string> documents;
    for (const SynthSource& source : plan_.sources) documents.push_back(source.whole);
    sides_ = SplitDocuments(std::move(documents), options_.split);
    summary_.tasks = plan_.tasks.size();
    if (options_.examples) GLOSS_RETURN_IF_ERROR(AddExamples());
    if (options_.groups) files_["groups.jsonl"];
    if (options_.pairs) files_["pairs.jsonl"];
    if (options_.groups || options_.pairs) {
      for (size_t i = 0; i < plan_.sources.size(); ++i) {
        AddGrounding(plan_.sources[i], KeyOfSource(plan_.sources[i]));
        for (const SynthTask& task : plan_.tasks) {
          if (task.source == i) AddGrounding(plan_.sources[i], KeyOfExample(task));
        }
      }
    }
    summary_.cost = CostOf(options_.spend, summary_.prompt_tokens, summary_.completion_tokens);
    for (const auto& [file, content] : files_) {
      GLOSS_RETURN_IF_ERROR(WriteFileAtomically(folder_ + "/" + file, content));
    }
    return Status::Ok();
  }

  const SynthModels& models_;
  const SynthOptions& options_;
  const WaitingClock& clock_;
  const SynthPlan& plan_;
  const std::string& folder_;
  const SynthProgress& progress_;
  const std::stop_token& stop_;
  const std::string filter_key_;
  const ExampleFilter filter_;
  std::optional<SynthJournal> journal_;
  std::optional<TokenBudget> budget_;
  std::optional<RateLimiter> rates_;
  std::set<std::string> failed_;  ///< Tasks that the teacher did not answer in this run.
  std::map<std::string, std::string> sides_;
  std::map<std::string, std::string> files_;
  std::set<std::string> seen_;  ///< Lines and ids that are written.
  SynthSummary summary_;
};

Result<SynthSummary> Synthesizer::Run(const SynthPlan& plan, const std::string& folder,
                                      const SynthProgress& progress, const std::stop_token& stop) {
  GLOSS_RETURN_IF_ERROR(ValidateOptions(options_));
  return Running(*this, plan, folder, progress, stop).Finish();
}

}  // namespace gloss
