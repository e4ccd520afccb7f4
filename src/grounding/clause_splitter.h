#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gloss {

/// Splits a sentence into the statements it joins, by rule: coordinated clauses ("A rose and B
/// fell"), verb phrases with one subject ("A rose and paid"), relative clauses and appositions
/// between commas ("Moe, who was born in 1902, painted"; "Paris, the capital of France, grew").
///
/// Only where the grammar is sure; each piece says no more than the sentence does. What is not
/// split: questions, conditions, reported speech, "or" outside of a denial, quantified or negated
/// subjects, anything within brackets or quotes, and words that may be a noun as well as a verb.
///
/// Gives the statements in order, each a sentence with a full stop; one or none when there is
/// nothing to split. en in full; de, es, fr, it coordination only; nothing for other languages.
/// Deterministic; at most `kMostClauses`.
std::vector<std::string> SplitClauses(std::string_view sentence, std::string_view language);

inline constexpr size_t kMostClauses = 12;

}  // namespace gloss
