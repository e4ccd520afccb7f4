#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace gloss {

/// A source as text in a record.
struct InputSource {
  std::string id;     ///< As given; may be empty.
  std::string title;  ///< May be empty.
  std::string uri;    ///< May be empty.
  std::string text;
};

/// One response and its sources, read from JSON.
struct InputRecord {
  std::string id;  ///< As given (a number keeps its spelling); may be empty.
  std::string question;
  std::string response;
  std::string language;             ///< ISO 639-1 code; empty: detect it.
  bool response_truncated = false;  ///< "response_truncated": true or "finish_reason": "length".
  std::vector<InputSource> sources;
  std::map<std::string, std::string> extra;  ///< All other fields, as JSON text, to be passed on.
};

struct InputJsonOptions {
  bool require_sources =
      true;  ///< False: sources may come from elsewhere (files on the command line).
  size_t max_record_bytes = size_t{64} << 20;  ///< Of one record's JSON.
  size_t max_records = 1'000'000;
  size_t max_sources = 10'000;  ///< Of one record.
};

/// Reads records from JSON (one object, or a list of them) or JSON Lines, told apart by content; a
/// byte order mark is skipped. The shapes of the field are known by their names, the first of a row
/// that is there being taken:
///   response  "response" (RAGAS, RefChecker, ours), "answer", "claim" (LLM-AggreFact),
///             "actual_output", "actualOutput" (DeepEval)
///   question  "question", "user_input" (RAGAS), "query", "input"
///   sources   "sources" (ours), "retrieved_contexts" (RAGAS), "contexts", "retrieval_context",
///             "context", "documents", "doc" (LLM-AggreFact), "reference" (RefChecker),
///             "references"
///   id        "id", "record_id", "sample_id"
/// Sources are a text, a list of texts or of {id, title, uri, text | content | page_content}, or
/// such a list as a JSON text within a string. Other fields are kept in `extra`.
///
/// One result a record, so that one bad line does not lose the others; its error names the record,
/// the field and what was expected. Nothing is guessed: null, a wrong type, a name given twice,
/// NaN, a number out of range, a lone surrogate, nesting deeper than 64 are errors (kParseError),
/// as is a record that is too large (kTooLarge). Errors of the whole: kInvalidUtf8 with the byte
/// offset, kParseError (no record, a list that does not parse), kTooLarge (too many records).
Result<std::vector<Result<InputRecord>>> ReadInputRecords(std::string_view bytes,
                                                          const InputJsonOptions& options);

}  // namespace gloss
