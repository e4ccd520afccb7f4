#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/status.h"
#include "writing/partial_text.h"

namespace gloss {

inline constexpr std::string_view kLongTextStateSchema = "glossator/long_text_state/1";

/// The texts of a long document that are done (docs/formats/long_text_state.md).
struct LongTextState {
  std::string key;  ///< SHA-256 of all that the texts depend on.
  std::map<std::pair<size_t, size_t>, PartialText> texts;  ///< By level (0: parts) and place in it.
};

/// Errors: kNotFound; kParseError (not such a file, or damaged: what and where); those of ReadFile.
Result<LongTextState> ReadLongTextState(const std::string& path);

/// Whole or not at all. Errors: those of WriteFileAtomically.
Status WriteLongTextState(const std::string& path, const LongTextState& state);

}  // namespace gloss
