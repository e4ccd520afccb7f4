#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "loaders/loader.h"
#include "types/document.h"

namespace gloss {

/// A source or response as a caller names it: a file to read, or text that is already at hand.
struct TextInput {
  std::string id;                   ///< Empty: given by position ("d1", "d2" …).
  std::string title;                ///< Empty: from the document.
  std::string uri;                  ///< Path, or "-" for standard input; a label when text is set.
  std::optional<std::string> text;  ///< Inline UTF-8 text; the file is not read then.
};

/// Reads one input and cuts it into sentences; tags are not given yet (AssignTags needs all
/// sources). `options.uri` is ignored. Errors: as LoadDocument.
Result<Document> ReadDocument(const TextInput& input, LoadOptions options);

/// The same for a response: of Markdown, its citation marks ([1], <cite>, <think>) stay in the text
/// as they are written, where a source shows what a reader sees (text/citation_marks.h).
Result<Document> ReadResponse(const TextInput& input, LoadOptions options);

}  // namespace gloss
