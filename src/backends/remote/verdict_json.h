#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace gloss {

/// JSON schema of the answer that ReadVerdicts reads, for `count` statements.
std::string VerdictSchema(size_t count);

/// Reads a model's verdicts on statements 1 … count out of its text; logits indexed by Relation.
/// All complete items are kept from an answer that is cut short, stands in a code fence or in
/// prose, or is a list inside a JSON string. A statement fails alone (kParseError): no item, an
/// item without number, verdict or with a word that names none, items that disagree, a score that
/// is no number from 0 to 1 or does not agree with the verdict. Numbers out of range are answers to
/// nothing.
std::vector<Result<std::array<float, 3>>> ReadVerdicts(std::string_view text, size_t count);

}  // namespace gloss
