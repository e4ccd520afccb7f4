#pragma once

#include <map>
#include <stop_token>
#include <string>
#include <string_view>

#include "writing/cited_writer.h"
#include "writing/long_writer.h"
#include "writing/partial_text.h"

namespace gloss {

/// The models of an attribute-first writer; all must outlive what uses them.
struct WritingModels {
  Embedder& embedder;
  EntailmentClassifier& classifier;
  Generator* writer = nullptr;  ///< Null: rules alone.
};

/// The attribute-first writer (cited_writer.h) on the parts of a long document. A partial text
/// quotes the sentences of its part that are most worth citing. Merging writes anew about the
/// sentences that the partial texts cite, spread over the parts of the whole documents; only the
/// last text is shortened, written by the model where there is one, and verified. So nothing is
/// ever cited but sentences that a part chose, and what shortens and verifies does not grow with
/// the documents. Deterministic when the models are. Memory: one part.
class AttributeFirstParts : public PartialWriter {
 public:
  /// `options`: words are those of the tasks; instructions and language hold for all texts, style
  /// and tags for the last.
  AttributeFirstParts(const WritingModels& models, const WritingOptions& options)
      : models_(models),
        writer_(models.embedder, models.classifier, models.writer),
        options_(options) {}

  Result<PartialText> WritePart(const PartTask& task, const WritingProgress& progress,
                                const std::stop_token& stop) override;
  Result<PartialText> Merge(const MergeTask& task, const WritingProgress& progress,
                            const std::stop_token& stop) override;
  size_t CountTokens(std::string_view text) const override;
  size_t tokens_per_sentence() const override { return 0; }
  size_t window() const override { return 0; }
  std::map<std::string, std::string> Identity() const override;

 private:
  struct TextTask {
    size_t words = 0;
    bool is_last = false;  ///< The text is the one that was asked for.
  };

  /// `parts`: as of WritingInput.
  Result<PartialText> Write(const Excerpt& excerpt, std::vector<std::vector<size_t>> parts,
                            const TextTask& task, const WritingProgress& progress,
                            const std::stop_token& stop);

  WritingModels models_;
  CitedWriter writer_;
  WritingOptions options_;
};

/// A long text of an attribute-first writer with all that is known of its citations.
struct LongCitedText {
  CitedText text;  ///< Its documents are the whole ones; warnings name the parts.
  LongText parts;
};

/// Summarises documents of any length, attribute first (long_writer.h). `options.words` 0: 300.
/// Errors: as LongTextWriter::Write; kInvalidArgument for a question, since an answer is looked for
/// in all documents at once (CitedWriter::Write).
Result<LongCitedText> WriteLongAttributeFirst(const WritingModels& models, WritingInput input,
                                              const WritingOptions& options,
                                              LongTextOptions long_options,
                                              const WritingProgress& progress,
                                              const std::stop_token& stop);

}  // namespace gloss
