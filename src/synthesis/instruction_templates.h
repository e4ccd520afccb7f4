#pragma once

#include <span>
#include <string_view>

namespace gloss {

/// A custom instruction to fill. `{topic}` is something that the document is about.
struct InstructionTemplate {
  std::string_view name;    ///< "focus", the same in all languages.
  std::string_view text;    ///< In the language.
  std::string_view format;  ///< Of formatting ones: the layout that is asked for; else empty.
};

/// The instructions of one language, after sui-1: what a reader may want, what tries to break the
/// rules of citation (which still hold), and how the text is to look.
struct InstructionTemplates {
  std::span<const InstructionTemplate> positive;
  std::span<const InstructionTemplate> adversarial;
  std::span<const InstructionTemplate> formatting;
};

/// Of en, de, es, fr or it; English for other languages.
const InstructionTemplates& InstructionTemplatesOf(std::string_view language);

}  // namespace gloss
