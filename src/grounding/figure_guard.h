#pragma once

#include <string_view>
#include <vector>

#include "grounding/sentence_words.h"

namespace gloss {

/// True for a unit of measure, time or scale in the language ("mg", "percent", "Wochen").
bool IsUnit(std::string_view folded, std::string_view language);

/// A figure of the claim has a unit or scale that it does not have in the sentence, or lacks the
/// one it has there. Numbers that are not in the sentence do not count. A claim must keep its
/// sentence's figures as they are, so this is stricter than CheckFigures, which converts.
bool UnitsDiffer(std::string_view claim, const SentenceWords& sentence);

/// The claim has an ordinal ("second") that is neither in the sentence nor in its context.
bool AddsOrdinal(const std::vector<Word>& claim, const SentenceWords& sentence);

}  // namespace gloss
