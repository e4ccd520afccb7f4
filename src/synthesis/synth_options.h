#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "base/status.h"
#include "synthesis/instruction_generator.h"
#include "synthesis/near_duplicates.h"
#include "synthesis/splits.h"
#include "types/document.h"

namespace gloss {

/// What a document is cut into, and what is asked about each part.
struct TaskOptions {
  size_t per_part = 1;          ///< Texts about one part, each with another instruction.
  size_t part_tokens = 8000;    ///< Most of a part; longer documents are cut at sentences.
  size_t most_parts = 0;        ///< Of one document, from its beginning; 0: all.
  size_t fewest_sentences = 8;  ///< Parts with fewer are left out.
  size_t fewest_words = 100;    ///< Of the text; how many is drawn.
  size_t most_words = 300;
  size_t words_per_tag = 25;
  LanguageCode language;  ///< To write in; empty: that of the document.
  InstructionMix instructions;
  double relaxed_share = 0.5;  ///< Of examples whose prompt states the task without the rules.
  float temperature = 0.7F;    ///< Of the teacher.
  uint64_t seed = 42;          ///< Of instructions, lengths and the teacher.
  /// Tokens that the teacher may write beyond the text that is asked for: its reasoning.
  size_t reasoning_tokens = 1500;
};

/// When a cited text is good enough to learn from.
struct FilterOptions {
  size_t least_reasoning_words = 15;  ///< Beside tags.
  double least_used = 0.5;            ///< Share of the reasoning's tags that the text uses.
  double least_spread = 1.0;          ///< Of the parts that PartsNeeded (selection.h) asks for.
  double least_spacing = 0.7;         ///< Share of the text's tenths that hold a citation.
  size_t longest_uncited = 60;        ///< Words in a row.
  double most_filler = 0.1;           ///< Share of the sentences.
  double most_length_error = 0.5;     ///< |words - target| / target.
};

/// What the teacher may cost.
struct SpendOptions {
  size_t most_tokens = 0;  ///< Of prompts and answers, those of earlier runs too; 0: no end.
  double requests_per_minute = 0;  ///< 0: as fast as the server takes them.
  double tokens_per_minute = 0;    ///< Likewise.
  int jobs = 4;                    ///< Requests at once.
  std::optional<double> price_in;  ///< Of a million prompt tokens, in the user's currency.
  std::optional<double> price_out;
};

/// Grounding data: groups of sentence and claims, pairs of claim and evidence.
struct PairOptions {
  size_t sentences_per_part = 20;  ///< Whose claims are taken.
  size_t contradictions = 2;       ///< At most, of one claim.
  size_t neutrals = 5;             ///< Of one claim.
  bool ask_teacher = false;        ///< For one contradiction more of each claim.
  uint64_t seed = 42;
};

struct SynthOptions {
  bool examples = true;
  bool groups = false;
  bool pairs = false;
  TaskOptions tasks;
  FilterOptions filter;
  SpendOptions spend;
  PairOptions grounding;
  DuplicateOptions document_duplicates;
  DuplicateOptions text_duplicates{.words = 3, .similarity = 0.7};
  SplitOptions split;
};

/// Errors: kInvalidArgument.
Status ValidateOptions(const SynthOptions& options);

/// All settings that change what is made, for the summary.
std::map<std::string, std::string> SettingsOf(const SynthOptions& options);

}  // namespace gloss
