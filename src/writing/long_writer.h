#pragma once

#include <cstddef>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "base/status.h"
#include "types/document.h"
#include "writing/partial_text.h"
#include "writing/salience.h"

namespace gloss {

struct LongTextOptions {
  size_t words = 300;              ///< Of the text that is asked for.
  size_t chunk_tokens = 30000;     ///< Of one part; the writer's window, where that is smaller.
  size_t fewest_part_words = 300;  ///< Of a partial text, and of a merged one that is not the last;
  size_t most_part_words = 600;    ///< by how much was read for it.
  /// File that keeps what is done; written after every text, so that a stopped call can be taken up
  /// by one with the same documents, options and writer. Empty: nothing is kept.
  std::string state_path;
};

/// What one partial text covers, and what became of it.
struct PartCoverage {
  std::vector<SentenceRange> ranges;
  size_t sentences = 0;      ///< Read for it.
  size_t cited = 0;          ///< Of them in the partial text.
  size_t cited_in_text = 0;  ///< Of them in the text that was asked for.
};

struct LongText {
  PartialText text;
  std::vector<PartialText> parts;      ///< In the order of the documents; one: `text` itself.
  std::vector<PartCoverage> coverage;  ///< One a part. Every sentence is in exactly one.
  size_t levels = 0;                   ///< Of merging; 0: the documents were read at once.
  size_t resumed = 0;                  ///< Texts that were taken from the state file.
  std::vector<std::string> warnings;
};

/// What became of each part, for the reader: "d1 sentences 1 to 812: 25 cited, 2 in the text; …".
/// Empty where the documents were read at once.
std::string DescribeCoverage(const LongText& text, std::span<const Document> documents);

/// Writes a cited text about documents of any length:
///
///   chunks at sentence boundaries (text_chunks.h) → a partial text each, cited
///     → groups of texts merged, until one is left; their citations are kept or left out, never new
///
/// Tags are checked after every step (tag_cleaning.h): a part cites only its own sentences, a
/// merged text only what the texts before it cite, each tag once. Memory: the documents and the
/// texts. Time: linear in the length of the documents, the writer aside.
class LongTextWriter {
 public:
  /// The writer must outlive the object.
  explicit LongTextWriter(PartialWriter& writer) : writer_(writer) {}

  /// `progress` is called with "parts" and "merge". Errors: kInvalidArgument (options; no sentence
  /// in the documents; a state file of another run); kParseError (a damaged state file); kIoError;
  /// those of the writer, kCancelled among them: what was done until then is in the state file.
  Result<LongText> Write(std::span<const Document> documents, const LongTextOptions& options,
                         const WritingProgress& progress, const std::stop_token& stop);

 private:
  class Run;

  PartialWriter& writer_;
};

}  // namespace gloss
