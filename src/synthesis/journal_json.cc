#include "synthesis/journal_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace gloss {
namespace {

using Json = nlohmann::json;

constexpr size_t kMostBytes = size_t{16} << 30;

template <typename T>
Json Optional(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

std::optional<double> OptionalNumber(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return json.get<double>();
}

Json ToJson(const ExampleQuality& quality) {
  return {{"words", quality.words},
          {"sentences", quality.sentences},
          {"citations", quality.citations},
          {"precision", Optional(quality.precision)},
          {"recall", Optional(quality.recall)},
          {"parts", quality.parts},
          {"spacing", quality.spacing},
          {"longest_uncited", quality.longest_uncited},
          {"filler", quality.filler},
          {"length_error", Optional(quality.length_error)},
          {"reasoning_words", quality.reasoning_words},
          {"reasoning_tags", quality.reasoning_tags}};
}

ExampleQuality QualityOf(const Json& json) {
  ExampleQuality quality;
  json.at("words").get_to(quality.words);
  json.at("sentences").get_to(quality.sentences);
  json.at("citations").get_to(quality.citations);
  quality.precision = OptionalNumber(json.at("precision"));
  quality.recall = OptionalNumber(json.at("recall"));
  json.at("parts").get_to(quality.parts);
  json.at("spacing").get_to(quality.spacing);
  json.at("longest_uncited").get_to(quality.longest_uncited);
  json.at("filler").get_to(quality.filler);
  quality.length_error = OptionalNumber(json.at("length_error"));
  json.at("reasoning_words").get_to(quality.reasoning_words);
  json.at("reasoning_tags").get_to(quality.reasoning_tags);
  return quality;
}

TeacherAnswer AnswerOf(const Json& json) {
  TeacherAnswer answer;
  json.at("text").get_to(answer.text);
  json.at("cut_off").get_to(answer.cut_off);
  json.at("prompt_tokens").get_to(answer.prompt_tokens);
  json.at("completion_tokens").get_to(answer.completion_tokens);
  return answer;
}

ExampleVerdict VerdictOf(const Json& json) {
  ExampleVerdict verdict;
  for (const Json& entry : json.at("rejections")) {
    const auto code = RejectionCodeFromName(entry.at("code").get<std::string>());
    if (!code) throw std::invalid_argument("an unknown reason for rejection");
    verdict.rejections.push_back({*code, entry.at("detail").get<std::string>()});
  }
  if (!json.at("quality").is_null()) verdict.quality = QualityOf(json.at("quality"));
  for (const Json& entry : json.at("claims")) {
    verdict.claims.push_back(
        {entry.at("claim").get<std::string>(), entry.at("evidence").get<std::vector<size_t>>()});
  }
  return verdict;
}

Json ToJson(const ClaimGroup& group) {
  return {{"sentence", group.sentence},
          {"before", group.before},
          {"claims", group.claims},
          {"origin", group.origin},
          {"coverage", group.coverage}};
}

Json ToJson(const ClaimPair& pair) {
  return {{"id", pair.id},
          {"claim_id", pair.claim_id},
          {"claim", pair.claim},
          {"evidence", pair.evidence},
          {"label", std::string(RelationName(pair.label))},
          {"origin", pair.origin},
          {"change", pair.change},
          {"changed", pair.changed},
          {"was", pair.was},
          {"now", pair.now},
          {"probability", pair.probability}};
}

GroundingRecords GroundingOf(const Json& json) {
  GroundingRecords records;
  for (const Json& entry : json.at("groups")) {
    records.groups.push_back(
        {entry.at("sentence").get<std::string>(), entry.at("before").get<std::string>(),
         entry.at("claims").get<std::vector<std::string>>(), entry.at("origin").get<std::string>(),
         entry.at("coverage").get<double>()});
  }
  for (const Json& entry : json.at("pairs")) {
    ClaimPair pair;
    entry.at("id").get_to(pair.id);
    entry.at("claim_id").get_to(pair.claim_id);
    entry.at("claim").get_to(pair.claim);
    entry.at("evidence").get_to(pair.evidence);
    const auto label = RelationFromName(entry.at("label").get<std::string>());
    if (!label) throw std::invalid_argument("an unknown label");
    pair.label = *label;
    entry.at("origin").get_to(pair.origin);
    entry.at("change").get_to(pair.change);
    entry.at("changed").get_to(pair.changed);
    entry.at("was").get_to(pair.was);
    entry.at("now").get_to(pair.now);
    entry.at("probability").get_to(pair.probability);
    records.pairs.push_back(std::move(pair));
  }
  for (const auto& [change, count] : json.at("changes").items()) {
    records.changes[change] = {count.at("made").get<size_t>(), count.at("kept").get<size_t>()};
  }
  json.at("prompt_tokens").get_to(records.prompt_tokens);
  json.at("completion_tokens").get_to(records.completion_tokens);
  return records;
}

Status Write(AppendFile& file, Json json) {
  json["schema"] = kSynthJournalSchema;
  // A server may send anything; what is not UTF-8 is replaced rather than thrown about.
  return file.Append(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

void SynthJournal::Take(std::string_view line) {
  const Json json = Json::parse(line);
  if (json.at("schema") != kSynthJournalSchema) throw std::invalid_argument("another schema");
  const auto kind = json.at("kind").get<std::string>();
  const auto key = json.at("key").get<std::string>();
  if (kind == "answer") {
    answers_.emplace(key, AnswerOf(json));
  } else if (kind == "verdict") {
    verdicts_.emplace(std::pair(key, json.at("filter").get<std::string>()), VerdictOf(json));
  } else if (kind == "grounding") {
    grounding_.emplace(key, GroundingOf(json));
  } else {
    throw std::invalid_argument("an unknown kind of entry");
  }
}

Result<SynthJournal> SynthJournal::Open(const std::string& path) {
  GLOSS_ASSIGN_OR_RETURN(AppendFile file, AppendFile::Open(path));
  GLOSS_ASSIGN_OR_RETURN(const std::string bytes, file.Read(kMostBytes));
  SynthJournal journal(std::move(file));
  size_t number = 0;
  for (size_t begin = 0; begin < bytes.size();) {
    const size_t end = bytes.find('\n', begin);
    ++number;
    // The library's exceptions end here.
    try {
      journal.Take(std::string_view(bytes).substr(begin, end - begin));
    } catch (const std::exception& error) {
      return Status(StatusCode::kParseError,
                    fmt::format("{}, line {}: damaged: {}; delete the line to have its work done "
                                "again, or the file to begin anew",
                                path, number, error.what()));
    }
    begin = end + 1;
  }
  return journal;
}

const TeacherAnswer* SynthJournal::FindAnswer(const std::string& task) const {
  const auto found = answers_.find(task);
  return found == answers_.end() ? nullptr : &found->second;
}

const ExampleVerdict* SynthJournal::FindVerdict(const std::string& task,
                                                const std::string& filter) const {
  const auto found = verdicts_.find({task, filter});
  return found == verdicts_.end() ? nullptr : &found->second;
}

const GroundingRecords* SynthJournal::FindGrounding(const std::string& key) const {
  const auto found = grounding_.find(key);
  return found == grounding_.end() ? nullptr : &found->second;
}

Status SynthJournal::AddAnswer(const std::string& task, const TeacherAnswer& answer) {
  if (answers_.contains(task)) return Status::Ok();
  GLOSS_RETURN_IF_ERROR(Write(file_, {{"kind", "answer"},
                                      {"key", task},
                                      {"text", answer.text},
                                      {"cut_off", answer.cut_off},
                                      {"prompt_tokens", answer.prompt_tokens},
                                      {"completion_tokens", answer.completion_tokens}}));
  answers_.emplace(task, answer);
  return Status::Ok();
}

Status SynthJournal::AddVerdict(const std::string& task, const std::string& filter,
                                const ExampleVerdict& verdict) {
  if (verdicts_.contains({task, filter})) return Status::Ok();
  Json rejections = Json::array();
  for (const Rejection& each : verdict.rejections) {
    rejections.push_back(
        {{"code", std::string(RejectionCodeName(each.code))}, {"detail", each.detail}});
  }
  Json claims = Json::array();
  for (const CitedClaimRecord& each : verdict.claims) {
    claims.push_back({{"claim", each.claim}, {"evidence", each.evidence}});
  }
  GLOSS_RETURN_IF_ERROR(
      Write(file_, {{"kind", "verdict"},
                    {"key", task},
                    {"filter", filter},
                    {"rejections", std::move(rejections)},
                    {"quality", verdict.quality ? ToJson(*verdict.quality) : Json(nullptr)},
                    {"claims", std::move(claims)}}));
  verdicts_.emplace(std::pair(task, filter), verdict);
  return Status::Ok();
}

Status SynthJournal::AddGrounding(const std::string& key, const GroundingRecords& records) {
  if (grounding_.contains(key)) return Status::Ok();
  Json groups = Json::array();
  for (const ClaimGroup& group : records.groups) groups.push_back(ToJson(group));
  Json pairs = Json::array();
  for (const ClaimPair& pair : records.pairs) pairs.push_back(ToJson(pair));
  Json changes = Json::object();
  for (const auto& [change, count] : records.changes) {
    changes[change] = {{"made", count.made}, {"kept", count.kept}};
  }
  GLOSS_RETURN_IF_ERROR(Write(file_, {{"kind", "grounding"},
                                      {"key", key},
                                      {"groups", std::move(groups)},
                                      {"pairs", std::move(pairs)},
                                      {"changes", std::move(changes)},
                                      {"prompt_tokens", records.prompt_tokens},
                                      {"completion_tokens", records.completion_tokens}}));
  grounding_.emplace(key, records);
  return Status::Ok();
}

}  // namespace gloss
