#include "report/reformulation_json.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

namespace gloss {
namespace {

using Layout = JsonWriter::Layout;

void WriteClaim(const GroundingReport& report, const RewriteClaim& claim, JsonWriter* json) {
  json->BeginObject();
  json->Field("text", claim.text);
  json->Field("verdict", VerdictName(claim.verdict));
  json->Key("evidence");
  json->BeginArray();
  for (const SentenceRef& reference : claim.evidence) {
    const Document& document = report.documents[static_cast<size_t>(reference.document)];
    json->BeginObject(Layout::kLine);
    json->Field("document", reference.document);
    json->Field("document_id", document.id);
    json->Field("sentence", reference.sentence);
    json->Field("tag", document.sentences[static_cast<size_t>(reference.sentence)].tag);
    json->EndObject();
  }
  json->EndArray();
  json->EndObject();
}

std::optional<SentenceAction> ActionFromName(std::string_view name) {
  for (const SentenceAction action : {SentenceAction::kKept, SentenceAction::kRewritten,
                                      SentenceAction::kDropped, SentenceAction::kMarked}) {
    if (SentenceActionName(action) == name) return action;
  }
  return std::nullopt;
}

RewriteClaim ReadClaim(const JsonCursor& json, const GroundingReport& report) {
  RewriteClaim claim;
  claim.text = json.Text("text");
  const JsonCursor verdict_json = json.At("verdict");
  const auto verdict = VerdictFromName(verdict_json.Text());
  if (!verdict) verdict_json.Fail("unknown value");
  claim.verdict = verdict.value_or(Verdict::kUnchecked);
  json.At("evidence").Each([&](const JsonCursor& item) {
    const SentenceRef reference{item.Int("document"), item.Int("sentence")};
    const auto document = static_cast<size_t>(reference.document);
    if (document >= report.documents.size() ||
        static_cast<size_t>(reference.sentence) >= report.documents[document].sentences.size()) {
      return item.Fail("names no sentence of the sources");
    }
    claim.evidence.push_back(reference);
  });
  return claim;
}

}  // namespace

void WriteReformulation(const GroundingReport& report, const DocumentOffsets& response,
                        OffsetUnit unit, JsonWriter* json) {
  const Reformulation& reformulation = *report.reformulation;
  Document text;
  text.text = reformulation.text;
  const DocumentOffsets offsets(text, unit);
  json->BeginObject();
  json->Field("text", reformulation.text);
  json->Field("status", reformulation.status);
  json->Key("sentences");
  json->BeginArray();
  for (size_t i = 0; i < reformulation.sentences.size(); ++i) {
    const ReformulatedSentence& sentence = reformulation.sentences[i];
    json->BeginObject();
    json->Field("sentence", i);
    json->Field("action", SentenceActionName(sentence.action));
    json->Field("reason", sentence.reason);
    json->Key("old");
    json->BeginObject(Layout::kLine);
    response.WriteQuotedSpan(report.response.sentences[i].span, json);
    json->EndObject();
    json->Key("new");
    json->BeginObject(Layout::kLine);
    offsets.WriteQuotedSpan(sentence.span, json);
    json->EndObject();
    json->Key("attempts");
    json->BeginArray();
    for (const RewriteAttempt& attempt : sentence.attempts) {
      json->BeginObject(Layout::kLine);
      json->Field("text", attempt.text);
      json->Field("method", attempt.method);
      json->Field("refused", attempt.reason);
      json->EndObject();
    }
    json->EndArray();
    json->Key("claims");
    json->BeginArray();
    for (const RewriteClaim& claim : sentence.claims) WriteClaim(report, claim, json);
    json->EndArray();
    json->EndObject();
  }
  json->EndArray();
  json->EndObject();
}

Reformulation ReadReformulation(const JsonCursor& json, const GroundingReport& report,
                                OffsetUnit unit) {
  Reformulation reformulation;
  reformulation.text = json.Text("text");
  reformulation.status = json.Text("status");
  const Status valid = CheckUtf8(reformulation.text);
  if (!valid.ok()) json.Fail(valid.message());
  if (!json.ok()) return reformulation;
  const OffsetMap map(reformulation.text);
  json.At("sentences").Each([&](const JsonCursor& item) {
    ReformulatedSentence sentence;
    const JsonCursor action_json = item.At("action");
    const auto action = ActionFromName(action_json.Text());
    if (!action) action_json.Fail("unknown value");
    sentence.action = action.value_or(SentenceAction::kKept);
    sentence.reason = item.Text("reason");
    const JsonCursor span = item.At("new");
    const auto begin = map.ToBytes(span.At("start").Offset(), unit);
    const auto end = map.ToBytes(span.At("end").Offset(), unit);
    if (!begin || !end || *begin > *end) return span.Fail("is no range of the text");
    sentence.span = {*begin, *end};
    if (sentence.span.In(reformulation.text) != span.Text("quote")) {
      return span.Fail("its quote is not the text from start to end");
    }
    item.At("attempts").Each([&](const JsonCursor& attempt) {
      sentence.attempts.push_back(
          {attempt.Text("text"), attempt.Text("method"), attempt.Text("refused")});
    });
    item.At("claims").Each(
        [&](const JsonCursor& claim) { sentence.claims.push_back(ReadClaim(claim, report)); });
    reformulation.sentences.push_back(std::move(sentence));
  });
  if (json.ok() && reformulation.sentences.size() != report.response.sentences.size()) {
    json.Fail(fmt::format("{} sentences, and the response has {}", reformulation.sentences.size(),
                          report.response.sentences.size()));
  }
  return reformulation;
}

}  // namespace gloss
