#include "synthesis/synth_lines_json.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "synthesis/teacher_answer.h"
#include "text/utf8.h"

namespace gloss {
namespace {

// Members in the order of the format's documentation.
using Json = nlohmann::ordered_json;

std::string Dumped(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

template <typename T>
Json Optional(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json Head(std::string_view schema, std::string id, const LinePlace& place) {
  return {{"schema", schema},
          {"id", std::move(id)},
          {"split", place.split},
          {"language", place.language},
          {"document", place.document}};
}

Json QualityJson(const std::optional<ExampleQuality>& quality) {
  if (!quality) return nullptr;
  return {{"words", quality->words},
          {"sentences", quality->sentences},
          {"citations", quality->citations},
          {"precision", Optional(quality->precision)},
          {"recall", Optional(quality->recall)},
          {"parts", quality->parts},
          {"spacing", quality->spacing},
          {"longest_uncited", quality->longest_uncited},
          {"filler", quality->filler},
          {"length_error", Optional(quality->length_error)},
          {"reasoning_words", quality->reasoning_words},
          {"reasoning_tags", quality->reasoning_tags}};
}

Json SourceJson(const SynthSource& source) {
  Json sources = Json::array();
  sources.push_back({{"id", source.document.id},
                     {"title", source.document.title},
                     {"uri", source.document.uri},
                     {"language", source.document.language},
                     {"text", source.document.text}});
  return sources;
}

Json CountsJson(const std::map<std::string, size_t>& counts) {
  Json json = Json::object();
  for (const auto& [name, count] : counts) json[name] = count;
  return json;
}

Json AcceptedJson(const std::map<std::string, AcceptedCount>& counts) {
  Json json = Json::object();
  for (const auto& [name, count] : counts) {
    json[name] = {{"accepted", count.accepted}, {"rejected", count.rejected}};
  }
  return json;
}

}  // namespace

std::string ExampleLineJson(const ExampleLine& line, const LinePlace& place) {
  const ReadAnswer read = ReadTeacherAnswer(ReplaceInvalidUtf8(line.answer.text));
  Json json = Head("glossator/synth_example/1", line.task.id, place);
  json["part"] = Json::array({line.source.part, line.source.parts});
  json["sources"] = SourceJson(line.source);
  json["tagged"] = TaggedPart(line.source);
  json["instruction"] = {{"kind", InstructionKindName(line.task.instruction.kind)},
                         {"name", line.task.instruction.name},
                         {"text", line.task.instruction.text},
                         {"format", line.task.instruction.format}};
  json["words"] = line.task.words;
  json["tags"] = line.task.tags;
  json["prompt"] = {{"id", line.prompt.id},
                    {"sha256", line.prompt.sha256},
                    {"relaxed", line.prompt.relaxed},
                    {"system", line.prompt.system},
                    {"user_before", line.prompt.user_before},
                    {"user_after", line.prompt.user_after}};
  json["reasoning"] = read.reasoning;
  json["summary"] = read.text;
  json["quality"] = QualityJson(line.verdict.quality);
  json["teacher"] = {{"model", line.teacher},
                     {"prompt", line.asked.id},
                     {"prompt_sha256", line.asked.sha256},
                     {"temperature", line.temperature},
                     {"seed", line.task.seed},
                     {"prompt_tokens", line.answer.prompt_tokens},
                     {"completion_tokens", line.answer.completion_tokens}};
  if (!line.verdict.rejections.empty()) {
    Json rejections = Json::array();
    for (const Rejection& each : line.verdict.rejections) {
      rejections.push_back({{"code", RejectionCodeName(each.code)}, {"detail", each.detail}});
    }
    json["rejections"] = std::move(rejections);
  }
  return Dumped(json);
}

std::string GroupLineJson(const ClaimGroup& group, const LinePlace& place) {
  std::vector<std::string> made_of = {place.document, group.before, group.sentence};
  made_of.insert(made_of.end(), group.claims.begin(), group.claims.end());
  Json json = Head("glossator/synth_group/1", RecordId(made_of), place);
  json["sentence"] = group.sentence;
  json["before"] = group.before;
  json["claims"] = group.claims;
  json["origin"] = group.origin;
  json["coverage"] = group.coverage;
  return Dumped(json);
}

std::string PairLineJson(const ClaimPair& pair, const LinePlace& place) {
  Json json = Head("glossator/synth_pair/1", pair.id, place);
  json["claim"] = pair.claim;
  json["evidence"] = pair.evidence;
  json["label"] = RelationName(pair.label);
  json["claim_id"] = pair.claim_id;
  json["origin"] = pair.origin;
  json["change"] = pair.change;
  json["changed"] = pair.changed;
  json["was"] = pair.was;
  json["now"] = pair.now;
  json["probability"] = pair.probability;
  return Dumped(json);
}

std::string SummaryJson(const SynthSummary& summary) {
  Json near = Json::array();
  for (const NearDuplicateDocument& each : summary.near_duplicates) {
    near.push_back({{"uri", each.uri}, {"like", each.like}, {"similarity", each.similarity}});
  }
  Json splits = Json::object();
  for (const auto& [file, sides] : summary.splits) splits[file] = CountsJson(sides);
  Json changes = Json::object();
  for (const auto& [change, count] : summary.contradictions) {
    changes[change] = {{"made", count.made}, {"kept", count.kept}};
  }
  Json settings = Json::object();
  for (const auto& [name, value] : summary.settings) settings[name] = value;
  const Json json = {{"schema", "glossator/synth_summary/1"},
                     {"documents",
                      {{"read", summary.documents_read},
                       {"unread", summary.documents_unread},
                       {"near_duplicates", std::move(near)}}},
                     {"tasks", summary.tasks},
                     {"answered", summary.answered},
                     {"accepted", summary.accepted},
                     {"rejected", summary.rejected},
                     {"failed", summary.failed},
                     {"open", summary.open},
                     {"rejections", CountsJson(summary.rejections)},
                     {"first_rejections", CountsJson(summary.first_rejections)},
                     {"by_language", AcceptedJson(summary.by_language)},
                     {"by_instruction", AcceptedJson(summary.by_instruction)},
                     {"splits", std::move(splits)},
                     {"pairs", CountsJson(summary.pairs)},
                     {"contradictions", std::move(changes)},
                     {"prompt_tokens", summary.prompt_tokens},
                     {"completion_tokens", summary.completion_tokens},
                     {"estimated_cost", Optional(summary.estimated_cost)},
                     {"cost", Optional(summary.cost)},
                     {"stopped", summary.stopped},
                     {"settings", std::move(settings)}};
  return Dumped(json, 1) + "\n";
}

}  // namespace gloss
