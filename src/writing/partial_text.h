#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "types/document.h"
#include "writing/cited_layout.h"
#include "writing/salience.h"
#include "writing/sentence_range.h"

namespace gloss {

/// A cited text about a part of the documents.
struct PartialText {
  std::string text;                         ///< With tags: <a3f5e823>.
  std::vector<std::string> tags;            ///< That it cites, in the order of the text.
  std::vector<SentenceRange> covers;        ///< What was read for it, in order.
  std::vector<PlacedStatement> statements;  ///< Of attribute-first writers; else empty.
  std::vector<std::string> notes;           ///< What a reader must know.
};

/// What one text is to be about. Views of what the caller keeps.
struct PartTask {
  std::span<const Document> documents;    ///< All of them, segmented, with tags.
  std::span<const SentenceRange> ranges;  ///< The part.
  size_t words = 300;
  bool is_whole = false;  ///< There are no other parts: the text is the one that was asked for.
};

/// Texts that are to become one.
struct MergeTask {
  std::span<const Document> documents;
  std::span<const PartialText> texts;  ///< In the order of the documents; at least two.
  size_t words = 300;
  bool is_last = false;  ///< The text is the one that was asked for.
};

/// Writes the texts of a long document (long_writer.h). A text may cite nothing but the sentences
/// of its part, a merged one nothing but what its texts cite; what else it cites is taken out.
class PartialWriter {
 public:
  virtual ~PartialWriter() = default;

  /// `text` and, if it has them, `statements` and `notes`; the caller fills the rest.
  /// Errors: those of models; kCancelled.
  virtual Result<PartialText> WritePart(const PartTask& task, const WritingProgress& progress,
                                        const std::stop_token& stop) = 0;
  virtual Result<PartialText> Merge(const MergeTask& task, const WritingProgress& progress,
                                    const std::stop_token& stop) = 0;

  /// Tokens of a text, as the writer counts them.
  virtual size_t CountTokens(std::string_view text) const = 0;

  /// What the two tags of a sentence add to it, where the writer reads them.
  virtual size_t tokens_per_sentence() const = 0;

  /// Most tokens of one part, and of the texts of one merge; 0: no limit of its own.
  virtual size_t window() const = 0;

  /// Everything that its texts depend on besides the task: models, prompts, settings.
  virtual std::map<std::string, std::string> Identity() const = 0;
};

}  // namespace gloss
