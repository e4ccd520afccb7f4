#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "grounding/prompt.h"
#include "models/generator.h"
#include "synthesis/synth_options.h"
#include "synthesis/synth_records.h"
#include "types/document.h"

namespace gloss {

/// A part of a document that texts are written about.
struct SynthSource {
  Document document;  ///< Of the part alone: segmented, with tags of its own.
  std::string whole;  ///< First 32 digits of the SHA-256 of the whole document's text.
  size_t part = 0;
  size_t parts = 1;
};

/// A document that is nearly the same as one before it.
struct NearDuplicateDocument {
  std::string uri;
  std::string like;
  double similarity = 0;
};

/// One text that the teacher is to write.
struct SynthTask {
  std::string id;     ///< Of everything that the teacher is asked, and what is to be learned.
  size_t source = 0;  ///< Into SynthPlan::sources.
  CustomInstruction instruction;
  LanguageCode language;  ///< To write in.
  size_t words = 0;
  size_t tags = 0;
  bool relaxed = false;
  uint64_t seed = 0;
  size_t prompt_tokens = 0;  ///< Estimated.
  int max_tokens = 0;        ///< Of the answer.
};

struct SynthPlan {
  std::vector<SynthSource> sources;
  std::vector<NearDuplicateDocument> near_duplicates;
  std::vector<SynthTask> tasks;
  std::string teacher;  ///< Name of the model.
};

/// Reads text as a source: a document of it, cut into sentences, as `verify` will read it.
using TextReader = std::function<Result<Document>(const std::string& text, const Document& whole)>;

/// Stages 1 and 2: leaves out near duplicates, cuts documents into parts, tags them, and draws an
/// instruction, a length and a prompt for every text. Deterministic: the same documents and options
/// give the same tasks. REQUIRES: documents are segmented. Errors: those of `read`, of prompts.
Result<SynthPlan> PlanSynthesis(std::vector<Document> documents, const TextReader& read,
                                const SynthOptions& options, std::string_view teacher);

/// What the teacher is asked: the strict prompt, and to write down its reasoning.
struct TeacherPrompt {
  std::string id;  ///< "oneshot_instruct_en_v1+synth_reasoning_en_v1"
  std::string sha256;
  std::vector<ChatMessage> messages;
};
Result<TeacherPrompt> TeacherPromptOf(const SynthTask& task, const SynthSource& source);

/// What is to be learned from the answer.
Result<ExamplePrompt> ExamplePromptOf(const SynthTask& task);

/// The part as it stands in both, between its tags.
std::string TaggedPart(const SynthSource& source);

}  // namespace gloss
