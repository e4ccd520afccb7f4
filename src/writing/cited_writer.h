#pragma once

#include <cstddef>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "base/status.h"
#include "models/embedder.h"
#include "models/entailment_classifier.h"
#include "models/generator.h"
#include "types/cited_text.h"
#include "writing/instructions.h"
#include "writing/salience.h"
#include "writing/statements.h"

namespace gloss {

struct WritingOptions {
  size_t words = 0;  ///< Length of the text, marks aside; 0: a fifth of the sources, 60 to 300.
  size_t tags = 0;   ///< Sentences to cite, each once; 0: as many as the length needs.
  WritingStyle style = WritingStyle::kProse;
  bool style_is_set = false;              ///< `style` goes before what the instructions ask for.
  LanguageCode language;                  ///< That the reader wants; empty: that of the sources.
  std::vector<std::string> instructions;  ///< In words; see instructions.h.
  /// Not empty: the text answers it, from the sentences that are relevant to it alone, or says that
  /// the sources do not answer.
  std::string question;
  /// Least relevance (relevance.h, and a quarter of the share of the question's terms) of a
  /// sentence for an answer; tuned on the dev sets of docs/design/writing.md.
  float least_relevance = 0.45F;
  float share_of_best = 0.75F;  ///< Less relevant ones than this share of the best are left out.
  /// File that keeps what is done of a long text, to be taken up after a stop (long_writer.h);
  /// empty: nothing is kept.
  std::string state_path;
  bool keep_reasoning = false;  ///< A server writer's notes (<think>) are kept, as a warning.
  SalienceOptions salience;
  StatementOptions statements;
};

/// Errors: kInvalidArgument.
Status ValidateOptions(const WritingOptions& options);

/// All settings that change results, for the text's provenance.
std::map<std::string, std::string> SettingsOf(const WritingOptions& options);

/// What is to be written about.
struct WritingInput {
  std::vector<Document> documents;  ///< Segmented, with tags.
  std::vector<UnreadSource> unread_sources;
  /// Of documents that are excerpts: the part (PartOf) of each sentence in its whole document,
  /// so that the text is spread over that; empty: the documents are whole.
  std::vector<std::vector<size_t>> parts;
};

/// Writes a text about documents in which every statement cites the sentence that it was made of:
/// attribute first, then write.
///
///   sentences that state something (source_sentences.h) → salience (salience.h)
///     → choice, spread over the documents (selection.h) → statements, verified (statements.h)
///     → length (length_fit.h) → text (cited_layout.h)
///
/// The writer is asked for one sentence at a time and sees one source sentence; it never sees
/// instructions or marks. So neither a source nor an instruction can make a citation, and every
/// citation is borne out by its sentence, or is that sentence, marked as quoted. Deterministic when
/// the models are. Memory: the documents, and SalienceOptions::most_embedded vectors. Thread-safe
/// when the models are.
class CitedWriter {
 public:
  /// `writer` may be null: rules alone. All must outlive the object.
  CitedWriter(Embedder& embedder, EntailmentClassifier& classifier, Generator* writer)
      : embedder_(embedder), classifier_(classifier), writer_(writer) {}

  /// Errors: kInvalidArgument for options, and when no sentence of the documents can be cited;
  /// those of the models; kCancelled. The provenance lacks the product version.
  Result<CitedText> Write(WritingInput input, const WritingOptions& options,
                          const WritingProgress& progress, std::stop_token stop) const;

 private:
  class Run;

  Embedder& embedder_;
  EntailmentClassifier& classifier_;
  Generator* writer_;
};

}  // namespace gloss
