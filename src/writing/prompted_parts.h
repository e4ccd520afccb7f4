#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "models/generator.h"
#include "writing/partial_text.h"

namespace gloss {

struct PromptedPartsOptions {
  LanguageCode language;    ///< Of the texts; empty or without prompts: English.
  std::string instruction;  ///< The reader's, in words; may be empty.
  bool relaxed = false;     ///< The relaxed forms of the prompts (prompts/README.md).
  size_t tags = 0;          ///< Sentences to cite in the last text; 0: one for 25 words.
  bool constrained = true;  ///< False: decoding is free, to measure what holding it is worth.
  float retry_temperature = 0.7F;  ///< Of the one further try, where a text cites nothing.
  uint64_t seed = 42;
};

/// Ranges of documents between their tags (text/tagged_document.h), as a prompt takes them: marks
/// of chat templates are broken, so that no source can end its message.
std::string TaggedText(std::span<const Document> documents, std::span<const SentenceRange> ranges);

/// Tokens of a text by the model, where it can count them; else EstimateTokens.
size_t CountTokensFor(const Generator& generator, std::string_view text);

/// A model that reads tagged text and writes cited text, on the parts of a long document:
/// prompts/iterative_* for parts, merge_* for merging, oneshot_* for a document that is read at
/// once; sui1_v1 in place of the last two for sui-1 (by its name), which was trained on it. Its
/// decoding is held to the tags that it may cite where that can be done. A text that cites nothing
/// is asked for once more. A text that the token limit cut ends at its last citation. What a text
/// says is not verified here. Thread-safe when the model is.
class PromptedParts : public PartialWriter {
 public:
  /// The generator must outlive the object.
  PromptedParts(Generator& generator, const PromptedPartsOptions& options)
      : generator_(generator), options_(options) {}

  Result<PartialText> WritePart(const PartTask& task, const WritingProgress& progress,
                                const std::stop_token& stop) override;
  Result<PartialText> Merge(const MergeTask& task, const WritingProgress& progress,
                            const std::stop_token& stop) override;
  size_t CountTokens(std::string_view text) const override {
    return CountTokensFor(generator_, text);
  }
  size_t tokens_per_sentence() const override { return 24; }
  size_t window() const override;
  std::map<std::string, std::string> Identity() const override;

 private:
  Result<PartialText> Ask(std::string_view kind, std::map<std::string, std::string> values,
                          size_t words, const std::set<std::string>& allowed,
                          const std::stop_token& stop) const;
  std::string PromptId(std::string_view kind) const;

  Generator& generator_;
  PromptedPartsOptions options_;
};

}  // namespace gloss
