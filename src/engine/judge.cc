#include "engine/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <utility>

#include "engine/engine.h"
#include "engine/text_languages.h"
#include "engine/version.h"
#include "grounding/prompt.h"
#include "judge/model_judge.h"
#include "judge/rates.h"
#include "judge/text_judge.h"

namespace gloss {
namespace {

constexpr double kMillion = 1e6;

class Stopwatch {
 public:
  double Seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

Status CheckRequest(const JudgeRequest& request, bool has_judge) {
  GLOSS_RETURN_IF_ERROR(ValidateOptions(request.options));
  std::set<std::pair<std::string, std::string>> seen;
  std::set<std::string> runs;
  for (const JudgeItem& item : request.items) {
    runs.insert(item.run);
    if (!seen.emplace(item.run, item.cited.id).second) {
      return {StatusCode::kInvalidArgument,
              fmt::format("run \"{}\": the id \"{}\" is given twice", item.run, item.cited.id)};
    }
  }
  if (request.pairwise && runs.size() != 2) {
    return {StatusCode::kInvalidArgument,
            fmt::format("pairs: two runs are compared, {} given", runs.size())};
  }
  if (request.pairwise && !has_judge) {
    return {StatusCode::kInvalidArgument, "pairs: texts are compared by a judge; name one"};
  }
  return Status::Ok();
}

std::string NameOf(const std::string& run, const std::string& id) {
  return run.empty() ? id : run + "/" + id;
}

std::string NameOf(const JudgedText& text) { return NameOf(text.run, text.id); }

/// What was not checked of a text, on one line; empty: nothing.
std::string GapOf(const JudgedText& text) {
  size_t unchecked = 0;
  std::string first;
  for (const JudgeCheck& check : text.checks) {
    if (check.outcome != CheckOutcome::kUnchecked) continue;
    if (unchecked++ == 0) first = check.id + ": " + check.explanation;
  }
  if (unchecked == 0) return "";
  return fmt::format("{}: {} of {} checks not made; {}", NameOf(text), unchecked,
                     text.checks.size(), first);
}

void AddOnce(const ModelUse& use, std::vector<ModelUse>* uses) {
  const bool known = std::any_of(uses->begin(), uses->end(), [&](const ModelUse& each) {
    return each.role == use.role && each.name == use.name;
  });
  if (!known) uses->push_back(use);
}

void AddOnce(const PromptUse& use, std::vector<PromptUse>* uses) {
  const bool known = std::any_of(uses->begin(), uses->end(),
                                 [&](const PromptUse& each) { return each.id == use.id; });
  if (!known) uses->push_back(use);
}

/// What all texts were judged with.
void MergeProvenance(const Provenance& from, Provenance* into) {
  into->product_version = from.product_version;
  into->method = from.method;
  into->splitter_version = from.splitter_version;
  for (const ModelUse& use : from.models) AddOnce(use, &into->models);
  for (const PromptUse& use : from.prompts) AddOnce(use, &into->prompts);
  into->settings.insert(from.settings.begin(), from.settings.end());
}

Status NotePrompt(std::string_view id, Provenance* provenance) {
  GLOSS_ASSIGN_OR_RETURN(const Prompt prompt, FindPrompt(id));
  AddOnce({prompt.id, prompt.sha256}, &provenance->prompts);
  return Status::Ok();
}

/// The texts of two runs on one task, in the order of the first.
std::vector<std::pair<const JudgedText*, const JudgedText*>> PairsOf(const JudgeReport& report) {
  std::map<std::string, const JudgedText*> second;
  for (const JudgedText& text : report.texts) {
    if (text.run != report.runs.front()) second.emplace(text.id, &text);
  }
  std::vector<std::pair<const JudgedText*, const JudgedText*>> pairs;
  for (const JudgedText& text : report.texts) {
    if (text.run != report.runs.front()) continue;
    if (const auto other = second.find(text.id); other != second.end()) {
      pairs.emplace_back(&text, other->second);
    }
  }
  return pairs;
}

}  // namespace

Status Engine::JudgeItemInto(const JudgeItem& item, const JudgeOptions& options,
                             const std::stop_token& stop, JudgeReport* report) {
  const Stopwatch watch;
  VerifyRequest cited = item.cited;
  cited.fix = false;
  cited.suggest = true;
  JudgedText judged;
  judged.id = item.cited.id;
  judged.run = item.run;
  judged.task = item.task;
  GLOSS_ASSIGN_OR_RETURN(judged.text, Verify(cited, {}, stop));
  if (stop.stop_requested()) return {StatusCode::kCancelled, "judging was stopped"};
  Document own;
  own.text = judged.text.text;
  own.language = judged.text.language;
  GLOSS_ASSIGN_OR_RETURN(const LanguagePair models,
                         models_->For(LanguagesOf(own, judged.text.documents)));
  Status failure = Status::Ok();
  GLOSS_RETURN_IF_ERROR(
      JudgeText({*models.embedder, judge_.get()}, options, stop, &judged, &failure));
  judged.usage.seconds = watch.Seconds();
  report->model_failed = report->model_failed || judged.text.model_failed || !failure.ok();
  if (!failure.ok()) report->warnings.push_back(NameOf(judged) + ": " + failure.ToString());
  for (const UnreadSource& source : judged.text.unread_sources) {
    report->gaps.push_back(NameOf(judged) + ": source not read: " + source.status.ToString());
  }
  if (std::string gap = GapOf(judged); !gap.empty()) report->gaps.push_back(std::move(gap));
  MergeProvenance(judged.text.provenance, &report->provenance);
  report->usage.Add(judged.usage);
  report->texts.push_back(std::move(judged));
  return Status::Ok();
}

Status Engine::ComparePairs(const JudgeOptions& options, const JudgeProgress& progress,
                            const std::stop_token& stop, JudgeReport* report) {
  const ModelJudge judge(*judge_, options);
  const Stopwatch watch;
  const auto pairs = PairsOf(*report);
  for (size_t i = 0; i < pairs.size(); ++i) {
    if (progress) progress("comparing pairs", i, pairs.size());
    Status failure = Status::Ok();
    GLOSS_ASSIGN_OR_RETURN(auto judgements, judge.Compare(*pairs[i].first, *pairs[i].second, stop,
                                                          &report->usage, &failure));
    if (!failure.ok()) {
      report->model_failed = true;
      report->warnings.push_back("pair " + pairs[i].first->id + ": " + failure.ToString());
    }
    for (PairJudgement& judgement : judgements) report->pairs.push_back(std::move(judgement));
  }
  report->usage.seconds += watch.Seconds();
  return NotePrompt(kJudgePairPromptId, &report->provenance);
}

Result<JudgeReport> Engine::Judge(const JudgeRequest& request, const JudgeProgress& progress,
                                  std::stop_token stop) {
  GLOSS_RETURN_IF_ERROR(CheckRequest(request, judge_ != nullptr));
  JudgeReport report;
  report.title = request.title;
  for (const JudgeItem& item : request.items) {
    if (std::find(report.runs.begin(), report.runs.end(), item.run) == report.runs.end()) {
      report.runs.push_back(item.run);
    }
  }
  for (size_t i = 0; i < request.items.size(); ++i) {
    const JudgeItem& item = request.items[i];
    if (progress) progress("judging texts", i, request.items.size());
    const Status status = JudgeItemInto(item, request.options, stop, &report);
    if (status.ok()) continue;
    if (stop.stop_requested()) {
      report.gaps.push_back(fmt::format("stopped: {} of {} texts judged", i, request.items.size()));
      break;
    }
    // A model that is not there fails every text alike.
    if (status.code() == StatusCode::kModelUnavailable) return status;
    report.gaps.push_back(
        fmt::format("{}: not judged: {}", NameOf(item.run, item.cited.id), status.ToString()));
  }
  SummarizeRuns(request.options.seed, &report);
  if (request.pairwise && !stop.stop_requested()) {
    GLOSS_RETURN_IF_ERROR(ComparePairs(request.options, progress, stop, &report));
  }
  report.agreement =
      AgreementWith(request.labels, report.texts, request.options.seed, &report.warnings);
  report.provenance.settings.merge(SettingsOf(request.options));
  report.provenance.product_version = kProductVersion;
  if (judge_ != nullptr) {
    GLOSS_RETURN_IF_ERROR(NotePrompt(kJudgePromptId, &report.provenance));
    AddOnce(ModelUse{"judge", judge_->spec().name, judge_->spec().sha256},
            &report.provenance.models);
  }
  if (request.prompt_price && request.generated_price) {
    report.cost = (static_cast<double>(report.usage.prompt_tokens) * *request.prompt_price +
                   static_cast<double>(report.usage.generated_tokens) * *request.generated_price) /
                  kMillion;
  }
  return report;
}

}  // namespace gloss
