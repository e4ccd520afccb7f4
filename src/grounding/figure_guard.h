#pragma once

#include <string_view>
#include <vector>

#include "grounding/sentence_words.h"

namespace gloss {

/// True for a unit of measure, time or scale in one of the five languages ("mg", "percent",
/// "Wochen").
bool IsUnit(std::string_view folded);

/// A number of the claim has a unit that it does not have in the sentence, or lacks the one it has
/// there. Numbers that are not in the sentence do not count, and the first number of a range shares
/// the unit of the second.
bool UnitsDiffer(const std::vector<Word>& claim, const SentenceWords& sentence);

/// The claim has an ordinal ("second") that is neither in the sentence nor in its context.
bool AddsOrdinal(const std::vector<Word>& claim, const SentenceWords& sentence);

}  // namespace gloss
