#include "report/judge_json.h"

#include <utility>

#include "report/json_parts.h"
#include "report/json_writer.h"
#include "report/judge_summary.h"

namespace gloss {
namespace {

using Layout = JsonWriter::Layout;

class JudgeWriter {
 public:
  JudgeWriter(const JudgeReport& report, const JsonOptions& options)
      : report_(report), json_(WriterOptions(options)) {}

  std::string Write() && {
    json_.BeginObject();
    json_.Field("schema", JudgeReport::kSchema);
    json_.Field("title", report_.title);
    json_.Field("complete", report_.gaps.empty());
    json_.Field("gaps", report_.gaps);
    json_.Field("model_failed", report_.model_failed);
    WriteList("runs", report_.summaries, [this](const auto& each) { WriteSummary(each); }, &json_);
    WriteList(
        "differences", report_.differences, [this](const auto& each) { WriteDifference(each); },
        &json_);
    WriteList("texts", report_.texts, [this](const auto& each) { WriteText(each); }, &json_);
    WriteList("pairs", report_.pairs, [this](const auto& each) { WritePair(each); }, &json_);
    WritePairCounts();
    WriteList(
        "agreement", report_.agreement, [this](const auto& each) { WriteAgreement(each); }, &json_);
    json_.Key("usage");
    WriteUsage(report_.usage);
    json_.Field("cost", report_.cost);
    WriteProvenance(report_.provenance, &json_);
    json_.Field("warnings", report_.warnings);
    json_.EndObject();
    return std::move(json_).Take();
  }

 private:
  void WriteRate(std::string_view key, const CriterionRate& rate) {
    json_.Key(key);
    json_.BeginObject(Layout::kLine);
    json_.Field("rate", rate.rate);
    json_.Field("low", rate.rate ? std::optional(rate.low) : std::nullopt);
    json_.Field("high", rate.rate ? std::optional(rate.high) : std::nullopt);
    json_.Field("passed", rate.passed);
    json_.Field("failed", rate.failed);
    json_.Field("unchecked", rate.unchecked);
    json_.Field("texts", rate.texts);
    json_.Field("texts_passed", rate.texts_passed);
    json_.EndObject();
  }

  /// The member "criteria", with a member a criterion that `write` writes.
  template <typename WriteOne>
  void WriteCriteria(const WriteOne& write) {
    json_.Key("criteria");
    json_.BeginObject();
    for (const Criterion criterion : kAllCriteria) write(criterion);
    json_.EndObject();
  }

  void WriteSummary(const RunSummary& summary) {
    json_.BeginObject();
    json_.Field("run", summary.run);
    json_.Field("texts", summary.texts);
    WriteRate("overall", summary.overall);
    WriteCriteria([&](Criterion criterion) {
      WriteRate(CriterionName(criterion), summary.criteria[static_cast<size_t>(criterion)]);
    });
    json_.EndObject();
  }

  void WriteValue(std::string_view key, const RunDifference::Value& value) {
    json_.Key(key);
    json_.BeginObject(Layout::kLine);
    json_.Field("difference", value.difference);
    json_.Field("low", value.difference ? std::optional(value.low) : std::nullopt);
    json_.Field("high", value.difference ? std::optional(value.high) : std::nullopt);
    json_.EndObject();
  }

  void WriteDifference(const RunDifference& difference) {
    json_.BeginObject();
    json_.Field("run", difference.run);
    json_.Field("baseline", difference.baseline);
    json_.Field("texts", difference.texts);
    WriteValue("overall", difference.overall);
    WriteCriteria([&](Criterion criterion) {
      WriteValue(CriterionName(criterion), difference.criteria[static_cast<size_t>(criterion)]);
    });
    json_.EndObject();
  }

  void WriteTask(const JudgeTask& task) {
    json_.Key("task");
    json_.BeginObject();
    json_.Field("instructions", task.instructions);
    json_.Field("words", task.words);
    json_.Field("style", task.style);
    json_.Field("language", task.language);
    json_.EndObject();
  }

  void WriteText(const JudgedText& text) {
    json_.BeginObject();
    json_.Field("id", text.id);
    json_.Field("run", text.run);
    json_.Field("language", text.text.language);
    json_.Field("text", text.text.text);
    WriteTask(text.task);
    WriteCriteria([&](Criterion criterion) {
      const OutcomeCounts counts = CountOutcomes(text, criterion);
      json_.Key(CriterionName(criterion));
      json_.BeginObject(Layout::kLine);
      json_.Field("passed", counts.passed);
      json_.Field("failed", counts.failed);
      json_.Field("unchecked", counts.unchecked);
      json_.EndObject();
    });
    WriteList(
        "checks", text.checks, [&](const JudgeCheck& check) { WriteCheck(text, check); }, &json_);
    json_.Field("gaps", text.text.gaps);
    json_.Field("warnings", text.text.warnings);
    json_.Key("usage");
    WriteUsage(text.usage);
    json_.EndObject();
  }

  void WriteCheck(const JudgedText& text, const JudgeCheck& check) {
    json_.BeginObject();
    json_.Field("id", check.id);
    json_.Field("criterion", CriterionName(check.criterion));
    json_.Field("decided_by", DecidedByName(check.decided_by));
    json_.Field("question", check.question);
    json_.Field("outcome", CheckOutcomeName(check.outcome));
    json_.Field("explanation", check.explanation);
    json_.Key("statements");
    json_.BeginArray();
    for (const int sentence : check.sentences) {
      json_.String(text.text.sentences[static_cast<size_t>(sentence)].statement);
    }
    json_.EndArray();
    json_.Key("votes");
    if (check.votes) {
      json_.BeginObject(Layout::kLine);
      json_.Field("yes", check.votes->yes);
      json_.Field("no", check.votes->no);
      json_.Field("unreadable", check.votes->unreadable);
      json_.EndObject();
    } else {
      json_.Null();
    }
    json_.EndObject();
  }

  void WritePair(const PairJudgement& pair) {
    json_.BeginObject();
    json_.Field("id", pair.id);
    json_.Field("criterion", CriterionName(pair.criterion));
    json_.Field("question", pair.question);
    json_.Field("preference", PreferenceName(pair.preference));
    json_.Field("in_order", pair.in_order);
    json_.Field("swapped", pair.swapped);
    json_.Field("explanation", pair.explanation);
    json_.EndObject();
  }

  void WritePairCounts() {
    json_.Key("pair_counts");
    if (report_.pairs.empty()) {
      json_.Null();
      return;
    }
    const PairCounts counts = CountPairs(report_);
    json_.BeginObject(Layout::kLine);
    json_.Field("first", counts.first);
    json_.Field("second", counts.second);
    json_.Field("ties", counts.ties);
    json_.Field("order_dependent", counts.order_dependent);
    json_.Field("unchecked", counts.unchecked);
    json_.Field("chose_first_place", counts.chose_first_place);
    json_.Field("chose_second_place", counts.chose_second_place);
    json_.EndObject();
  }

  void WriteAgreement(const LabelAgreement& agreement) {
    json_.BeginObject(Layout::kLine);
    json_.Field("criterion", CriterionName(agreement.criterion));
    json_.Field("labels", agreement.labels);
    json_.Field("agreed", agreement.agreed);
    json_.Field("unchecked", agreement.unchecked);
    json_.Field("kappa", agreement.kappa);
    json_.Field("low", agreement.kappa ? std::optional(agreement.low) : std::nullopt);
    json_.Field("high", agreement.kappa ? std::optional(agreement.high) : std::nullopt);
    json_.EndObject();
  }

  void WriteUsage(const JudgeUsage& usage) {
    json_.BeginObject(Layout::kLine);
    json_.Field("requests", usage.requests);
    json_.Key("prompt_tokens");
    json_.Int(usage.prompt_tokens);
    json_.Key("generated_tokens");
    json_.Int(usage.generated_tokens);
    json_.Field("seconds", usage.seconds);
    json_.EndObject();
  }

  const JudgeReport& report_;
  JsonWriter json_;
};

}  // namespace

std::string RenderJudgeJson(const JudgeReport& report, const JsonOptions& options) {
  return JudgeWriter(report, options).Write();
}

}  // namespace gloss
