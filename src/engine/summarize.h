#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "base/status.h"
#include "engine/documents.h"
#include "models/embedder.h"
#include "models/entailment_classifier.h"
#include "models/generator.h"
#include "types/cited_text.h"
#include "writing/cited_writer.h"

namespace gloss {

/// A text to write about sources: a summary, or the answer to a question.
struct SummarizeRequest {
  std::vector<TextInput> sources;
  WritingOptions writing;  ///< With a question: an answer.
  LoadOptions load;        ///< For all sources; uri is ignored.
};

/// Reads the sources. One that cannot be read is in the input as unread. Errors: none of them could
/// be read (the first one's error).
Result<WritingInput> ReadWritingInput(const SummarizeRequest& request);

/// The languages of the sources, sorted, without repetition (engine/text_languages.h).
std::vector<std::string> LanguagesOf(const WritingInput& input);

}  // namespace gloss
