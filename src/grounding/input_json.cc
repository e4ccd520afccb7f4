#include "grounding/input_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "text/utf8.h"

namespace gloss {
namespace {

using nlohmann::json;

constexpr int kMaxDepth = 64;

constexpr std::string_view kResponseNames[] = {"response", "answer", "claim", "actual_output",
                                               "actualOutput"};
constexpr std::string_view kQuestionNames[] = {"question", "user_input", "query", "input"};
constexpr std::string_view kSourceNames[] = {
    "sources", "retrieved_contexts", "contexts",  "retrieval_context", "context", "documents",
    "doc",     "reference",          "references"};
constexpr std::string_view kIdNames[] = {"id", "record_id", "sample_id"};

Status Bad(std::string_view where, std::string_view what) {
  return {StatusCode::kParseError, fmt::format("{}: {}", where, what)};
}

bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

std::string_view Trim(std::string_view text) {
  while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return text;
}

/// Deepest nesting of brackets outside of strings; counted before parsing, so that no parser sees
/// hostile depth.
int DepthOf(std::string_view text) {
  int depth = 0;
  int deepest = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        in_string = false;
      }
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      deepest = std::max(deepest, ++depth);
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return deepest;
}

/// The library's message without its own prefix, and short: it quotes the input.
std::string Reason(const std::exception& error) {
  std::string_view what = error.what();
  if (const size_t close = what.find("] "); what.starts_with("[json.") && close != what.npos) {
    what.remove_prefix(close + 2);
  }
  constexpr size_t kMost = 160;
  std::string reason = ReplaceInvalidUtf8(what.substr(0, kMost));
  if (what.size() > kMost) reason += "…";
  return reason;
}

/// Parses one JSON value. Errors: kParseError, with the name when one object has a name twice.
Result<json> Parse(std::string_view text) {
  if (DepthOf(text) > kMaxDepth) {
    return Status(StatusCode::kParseError, fmt::format("nested deeper than {} levels", kMaxDepth));
  }
  std::vector<std::set<std::string>> names;
  std::string twice;
  const auto on_event = [&](int, json::parse_event_t event, json& parsed) {
    if (event == json::parse_event_t::object_start) {
      names.emplace_back();
    } else if (event == json::parse_event_t::object_end) {
      names.pop_back();
    } else if (event == json::parse_event_t::key) {
      const auto& name = parsed.get_ref<const std::string&>();
      if (!names.back().insert(name).second && twice.empty()) twice = name;
    }
    return true;
  };
  try {
    json value = json::parse(text.begin(), text.end(), on_event);
    if (!twice.empty()) {
      return Status(StatusCode::kParseError,
                    fmt::format("\"{}\" is given twice in one object", twice));
    }
    return value;
  } catch (const std::exception& error) {
    return Status(StatusCode::kParseError, "not valid JSON: " + Reason(error));
  }
}

std::string TypeOf(const json& value) {
  if (value.is_string()) return "text";
  if (value.is_array()) return "a list";
  return value.is_object() ? "an object" : std::string(value.type_name());
}

/// The first of the names that the object has; null pointer when it has none.
struct Field {
  std::string_view name;
  const json* value = nullptr;
};

Field FindField(const json& record, std::span<const std::string_view> names) {
  for (const std::string_view name : names) {
    if (const auto found = record.find(name); found != record.end()) return {name, &*found};
  }
  return {};
}

std::string NamesOf(std::span<const std::string_view> names) {
  std::string list;
  for (const std::string_view name : names) {
    list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", name);
  }
  return list;
}

Result<std::string> TextOf(const json& value, std::string_view where) {
  if (value.is_string()) return value.get<std::string>();
  return Bad(where, fmt::format("expected text, got {}", TypeOf(value)));
}

/// An id is a text or a number.
Result<std::string> IdOf(const json& value, std::string_view where) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number()) return value.dump();
  return Bad(where, fmt::format("expected text or a number, got {}", TypeOf(value)));
}

Result<InputSource> SourceOf(const json& value, const std::string& where) {
  InputSource source;
  if (value.is_string()) {
    source.text = value.get<std::string>();
    return source;
  }
  if (!value.is_object()) {
    return Bad(where,
               fmt::format("expected text or an object with \"text\", got {}", TypeOf(value)));
  }
  constexpr std::string_view kTextNames[] = {"text", "content", "page_content", "context"};
  constexpr std::string_view kSourceIdNames[] = {"id", "doc_id"};
  constexpr std::string_view kTitleNames[] = {"title", "name"};
  constexpr std::string_view kUriNames[] = {"uri", "url", "source"};
  const Field text = FindField(value, kTextNames);
  if (text.value == nullptr) {
    return Bad(where, fmt::format("has none of {}", NamesOf(kTextNames)));
  }
  GLOSS_ASSIGN_OR_RETURN(source.text, TextOf(*text.value, fmt::format("{}.{}", where, text.name)));
  // Names are a help to the reader: null says that there is none.
  if (const Field id = FindField(value, kSourceIdNames); id.value && !id.value->is_null()) {
    GLOSS_ASSIGN_OR_RETURN(source.id, IdOf(*id.value, fmt::format("{}.{}", where, id.name)));
  }
  if (const Field title = FindField(value, kTitleNames); title.value && !title.value->is_null()) {
    GLOSS_ASSIGN_OR_RETURN(source.title,
                           TextOf(*title.value, fmt::format("{}.{}", where, title.name)));
  }
  if (const Field uri = FindField(value, kUriNames); uri.value && !uri.value->is_null()) {
    GLOSS_ASSIGN_OR_RETURN(source.uri, TextOf(*uri.value, fmt::format("{}.{}", where, uri.name)));
  }
  return source;
}

Result<std::vector<InputSource>> SourcesOfList(const json& list, std::string_view name,
                                               const InputJsonOptions& options) {
  if (list.size() > options.max_sources) {
    return Status(StatusCode::kTooLarge, fmt::format("{}: {} sources, at most {} are read", name,
                                                     list.size(), options.max_sources));
  }
  std::vector<InputSource> sources;
  std::set<std::string> ids;
  for (size_t i = 0; i < list.size(); ++i) {
    const std::string where = fmt::format("{}[{}]", name, i);
    GLOSS_ASSIGN_OR_RETURN(InputSource source, SourceOf(list[i], where));
    if (!source.id.empty() && !ids.insert(source.id).second) {
      return Bad(where, fmt::format("id \"{}\" is given twice", source.id));
    }
    sources.push_back(std::move(source));
  }
  return sources;
}

/// A list that came as a JSON text within a string; nothing when the string is a source's text.
std::optional<json> ListInString(const std::string& text) {
  const std::string_view trimmed = Trim(text);
  if (!trimmed.starts_with("[") || !trimmed.ends_with("]")) return std::nullopt;
  Result<json> list = Parse(trimmed);
  if (!list.ok() || !list->is_array() || list->empty()) return std::nullopt;
  const bool sources = std::all_of(list->begin(), list->end(), [](const json& item) {
    return item.is_string() || item.is_object();
  });
  if (!sources) return std::nullopt;
  return std::move(*list);
}

Result<std::vector<InputSource>> SourcesOf(const Field& field, const InputJsonOptions& options) {
  const json& value = *field.value;
  if (value.is_array()) return SourcesOfList(value, field.name, options);
  if (value.is_string()) {
    const auto& text = value.get_ref<const std::string&>();
    // A document of its own may well begin with a bracket.
    if (field.name != "doc") {
      if (const std::optional<json> list = ListInString(text)) {
        return SourcesOfList(*list, field.name, options);
      }
    }
  }
  if (value.is_string() || value.is_object()) {
    GLOSS_ASSIGN_OR_RETURN(InputSource source, SourceOf(value, std::string(field.name)));
    return std::vector<InputSource>{std::move(source)};
  }
  return Bad(field.name, fmt::format("expected text or a list of sources, got {}", TypeOf(value)));
}

Result<bool> TruncatedOf(const json& record) {
  if (const auto given = record.find("response_truncated"); given != record.end()) {
    if (!given->is_boolean()) {
      return Bad("response_truncated",
                 fmt::format("expected true or false, got {}", TypeOf(*given)));
    }
    if (given->get<bool>()) return true;
  }
  if (const auto reason = record.find("finish_reason"); reason != record.end()) {
    if (reason->is_null()) return false;
    GLOSS_ASSIGN_OR_RETURN(const std::string text, TextOf(*reason, "finish_reason"));
    return text == "length" || text == "max_tokens" || text == "MAX_TOKENS";
  }
  return false;
}

Result<InputRecord> RecordOf(const json& value, const InputJsonOptions& options) {
  if (!value.is_object()) {
    return Status(
        StatusCode::kParseError,
        fmt::format("expected an object with \"response\" and \"sources\", got {}", TypeOf(value)));
  }
  InputRecord record;
  std::set<std::string_view> used = {"response_truncated", "finish_reason", "language"};
  const Field response = FindField(value, kResponseNames);
  if (response.value == nullptr) {
    return Status(StatusCode::kParseError,
                  fmt::format("no response: expected one of {}", NamesOf(kResponseNames)));
  }
  used.insert(response.name);
  GLOSS_ASSIGN_OR_RETURN(record.response, TextOf(*response.value, response.name));

  const Field question = FindField(value, kQuestionNames);
  if (question.value != nullptr) {
    used.insert(question.name);
    if (!question.value->is_null()) {
      GLOSS_ASSIGN_OR_RETURN(record.question, TextOf(*question.value, question.name));
    }
  }
  const Field sources = FindField(value, kSourceNames);
  if (sources.value != nullptr) {
    used.insert(sources.name);
    GLOSS_ASSIGN_OR_RETURN(record.sources, SourcesOf(sources, options));
  } else if (options.require_sources) {
    return Status(StatusCode::kParseError,
                  fmt::format("no sources: expected one of {}", NamesOf(kSourceNames)));
  }
  if (const Field id = FindField(value, kIdNames); id.value != nullptr) {
    used.insert(id.name);
    if (!id.value->is_null()) {
      GLOSS_ASSIGN_OR_RETURN(record.id, IdOf(*id.value, id.name));
    }
  }
  if (const auto language = value.find("language");
      language != value.end() && !language->is_null()) {
    GLOSS_ASSIGN_OR_RETURN(record.language, TextOf(*language, "language"));
  }
  GLOSS_ASSIGN_OR_RETURN(record.response_truncated, TruncatedOf(value));
  for (const auto& [name, field] : value.items()) {
    if (!used.contains(name)) record.extra[name] = field.dump();
  }
  return record;
}

Result<InputRecord> ReadRecord(std::string_view text, const InputJsonOptions& options) {
  if (text.size() > options.max_record_bytes) {
    return Status(StatusCode::kTooLarge, fmt::format("{} bytes, at most {} are read", text.size(),
                                                     options.max_record_bytes));
  }
  GLOSS_ASSIGN_OR_RETURN(const json value, Parse(text));
  return RecordOf(value, options);
}

template <typename T>
Result<T> InContext(Result<T> result, const std::string& context) {
  if (result.ok()) return result;
  return result.status().WithContext(context);
}

/// The first line is an object of its own and something follows: JSON Lines.
bool IsJsonLines(std::string_view text) {
  const size_t end = text.find('\n');
  if (end == std::string_view::npos) return false;
  const std::string_view first = Trim(text.substr(0, end));
  return first.starts_with("{") && first.ends_with("}");
}

Status TooMany(const InputJsonOptions& options) {
  return {StatusCode::kTooLarge, fmt::format("more than {} records", options.max_records)};
}

Result<std::vector<Result<InputRecord>>> ReadLines(std::string_view text,
                                                   const InputJsonOptions& options) {
  std::vector<Result<InputRecord>> records;
  size_t line_number = 0;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = Trim(text.substr(begin, end - begin));
    begin = end + 1;
    ++line_number;
    if (line.empty()) continue;
    if (records.size() >= options.max_records) return TooMany(options);
    records.push_back(
        InContext(ReadRecord(line, options),
                  fmt::format("record {} (line {})", records.size() + 1, line_number)));
  }
  return records;
}

}  // namespace

Result<std::vector<Result<InputRecord>>> ReadInputRecords(std::string_view bytes,
                                                          const InputJsonOptions& options) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  GLOSS_RETURN_IF_ERROR(CheckUtf8(bytes).WithContext("JSON input"));
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  const std::string_view text = Trim(bytes);
  if (text.empty()) return Status(StatusCode::kParseError, "JSON input: it is empty");
  if (IsJsonLines(text)) return ReadLines(bytes, options);

  std::vector<Result<InputRecord>> records;
  if (!text.starts_with("[")) {
    records.push_back(InContext(ReadRecord(text, options), "record 1"));
    return records;
  }
  Result<json> list = Parse(text);
  if (!list.ok()) return list.status().WithContext("JSON input");
  if (list->empty()) return Status(StatusCode::kParseError, "JSON input: the list has no records");
  if (list->size() > options.max_records) return TooMany(options);
  for (const json& value : *list) {
    records.push_back(
        InContext(RecordOf(value, options), fmt::format("record {}", records.size() + 1)));
  }
  return records;
}

}  // namespace gloss
