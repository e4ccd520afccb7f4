#include "writing/cited_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

#include "text/utf8.h"

namespace gloss {
namespace {

using nlohmann::json;

constexpr int kMaxDepth = 64;
constexpr size_t kMostAnnotations = 100'000;

/// Parses with a bound on depth: what is deeper is cut, and the parse fails. Errors: kParseError.
Result<json> Parse(std::string_view bytes) {
  bool too_deep = false;
  try {
    json value =
        json::parse(bytes.begin(), bytes.end(), [&](int depth, json::parse_event_t event, json&) {
          const bool opens = event == json::parse_event_t::object_start ||
                             event == json::parse_event_t::array_start;
          too_deep = too_deep || (opens && depth > kMaxDepth);
          return !too_deep;
        });
    if (!too_deep) return value;
  } catch (const std::exception&) {
    return Status(StatusCode::kParseError, "not valid JSON");
  }
  return Status(StatusCode::kParseError, fmt::format("nested deeper than {} levels", kMaxDepth));
}

/// A member of an object, of the wanted kind; a null value otherwise.
const json& At(const json& value, std::string_view key) {
  static const json kNull;
  if (!value.is_object()) return kNull;
  const auto found = value.find(key);
  return found == value.end() ? kNull : *found;
}

const json& ListAt(const json& value, std::string_view key) {
  static const json kEmpty = json::array();
  const json& list = At(value, key);
  return list.is_array() ? list : kEmpty;
}

std::string TextAt(const json& value, std::string_view key) {
  const json& text = At(value, key);
  return text.is_string() ? text.get<std::string>() : std::string();
}

/// The first of the keys that has a text.
std::string FirstText(const json& value, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    std::string text = TextAt(value, key);
    if (!text.empty()) return text;
  }
  return "";
}

/// A number that is an index; -1 for anything else.
int IndexAt(const json& value, std::string_view key) {
  const json& number = At(value, key);
  if (!number.is_number_integer()) return -1;
  const auto wide = number.get<int64_t>();
  return wide >= 0 && wide <= 1'000'000'000 ? static_cast<int>(wide) : -1;
}

class Reader {
 public:
  explicit Reader(const json& root) : root_(root) {}

  /// False: it is none of the shapes.
  bool Read() {
    const json& body =
        root_.is_array() && !root_.empty() && At(root_[0], "type").is_null() ? root_[0] : root_;
    out_.id = TextAt(body, "id");
    return ReadOwn(body) || ReadResponses(body) || ReadChat(body) || ReadCohere(body) ||
           ReadGemini(body) || ReadVertex(body) || ReadBedrock(body) || ReadBlocks(body) ||
           ReadFrameworks(body) || ReadRecord(body);
  }

  CitedJson Take() && {
    PlacePending();
    return std::move(out_);
  }

 private:
  /// Appends a text, and gives where it stands.
  Span Append(std::string_view text) {
    const size_t begin = out_.text.size();
    out_.text += text;
    return {begin, out_.text.size()};
  }

  bool Room() {
    if (++seen_ <= kMostAnnotations) return true;
    if (seen_ == kMostAnnotations + 1) {
      out_.warnings.push_back(
          fmt::format("more than {} citations: the rest was left out", kMostAnnotations));
    }
    return false;
  }

  void Add(Annotation annotation, const Span& span) {
    annotation.span = span;
    std::erase(annotation.names, "");
    if (annotation.id.empty() && !annotation.names.empty()) annotation.id = annotation.names[0];
    if (annotation.id.empty() && annotation.document >= 0) {
      annotation.id = fmt::format("document {}", annotation.document);
    }
    if (annotation.id.empty()) annotation.id = "a citation without a source";
    out_.annotations.push_back(std::move(annotation));
  }

  /// The stretch [start, end) of a part of the text, in code points or bytes.
  void AddWithin(Annotation annotation, const Span& part, int start, int end, OffsetUnit unit) {
    if (Room()) pending_.push_back({std::move(annotation), part, start, end, unit});
  }

  /// Places the annotations once the text is whole. What lies outside of its part is left out, and
  /// told.
  void PlacePending() {
    std::map<size_t, OffsetMap> maps;
    int outside = 0;
    for (Pending& each : pending_) {
      const std::string_view text = each.part.In(out_.text);
      const OffsetMap& map = maps.try_emplace(each.part.begin, text).first->second;
      const bool ordered = each.start >= 0 && each.end > each.start;
      const auto begin =
          ordered ? map.ToBytes(static_cast<size_t>(each.start), each.unit) : std::nullopt;
      const auto end =
          ordered ? map.ToBytes(static_cast<size_t>(each.end), each.unit) : std::nullopt;
      if (begin && end) {
        Add(std::move(each.annotation), {each.part.begin + *begin, each.part.begin + *end});
      } else {
        ++outside;
      }
    }
    pending_.clear();
    if (outside > 0) {
      out_.warnings.push_back(fmt::format("{} citation{} outside of the text and left out", outside,
                                          outside == 1 ? " lies" : "s lie"));
    }
  }

  // ---- Own ---------------------------------------------------------------------------------

  bool ReadOwn(const json& body) {
    if (TextAt(body, "schema") != "glossator/cited/1") return false;
    out_.shape = "glossator";
    out_.question = TextAt(body, "question");
    out_.text = TextAt(body, "text");
    for (const json& document : ListAt(body, "documents")) AddSource(document, {"text"});
    return true;
  }

  void AddSource(const json& value, std::initializer_list<std::string_view> text_keys) {
    CitedSource source;
    source.text = value.is_string() ? value.get<std::string>() : FirstText(value, text_keys);
    if (source.text.empty()) return;
    source.id = FirstText(value, {"id", "id_", "doc_id"});
    source.title = FirstText(value, {"title", "name"});
    source.uri = FirstText(value, {"uri", "url", "source"});
    out_.sources.push_back(std::move(source));
  }

  // ---- OpenAI ------------------------------------------------------------------------------

  void AddOpenAi(const json& annotation, const Span& part) {
    const std::string type = TextAt(annotation, "type");
    const json& inner = At(annotation, type);
    const json& fields = inner.is_object() ? inner : annotation;
    Annotation cited;
    cited.names = {TextAt(fields, "url"), TextAt(fields, "filename"), TextAt(fields, "title"),
                   TextAt(fields, "file_id")};
    if (type == "file_path") return;  // A file that was made, not one that is cited.
    int start = IndexAt(fields, "start_index");
    int end = IndexAt(fields, "end_index");
    if (start < 0) start = IndexAt(annotation, "start_index");
    if (end < 0) end = IndexAt(annotation, "end_index");
    if (start < 0) {
      // A point: it is about the words up to there, which the attach rule finds.
      const int point = IndexAt(fields, "index");
      if (point > 0) AddWithin(std::move(cited), part, point - 1, point, OffsetUnit::kCodepoint);
      if (point <= 0 && Room()) Add(std::move(cited), part);
      return;
    }
    AddWithin(std::move(cited), part, start, end, OffsetUnit::kCodepoint);
  }

  bool ReadResponses(const json& body) {
    if (!At(body, "output").is_array()) return false;
    out_.shape = "openai responses";
    for (const json& item : ListAt(body, "output")) {
      for (const json& content : ListAt(item, "content")) ReadOutputText(content);
    }
    return !out_.text.empty();
  }

  void ReadOutputText(const json& content) {
    const Span part = Append(TextAt(content, "text"));
    for (const json& each : ListAt(content, "annotations")) AddOpenAi(each, part);
  }

  bool ReadChat(const json& body) {
    const json& choices = ListAt(body, "choices");
    const json& message = choices.empty() ? body : At(choices[0], "message");
    const std::string text = TextAt(message, "content");
    if (text.empty() || (choices.empty() && !At(message, "annotations").is_array())) return false;
    out_.shape = "openai chat";
    const Span part = Append(text);
    for (const json& each : ListAt(message, "annotations")) AddOpenAi(each, part);
    ReadAddresses(body);
    return true;
  }

  /// Lists of addresses that [n] in the text stands for.
  void ReadAddresses(const json& body) {
    const json& results = ListAt(body, "search_results");
    const json& list = results.empty() ? ListAt(body, "citations") : results;
    for (size_t i = 0; i < list.size(); ++i) {
      IdMeaning meaning;
      meaning.document =
          list[i].is_string() ? list[i].get<std::string>() : FirstText(list[i], {"url", "title"});
      if (!meaning.document.empty()) out_.numbers.emplace(std::to_string(i + 1), meaning);
    }
  }

  // ---- Cohere ------------------------------------------------------------------------------

  bool ReadCohere(const json& body) {
    const json& message = At(body, "message").is_object() ? At(body, "message") : body;
    const json& citations = At(message, "citations");
    if (!citations.is_array() || citations.empty() || At(citations[0], "start").is_null()) {
      return false;
    }
    out_.shape = "cohere";
    Span part = Append(TextAt(message, "text"));
    std::vector<Span> parts;
    for (const json& content : ListAt(message, "content")) {
      parts.push_back(Append(TextAt(content, "text")));
    }
    for (const json& citation : citations) {
      const int index = std::max(0, IndexAt(citation, "content_index"));
      if (static_cast<size_t>(index) < parts.size()) part = parts[static_cast<size_t>(index)];
      const auto add = [&](Annotation cited) {
        AddWithin(std::move(cited), part, IndexAt(citation, "start"), IndexAt(citation, "end"),
                  OffsetUnit::kCodepoint);
      };
      for (const json& source : ListAt(citation, "sources")) {
        const json& document = At(source, "document");
        const json& data = At(document, "data").is_object() ? At(document, "data") : document;
        Annotation cited;
        cited.names = {TextAt(source, "id"), TextAt(data, "title"), TextAt(data, "url")};
        cited.document = PlaceInId(TextAt(source, "id"));
        add(std::move(cited));
      }
      for (const json& id : ListAt(citation, "document_ids")) {
        if (!id.is_string()) continue;
        Annotation cited;
        cited.names = {id.get<std::string>()};
        cited.document = PlaceInId(cited.names[0]);
        add(std::move(cited));
      }
    }
    return !out_.text.empty();
  }

  /// "doc_0", "doc:0": the place of a source that has no id of its own.
  static int PlaceInId(const std::string& id) {
    const size_t digits = id.find_first_of("0123456789");
    if (digits == std::string::npos || digits == 0 || id.size() - digits > 6 ||
        !id.starts_with("doc") || id.find_first_not_of("0123456789", digits) != std::string::npos) {
      return -1;
    }
    return std::stoi(id.substr(digits));
  }

  // ---- Google ------------------------------------------------------------------------------

  bool ReadGemini(const json& body) {
    const json& candidates = ListAt(body, "candidates");
    if (candidates.empty()) return false;
    out_.shape = "gemini";
    std::vector<Span> parts;
    for (const json& part : ListAt(At(candidates[0], "content"), "parts")) {
      parts.push_back(Append(TextAt(part, "text")));
    }
    const json& grounding = At(candidates[0], "groundingMetadata");
    const json& chunks = ListAt(grounding, "groundingChunks");
    for (const json& support : ListAt(grounding, "groundingSupports")) {
      const json& segment = At(support, "segment");
      const auto part = static_cast<size_t>(std::max(0, IndexAt(segment, "partIndex")));
      if (part >= parts.size()) continue;
      for (const json& index : ListAt(support, "groundingChunkIndices")) {
        const auto at = index.is_number_unsigned() ? index.get<size_t>() : chunks.size();
        Annotation cited;
        cited.id = fmt::format("chunk {}", index.dump());
        if (at < chunks.size()) {
          const json& retrieved = At(chunks[at], "retrievedContext");
          const json& chunk = retrieved.is_object() ? retrieved : At(chunks[at], "web");
          cited.names = {TextAt(chunk, "uri"), TextAt(chunk, "title"),
                         TextAt(chunk, "documentName")};
          cited.quote = TextAt(chunk, "text");
          const json& pages = At(At(chunk, "ragChunk"), "pageSpan");
          const int first = IndexAt(pages, "firstPage");
          if (first > 0) cited.pages = {first, std::max(first, IndexAt(pages, "lastPage"))};
        }
        AddWithin(std::move(cited), parts[part], std::max(0, IndexAt(segment, "startIndex")),
                  IndexAt(segment, "endIndex"), OffsetUnit::kUtf8);
      }
    }
    return !out_.text.empty();
  }

  /// The text is the request's answerCandidate; without it, its claims in their order.
  bool ReadVertex(const json& body) {
    const json& claims = At(body, "claims");
    if (!claims.is_array() || claims.empty() || At(claims[0], "claimText").is_null()) return false;
    out_.shape = "vertex check grounding";
    const std::string whole = TextAt(body, "answerCandidate");
    const Span all = Append(whole);
    const json& cited_chunks = ListAt(body, "citedChunks");
    for (const json& claim : claims) {
      Span span;
      if (whole.empty()) {
        if (!out_.text.empty()) Append(" ");
        span = Append(TextAt(claim, "claimText"));
      }
      for (const json& index : ListAt(claim, "citationIndices")) {
        const auto at = index.is_number_unsigned() ? index.get<size_t>() : cited_chunks.size();
        Annotation cited;
        cited.id = fmt::format("chunk {}", index.dump());
        if (at < cited_chunks.size()) {
          const json& chunk = cited_chunks[at];
          cited.names = {TextAt(chunk, "uri"), TextAt(chunk, "title")};
          cited.quote = TextAt(chunk, "chunkText");
          const std::string place = TextAt(chunk, "source");
          if (!place.empty() && place.size() < 7 &&
              place.find_first_not_of("0123456789") == std::string::npos) {
            cited.document = std::stoi(place);
          }
        }
        if (whole.empty()) {
          if (Room()) Add(std::move(cited), span);
        } else {
          AddWithin(std::move(cited), all, std::max(0, IndexAt(claim, "startPos")),
                    IndexAt(claim, "endPos"), OffsetUnit::kUtf8);
        }
      }
    }
    return !out_.text.empty();
  }

  // ---- Amazon ------------------------------------------------------------------------------

  bool ReadBedrock(const json& body) {
    const json& message = At(At(body, "output"), "message");
    if (!message.is_object()) return false;
    out_.shape = "bedrock converse";
    for (const json& block : ListAt(message, "content")) {
      const json& cited_block = At(block, "citationsContent");
      Span span = Append(TextAt(block, "text"));
      for (const json& content : ListAt(cited_block, "content")) {
        span.end = Append(TextAt(content, "text")).end;
      }
      for (const json& citation : ListAt(cited_block, "citations")) {
        Annotation cited;
        cited.names = {TextAt(citation, "source"), TextAt(citation, "title")};
        for (const json& content : ListAt(citation, "sourceContent")) {
          cited.quote += TextAt(content, "text");
        }
        const json& location = At(citation, "location");
        for (const std::string_view kind : {"documentChar", "documentPage", "documentChunk"}) {
          const json& place = At(location, kind);
          if (!place.is_object()) continue;
          cited.document = IndexAt(place, "documentIndex");
          const int start = IndexAt(place, "start");
          const int end = IndexAt(place, "end");
          if (kind == "documentChar" && start >= 0 && end > start) {
            cited.characters = {static_cast<size_t>(start), static_cast<size_t>(end)};
          }
          if (kind == "documentPage" && start > 0) cited.pages = {start, std::max(start, end)};
        }
        if (Room()) Add(std::move(cited), span);
      }
    }
    return !out_.text.empty();
  }

  // ---- Anthropic, LangChain ----------------------------------------------------------------

  void AddAnthropic(const json& citation, const Span& span) {
    Annotation cited;
    cited.quote = TextAt(citation, "cited_text");
    cited.document = IndexAt(citation, "document_index");
    cited.names = {TextAt(citation, "document_title"), TextAt(citation, "source"),
                   TextAt(citation, "url"), TextAt(citation, "title"), TextAt(citation, "file_id")};
    const int first = IndexAt(citation, "start_char_index");
    const int last = IndexAt(citation, "end_char_index");
    if (first >= 0 && last > first) {
      cited.characters = {static_cast<size_t>(first), static_cast<size_t>(last)};
    }
    const int page = IndexAt(citation, "start_page_number");
    if (page > 0) {
      // The end is exclusive: page 1 alone is 1, 2.
      cited.pages = {page, std::max(page, IndexAt(citation, "end_page_number") - 1)};
    }
    if (cited.document >= 0) cited.id = fmt::format("document {}", cited.document);
    if (Room()) Add(std::move(cited), span);
  }

  void AddLangChain(const json& annotation, const Span& part) {
    if (TextAt(annotation, "type") != "citation") return AddOpenAi(annotation, part);
    Annotation cited;
    cited.names = {TextAt(annotation, "url"), TextAt(annotation, "title"),
                   TextAt(At(annotation, "extras"), "doc_id")};
    cited.quote = TextAt(annotation, "cited_text");
    const int start = IndexAt(annotation, "start_index");
    if (start < 0) {
      if (Room()) Add(std::move(cited), part);
      return;
    }
    AddWithin(std::move(cited), part, start, IndexAt(annotation, "end_index"),
              OffsetUnit::kCodepoint);
  }

  bool ReadBlocks(const json& body) {
    const json& list = body.is_array() ? body : ListAt(body, "content");
    const json& wrapped = list.empty() ? ListAt(At(body, "kwargs"), "content") : list;
    if (wrapped.empty() || TextAt(wrapped[0], "type").empty()) return false;
    out_.shape = "anthropic";
    for (const json& block : wrapped) {
      // An assistant's message keeps its text one level deeper.
      const json& text = At(block, "text");
      if (text.is_object()) {
        out_.shape = "openai assistants";
        const Span part = Append(TextAt(text, "value"));
        for (const json& each : ListAt(text, "annotations")) AddOpenAi(each, part);
        continue;
      }
      const Span span = Append(TextAt(block, "text"));
      for (const json& citation : ListAt(block, "citations")) AddAnthropic(citation, span);
      if (At(block, "annotations").is_array()) out_.shape = "langchain";
      for (const json& each : ListAt(block, "annotations")) AddLangChain(each, span);
    }
    return !out_.text.empty();
  }

  // ---- LlamaIndex, Haystack ----------------------------------------------------------------

  bool ReadFrameworks(const json& body) {
    if (At(body, "source_nodes").is_array()) {
      out_.shape = "llamaindex";
      out_.text = TextAt(body, "response");
      for (const json& scored : ListAt(body, "source_nodes")) {
        const json& node = At(scored, "node");
        AddSource(node.is_object() ? node : scored, {"text"});
      }
      return !out_.text.empty();
    }
    const json& answers = ListAt(body, "answers");
    const json& answer = answers.empty() ? body : answers[0];
    if (At(answer, "data").is_string() && At(answer, "documents").is_array()) {
      out_.shape = "haystack";
      out_.text = TextAt(answer, "data");
      out_.question = TextAt(answer, "query");
      for (const json& document : ListAt(answer, "documents")) AddSource(document, {"content"});
      return !out_.text.empty();
    }
    return false;
  }

  bool ReadRecord(const json& body) {
    out_.text = FirstText(body, {"response", "answer", "text", "summary", "actual_output",
                                 "actualOutput", "content"});
    if (out_.text.empty()) return false;
    out_.shape = "record";
    out_.question = FirstText(body, {"question", "user_input", "query", "input"});
    for (const std::string_view key : {"sources", "retrieved_contexts", "contexts",
                                       "retrieval_context", "context", "documents"}) {
      const json& list = At(body, key);
      if (list.is_string()) AddSource(list, {});
      for (const json& source : ListAt(body, key)) {
        AddSource(source, {"text", "content", "page_content", "context"});
      }
      if (!out_.sources.empty()) break;
    }
    ReadAddresses(body);
    return true;
  }

  /// An annotation whose place in the text is not yet known in bytes.
  struct Pending {
    Annotation annotation;
    Span part;
    int start = -1;
    int end = -1;
    OffsetUnit unit = OffsetUnit::kCodepoint;
  };

  const json& root_;
  CitedJson out_;
  std::vector<Pending> pending_;
  size_t seen_ = 0;
};

Result<IdMeaning> MeaningOf(const json& value, std::string_view id) {
  IdMeaning meaning;
  if (value.is_string()) {
    meaning.tag = value.get<std::string>();
  } else {
    meaning.tag = TextAt(value, "tag");
    meaning.document = TextAt(value, "document");
    meaning.sentence = IndexAt(value, "sentence");
  }
  if (!meaning.tag.empty() || !meaning.document.empty()) return meaning;
  return Status(StatusCode::kParseError,
                fmt::format("\"{}\": expected a sentence tag, or an object with \"tag\" or "
                            "\"document\" and \"sentence\"",
                            id));
}

}  // namespace

Result<CitedJson> ReadCitedJson(std::string_view bytes) {
  if (const auto bad = FindInvalidUtf8(bytes)) {
    return Status(StatusCode::kInvalidUtf8, fmt::format("invalid UTF-8 at byte {}", *bad));
  }
  GLOSS_ASSIGN_OR_RETURN(const json root, Parse(bytes));
  Reader reader(root);
  if (!reader.Read()) {
    return Status(StatusCode::kParseError,
                  "no cited text found in this JSON: docs/formats/cited_json.md lists the shapes "
                  "that are read");
  }
  return std::move(reader).Take();
}

Result<std::map<std::string, IdMeaning>> ReadIdTable(std::string_view bytes) {
  if (FindInvalidUtf8(bytes)) return Status(StatusCode::kInvalidUtf8, "invalid UTF-8");
  GLOSS_ASSIGN_OR_RETURN(const json root, Parse(bytes));
  std::map<std::string, IdMeaning> table;
  if (!root.is_object()) return Status(StatusCode::kParseError, "expected an object of ids");
  if (TextAt(root, "schema") == "glossator/tags/1") {
    for (const json& entry : ListAt(root, "tags")) {
      const std::string tag = TextAt(entry, "tag");
      table[tag] = {.tag = tag, .document = "", .sentence = -1};
    }
    return table;
  }
  for (const auto& [id, value] : root.items()) {
    GLOSS_ASSIGN_OR_RETURN(table[id], MeaningOf(value, id));
  }
  return table;
}

}  // namespace gloss
