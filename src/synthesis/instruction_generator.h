#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "synthesis/random_choice.h"
#include "types/document.h"

namespace gloss {

enum class InstructionKind { kNone, kPositive, kAdversarial, kFormatting };

/// "none", "positive", "adversarial", "formatting".
std::string_view InstructionKindName(InstructionKind kind);

/// How often each kind is drawn; shares of their sum.
struct InstructionMix {
  double none = 0.4;
  double positive = 0.3;
  double adversarial = 0.15;
  double formatting = 0.15;
};

/// What a reader asks for beyond the summary itself.
struct CustomInstruction {
  InstructionKind kind = InstructionKind::kNone;
  std::string name;    ///< Of its template (instruction_templates.h).
  std::string text;    ///< Empty for kNone.
  std::string format;  ///< The layout that it asks for: "bullets" …; else empty.
};

/// What a document is about: its short headings, then its frequent names and words, as they stand
/// in it, at most `most`. Deterministic. REQUIRES: segmented.
std::vector<std::string> TopicsOf(const Document& document, size_t most);

/// Draws an instruction about the document, in `language`. A template that wants a topic is passed
/// over where there is none.
CustomInstruction MakeInstruction(const InstructionMix& mix, const Document& document,
                                  std::string_view language, RandomChoice& random);

/// True when the text has the layout that an instruction asked for ("": any).
bool HasFormat(std::string_view text, std::string_view format);

}  // namespace gloss
