#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "report/check_report.h"
#include "report/grounding_json.h"
#include "report/json_cursor_json.h"
#include "report/reformulation_json.h"
#include "text/utf8.h"

namespace gloss {
namespace {

/// The enum value of [first, last] whose name is the cursor's text.
template <typename Enum, typename NameFunction>
Enum ReadEnum(const JsonCursor& json, Enum first, Enum last, NameFunction name_of) {
  const std::string name = json.Text();
  for (int i = static_cast<int>(first); i <= static_cast<int>(last); ++i) {
    const auto value = static_cast<Enum>(i);
    if (name_of(value) == name) return value;
  }
  json.Fail(fmt::format("unknown value \"{:.40}\"", name));
  return first;
}

Polarity ReadPolarity(const JsonCursor& json) {
  return ReadEnum(json, Polarity::kSupports, Polarity::kContradicts, PolarityName);
}

/// "start" and "end" of a text, as bytes.
Span ReadSpan(const JsonCursor& json, const OffsetMap& map, OffsetUnit unit) {
  const auto start = map.ToBytes(json.At("start").Offset(), unit);
  const auto end = map.ToBytes(json.At("end").Offset(), unit);
  if (!json.ok()) return {};
  if (!start || !end || *start > *end) {
    json.Fail("its start and end are not a range of the text");
    return {};
  }
  return {*start, *end};
}

/// A span whose "quote" must be what the text holds there.
Span ReadQuotedSpan(const JsonCursor& json, const std::string& text, const OffsetMap& map,
                    OffsetUnit unit) {
  const Span span = ReadSpan(json, map, unit);
  const JsonCursor quote = json.At("quote");
  const std::string quoted = quote.Text();
  if (json.ok() && span.In(text) != quoted) quote.Fail("is not the text from start to end");
  return span;
}

std::optional<TableCell> ReadCell(const JsonCursor& json) {
  if (json.IsNull()) return std::nullopt;
  return TableCell{.table = json.Int("table"),
                   .row = json.Int("row"),
                   .column = json.Int("column"),
                   .is_header = json.Bool("header")};
}

Box ReadBox(const JsonCursor& json) {
  std::array<double, 5> values{};
  size_t count = 0;
  json.Each([&](const JsonCursor& value) {
    if (count == values.size()) return value.Fail("a box has five numbers");
    values[count] = count == 0 ? value.Int(1) : value.Number();
    ++count;
  });
  if (count != values.size()) json.Fail("a box has five numbers");
  return {.page = static_cast<int>(values[0]),
          .x_min = values[1],
          .y_min = values[2],
          .x_max = values[3],
          .y_max = values[4]};
}

Document ReadDocument(const JsonCursor& json, OffsetUnit unit) {
  Document document;
  document.id = json.Text("id");
  document.title = json.Text("title");
  document.uri = json.Text("uri");
  document.media_type = json.Text("media_type");
  document.sha256 = json.Text("sha256");
  document.language = json.Text("language");
  document.page_count = json.Int("page_count");
  document.text = json.Text("text");
  document.warnings = json.Texts("warnings");
  if (!json.ok()) return document;

  const OffsetMap map(document.text);
  json.At("blocks").Each([&](const JsonCursor& item) {
    Block block;
    block.span = ReadSpan(item, map, unit);
    block.kind =
        ReadEnum(item.At("kind"), BlockKind::kParagraph, BlockKind::kFurniture, BlockKindName);
    block.heading_level = item.Int("heading_level");
    item.At("heading_path").Each([&block](const JsonCursor& heading) {
      block.heading_path.push_back(heading.Int());
    });
    block.cell = ReadCell(item.At("cell"));
    document.blocks.push_back(std::move(block));
  });
  json.At("sentences").Each([&](const JsonCursor& item) {
    document.sentences.push_back({.span = ReadSpan(item, map, unit),
                                  .block = item.Int("block", -1),
                                  .tag = item.Text("tag")});
  });
  if (json.Has("words")) {
    json.At("words").Each([&](const JsonCursor& item) {
      document.boxes.push_back({.span = ReadSpan(item, map, unit), .box = ReadBox(item.At("box"))});
    });
  }
  return document;
}

/// Reads the parts of a report that refer to its documents, once those are read.
class ReportReader {
 public:
  ReportReader(OffsetUnit unit, GroundingReport* report)
      : unit_(unit), report_(*report), response_map_(report->response.text) {
    source_maps_.reserve(report->documents.size());
    for (const Document& document : report->documents) source_maps_.emplace_back(document.text);
  }

  void ReadClaims(const JsonCursor& json) {
    json.Each([this](const JsonCursor& item) { report_.claims.push_back(ReadClaim(item)); });
  }

  void ReadCitations(const JsonCursor& json) {
    json.Each([this](const JsonCursor& item) {
      SentenceCitations citations{.sentence = item.Int("sentence"), .links = {}};
      const Span span = ReadQuotedSpan(item, report_.response.text, response_map_, unit_);
      const auto& sentences = report_.response.sentences;
      const auto index = static_cast<size_t>(citations.sentence);
      if (item.ok() && (index >= sentences.size() || sentences[index].span != span)) {
        item.Fail("does not match its response sentence");
      }
      item.At("links").Each([this, &citations](const JsonCursor& link) {
        citations.links.push_back({.sentence = ReadReference(link),
                                   .polarity = ReadPolarity(link.At("polarity")),
                                   .score = link.Float("score"),
                                   .claims = link.Texts("claims")});
      });
      report_.citations.push_back(std::move(citations));
    });
  }

  void ReadMarks(const JsonCursor& json) {
    json.Each([this](const JsonCursor& item) {
      CitationMark mark;
      mark.form = ReadEnum(item.At("form"), MarkForm::kBracket, MarkForm::kThinking, MarkFormName);
      mark.span = ReadQuotedSpan(item, report_.response.text, response_map_, unit_);
      const JsonCursor content = item.At("content");
      if (!content.IsNull()) mark.content = ReadSpan(content, response_map_, unit_);
      mark.sentence = ReadIndex(item.At("sentence"));
      item.At("targets").Each([&mark](const JsonCursor& target) {
        mark.targets.push_back({.id = target.Text("id"),
                                .document = ReadIndex(target.At("document")),
                                .sentence = ReadIndex(target.At("sentence")),
                                .known = !target.Bool("dangling")});
      });
      report_.marks.push_back(std::move(mark));
    });
  }

 private:
  /// An index, or -1 for null.
  static int ReadIndex(const JsonCursor& json) { return json.IsNull() ? -1 : json.Int(); }

  /// A source sentence by index; its "document_id" and "tag" must agree.
  SentenceRef ReadReference(const JsonCursor& json) {
    const SentenceRef reference{.document = json.Int("document"), .sentence = json.Int("sentence")};
    const std::string id = json.Text("document_id");
    const std::string tag = json.Text("tag");
    if (!json.ok()) return reference;
    const auto index = static_cast<size_t>(reference.document);
    if (index >= report_.documents.size()) {
      json.Fail("no such document");
      return reference;
    }
    const Document& document = report_.documents[index];
    const auto sentence = static_cast<size_t>(reference.sentence);
    if (sentence >= document.sentences.size()) {
      json.Fail("no such sentence");
    } else if (document.id != id || document.sentences[sentence].tag != tag) {
      json.Fail("document_id or tag is that of another sentence");
    }
    return reference;
  }

  SentenceRef ReadEvidenceSentence(const JsonCursor& json) {
    const SentenceRef reference = ReadReference(json);
    if (!json.ok()) return reference;
    const auto index = static_cast<size_t>(reference.document);
    const Document& document = report_.documents[index];
    const Span span = ReadQuotedSpan(json, document.text, source_maps_[index], unit_);
    if (json.ok() && span != document.sentences[static_cast<size_t>(reference.sentence)].span) {
      json.Fail("its range is not that of its sentence");
    }
    return reference;
  }

  EvidenceSet ReadEvidence(const JsonCursor& json) {
    EvidenceSet set{.polarity = ReadPolarity(json.At("polarity")),
                    .sentences = {},
                    .score = json.Float("score"),
                    .probability = json.Float("probability")};
    json.At("sentences").Each([this, &set](const JsonCursor& item) {
      set.sentences.push_back(ReadEvidenceSentence(item));
    });
    return set;
  }

  static std::array<float, 3> ReadRelationValues(const JsonCursor& json) {
    std::array<float, 3> values{};
    for (Relation relation :
         {Relation::kEntailment, Relation::kNeutral, Relation::kContradiction}) {
      values[static_cast<size_t>(relation)] = json.Float(RelationName(relation));
    }
    return values;
  }

  static PairScore ReadScore(const JsonCursor& json) {
    PairScore score;
    score.sentence = {.document = json.Int("document"), .sentence = json.Int("sentence")};
    score.importance = json.Float("importance");
    score.signed_score = json.Float("signed_score");
    score.relation.label =
        ReadEnum(json.At("label"), Relation::kEntailment, Relation::kContradiction, RelationName);
    score.relation.probabilities = ReadRelationValues(json.At("probabilities"));
    score.relation.logits = ReadRelationValues(json.At("logits"));
    return score;
  }

  /// Written only where there are some.
  void ReadReferences(const JsonCursor& json, Claim& claim) {
    const auto read_span = [&](const JsonCursor& item) {
      return ReadQuotedSpan(item, report_.response.text, response_map_, unit_);
    };
    if (json.Has("substitutions")) {
      json.At("substitutions").Each([&](const JsonCursor& item) {
        claim.substitutions.push_back({read_span(item), item.Text("text")});
      });
    }
    if (json.Has("open_references")) {
      json.At("open_references").Each([&](const JsonCursor& item) {
        claim.open_references.push_back({read_span(item), item.Texts("candidates")});
      });
    }
    if (json.Has("context")) claim.context = json.Text("context");
  }

  ClaimResult ReadClaim(const JsonCursor& json) {
    ClaimResult result;
    Claim& claim = result.claim;
    claim.id = json.Text("id");
    claim.text = json.Text("text");
    result.verdict =
        ReadEnum(json.At("verdict"), Verdict::kSupported, Verdict::kUnchecked, VerdictName);
    result.reason = json.Text("reason");
    claim.sentence = json.Int("sentence");
    claim.span = ReadQuotedSpan(json.At("span"), report_.response.text, response_map_, unit_);
    ReadReferences(json, claim);
    claim.origin =
        ReadEnum(json.At("origin"), ClaimOrigin::kModel, ClaimOrigin::kSentence, ClaimOriginName);
    claim.attempts = json.Int("attempts");
    const JsonCursor entailment = json.At("entailment");
    claim.entailed_by_sentence = entailment.Bool("entailed");
    claim.entailment_by_sentence = entailment.Float("probability");
    json.At("evidence").Each([this, &result](const JsonCursor& item) {
      result.evidence.push_back(ReadEvidence(item));
    });
    if (json.Has("weak_evidence")) {  // Written only where there is any.
      json.At("weak_evidence").Each([this, &result](const JsonCursor& item) {
        result.weak_evidence.push_back(ReadEvidence(item));
      });
    }
    json.At("scores").Each(
        [&result](const JsonCursor& item) { result.scores.push_back(ReadScore(item)); });
    if (json.Has("figures")) {  // Written only where there are any.
      json.At("figures").Each([&result](const JsonCursor& item) {
        result.figures.push_back(
            {.sentence = {.document = item.Int("document"), .sentence = item.Int("sentence")},
             .kind = item.Text("kind"),
             .text = item.Text("text"),
             .conflict = item.Bool("conflict")});
      });
    }
    result.unchecked_pairs = json.Int("unchecked_pairs");
    return result;
  }

  OffsetUnit unit_;
  GroundingReport& report_;
  OffsetMap response_map_;
  std::vector<OffsetMap> source_maps_;
};

GroundingMetrics ReadMetrics(const JsonCursor& json) {
  return {.fcr = json.At("fcr").OptionalNumber(),
          .acr = json.At("acr").OptionalNumber(),
          .hcr = json.At("hcr").OptionalNumber(),
          .ucr = json.At("ucr").OptionalNumber(),
          .unchecked = json.At("unchecked").OptionalNumber(),
          .cer = json.At("cer").OptionalNumber(),
          .ecss = json.At("ecss").OptionalNumber(),
          .pfcr = json.At("pfcr").OptionalNumber()};
}

Coverage ReadCoverage(const JsonCursor& json) {
  return {.response_sentences = json.Int("response_sentences"),
          .response_sentences_checked = json.Int("response_sentences_checked"),
          .claims = json.Int("claims"),
          .claims_checked = json.Int("claims_checked"),
          .content_words = json.Has("content_words") ? json.Int("content_words") : 0,
          .content_words_in_claims =
              json.Has("content_words_in_claims") ? json.Int("content_words_in_claims") : 0,
          .sources = json.Int("sources"),
          .sources_read = json.Int("sources_read"),
          .model_failed = json.Bool("model_failed"),
          .gaps = json.Texts("gaps")};
}

Provenance ReadProvenance(const JsonCursor& json) {
  Provenance provenance;
  provenance.product_version = json.Text("product_version");
  provenance.method = json.Text("method");
  provenance.splitter_version = json.Text("splitter_version");
  json.At("models").Each([&provenance](const JsonCursor& item) {
    provenance.models.push_back(
        {.role = item.Text("role"), .name = item.Text("name"), .sha256 = item.Text("sha256")});
  });
  json.At("prompts").Each([&provenance](const JsonCursor& item) {
    provenance.prompts.push_back({.id = item.Text("id"), .sha256 = item.Text("sha256")});
  });
  json.At("settings").EachMember([&provenance](const std::string& key, const JsonCursor& value) {
    provenance.settings[key] = value.Text();
  });
  return provenance;
}

void ReadReport(const JsonCursor& json, GroundingReport* report) {
  const JsonCursor schema = json.At("schema");
  const std::string schema_name = schema.Text();
  if (schema.ok() && schema_name != GroundingReport::kSchema) {
    schema.Fail(fmt::format("must be \"{}\"", GroundingReport::kSchema));
  }
  const JsonCursor unit_json = json.At("offset_unit");
  const auto unit = OffsetUnitFromName(unit_json.Text());
  if (!unit) unit_json.Fail("must be \"codepoint\", \"utf8\" or \"utf16\"");
  if (!json.ok()) return;

  report->id = json.Text("id");
  report->question = json.Text("question");
  report->metrics = ReadMetrics(json.At("metrics"));
  report->coverage = ReadCoverage(json.At("coverage"));
  report->response = ReadDocument(json.At("response"), *unit);
  json.At("documents").Each([&](const JsonCursor& item) {
    report->documents.push_back(ReadDocument(item, *unit));
  });
  json.At("unread_sources").Each([report](const JsonCursor& item) {
    const StatusCode code = ReadEnum(item.At("code"), StatusCode::kInvalidArgument,
                                     StatusCode::kInternal, StatusCodeName);
    report->unread_sources.push_back({item.Text("uri"), Status(code, item.Text("message"))});
  });
  json.At("dropped_claims").Each([report](const JsonCursor& item) {
    report->dropped_claims.push_back({.text = item.Text("text"),
                                      .sentence = item.Int("sentence"),
                                      .attempt = item.Int("attempt"),
                                      .reason = item.Text("reason")});
  });
  report->provenance = ReadProvenance(json.At("provenance"));
  report->warnings = json.Texts("warnings");
  if (!json.ok()) return;

  ReportReader reader(*unit, report);
  reader.ReadClaims(json.At("claims"));
  reader.ReadCitations(json.At("citations"));
  if (json.Has("reformulation")) {
    report->reformulation = ReadReformulation(json.At("reformulation"), *report, *unit);
  }
  if (json.Has("marks")) reader.ReadMarks(json.At("marks"));  // Earlier versions wrote none.
}

Result<nlohmann::json> Parse(std::string_view text) {
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::exception& error) {
    return Status(StatusCode::kParseError, error.what());
  }
}

Result<GroundingReport> ReportOf(const nlohmann::json& parsed) {
  Status error;
  GroundingReport report;
  ReadReport(JsonCursor(parsed, &error), &report);
  if (error.ok()) error = CheckReport(report);
  if (!error.ok()) return error;
  return report;
}

Status CheckSize(std::string_view text, size_t max_bytes) {
  if (text.size() <= max_bytes) return Status::Ok();
  return {StatusCode::kTooLarge,
          fmt::format("report JSON: {} bytes, the limit is {}", text.size(), max_bytes)};
}

std::string_view TakeLine(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

bool IsBlank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

/// True when the first line is a whole object, and others follow.
bool IsJsonLines(std::string_view text) {
  std::string_view line;
  while (!text.empty() && IsBlank(line)) line = TakeLine(text);
  const size_t last = line.find_last_not_of(" \t\r");
  return line.starts_with('{') && last != std::string_view::npos && line[last] == '}' &&
         !IsBlank(text);
}

}  // namespace

Result<GroundingReport> ReadGroundingJson(std::string_view text, size_t max_bytes) {
  GLOSS_RETURN_IF_ERROR(CheckSize(text, max_bytes));
  const auto parsed = Parse(text);
  if (!parsed.ok()) return parsed.status().WithContext("report JSON");
  auto report = ReportOf(*parsed);
  if (!report.ok()) return report.status().WithContext("report JSON");
  return report;
}

Result<std::vector<GroundingReport>> ReadGroundingReports(std::string_view text, size_t max_bytes) {
  GLOSS_RETURN_IF_ERROR(CheckSize(text, max_bytes));
  std::vector<GroundingReport> reports;
  const auto add = [&reports](const nlohmann::json& parsed, std::string_view place) {
    auto report = ReportOf(parsed);
    if (!report.ok()) return report.status().WithContext(place);
    reports.push_back(*std::move(report));
    return Status::Ok();
  };
  if (IsJsonLines(text)) {
    for (size_t number = 1; !text.empty(); ++number) {
      const std::string_view line = TakeLine(text);
      if (IsBlank(line)) continue;
      const std::string place = fmt::format("report JSON, line {}", number);
      const auto parsed = Parse(line);
      if (!parsed.ok()) return parsed.status().WithContext(place);
      GLOSS_RETURN_IF_ERROR(add(*parsed, place));
    }
    return reports;
  }
  const auto parsed = Parse(text);
  if (!parsed.ok()) return parsed.status().WithContext("report JSON");
  if (!parsed->is_array()) {
    GLOSS_RETURN_IF_ERROR(add(*parsed, "report JSON"));
    return reports;
  }
  if (parsed->empty()) return Status(StatusCode::kParseError, "report JSON: it holds no report");
  for (size_t i = 0; i < parsed->size(); ++i) {
    GLOSS_RETURN_IF_ERROR(add((*parsed)[i], fmt::format("report JSON, report {}", i + 1)));
  }
  return reports;
}

}  // namespace gloss
