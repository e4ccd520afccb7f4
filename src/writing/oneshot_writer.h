#pragma once

#include <stop_token>

#include "base/status.h"
#include "grounding/grounder.h"
#include "models/embedder.h"
#include "models/entailment_classifier.h"
#include "models/generator.h"
#include "types/cited_text.h"
#include "writing/cited_writer.h"

namespace gloss {

/// Writes a cited text with a model that can do so by itself: one prompt with the tagged sources,
/// or partial texts that are merged where they do not fit its window (prompted_parts.h,
/// long_writer.h), then verification and one repair round.
///
/// The model's decoding is held to the tags that exist where it can be; in any case what it wrote
/// is cleaned of false ones (tag_cleaning.h), and each sentence is grounded in what it cites
/// (citation_verifier.h). A sentence that is not borne out,
/// cites nothing, or copies a source without marking it, is, in this order:
/// - re-cited, where another sentence of the sources bears it out;
/// - quoted, where it is a sentence of the source word for word;
/// - rewritten once from the sentences that it cites, and verified again;
/// - dropped.
/// What was done is in the sentence's reason and, for dropped ones, in the warnings. So no citation
/// is left that the grounder rejects, and no mark that names nothing, whatever the model, the
/// sources or the instructions say.
///
/// Deterministic when the models are. Thread-safe when they are.
class OneshotWriter {
 public:
  /// All must outlive the object.
  OneshotWriter(Embedder& embedder, EntailmentClassifier& classifier, Generator& writer)
      : embedder_(embedder), classifier_(classifier), writer_(writer) {}

  /// Errors: kModelFailed, when it wrote nothing that the sources bear out; those of LongTextWriter
  /// and of the models; kCancelled.
  Result<CitedText> Write(WritingInput input, const WritingOptions& options,
                          const WritingProgress& progress, std::stop_token stop) const;

 private:
  class Run;

  Embedder& embedder_;
  EntailmentClassifier& classifier_;
  Generator& writer_;
};

/// True for a writer that is to be asked for the whole text: on a server, or with a window of
/// 8,000 tokens and more.
bool WritesWholeTexts(const ModelSpec& writer);

}  // namespace gloss
