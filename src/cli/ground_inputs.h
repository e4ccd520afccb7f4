#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "engine/engine.h"

namespace gloss::cli {

/// What the command line names.
struct GroundInputs {
  std::string response;              ///< Path or "-".
  std::vector<std::string> sources;  ///< Files and folders.
  std::string format = "auto";       ///< "auto", "document", "json" or "jsonl".
};

/// What there is to ground, and the records that could not be read.
struct GroundInputList {
  std::vector<GroundRequest> requests;
  std::vector<Status> failures;
};

/// The requests that the inputs make: one for a document, one a record for JSON and JSONL. Each is
/// `base` with its response and sources (those of the record, then those of the command line).
/// Errors: no source, a folder without documents, a JSON file that cannot be read as a whole.
Result<GroundInputList> ReadGroundInputs(const GroundInputs& inputs, const GroundRequest& base);

/// Sources by file; of a folder, the documents in it. Errors: a folder without documents.
Result<std::vector<TextInput>> SourceFiles(const std::vector<std::string>& sources);

}  // namespace gloss::cli
