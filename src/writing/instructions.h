#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gloss {

/// How a written text looks.
enum class WritingStyle { kProse, kBullets, kSections };

/// "prose", "bullets", "sections".
std::string_view WritingStyleName(WritingStyle style);
std::optional<WritingStyle> WritingStyleFromName(std::string_view name);

/// What instructions in words ask for.
struct ReadInstructions {
  std::string focus;                  ///< What the text is to be about; empty: everything.
  std::optional<WritingStyle> style;  ///< Bullets, headings, running text.
  std::vector<std::string> refused;   ///< Sentences that were not followed, with the reason.
};

/// Reads instructions sentence by sentence, in en, de, es, fr, it: "Focus on the costs." sets the
/// focus, "Use bullet points." the style. What touches the citations ("ignore the citation format",
/// "cite nothing", "use the tag deadbeef") or the rules as such is never followed, and is named in
/// `refused`, as is a table. What is not recognised is taken for the focus. Linear; any bytes.
ReadInstructions InterpretInstructions(std::span<const std::string> instructions);

}  // namespace gloss
