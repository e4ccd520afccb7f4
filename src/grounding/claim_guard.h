#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "grounding/sentence_words.h"

namespace gloss {

/// Why a claim must not stand for its sentence, found without a model; nothing when no rule
/// objects. Guards against what a small model makes up even where the entailment check passes it:
///
/// - "number_added": a number or ordinal that is neither in the sentence nor in its context.
/// - "unit_changed": a number whose unit in the sentence is missing or another one.
/// - "name_added": a capitalised word that is neither in the sentence nor in its context.
/// - "negation_lost": it holds the two content words after a negation, but no negation.
/// - "negation_added": a negation where sentence and context have none, or before a word that is
///   not negated in the sentence ("kills bacteria but does not work against viruses").
/// - "hedge_lost": it holds the two content words after "may", "possibly" …, but no hedge.
/// - "hedge_added": a hedge where the sentence has none.
/// - "attribution_lost": the same after "said", "claims" …
/// - "condition_lost": the sentence has an "if", "unless" or "except", the claim has none.
/// - "qualifier_lost", "restriction_lost", "bound_lost", "time_lost": a bracket, "only", "at
/// least",
///   an opening "In 2019," is missing (qualifiers.h).
/// - "pair_broken": the second number of "4.1% versus 2.3%" without the first.
/// - "cut_short": it is a stretch of the sentence that ends before a preposition, so that what
///   restricts it is missing.
/// - "malformed": in English, no verb after its first word where the sentence has one, a verb in
///   the past for its first word, or a subordinate clause alone.
/// - "off_sentence": less than half of its content words come from the sentence.
std::optional<std::string> ObjectionTo(std::string_view claim, const SentenceWords& sentence);

/// True for objections to claims that are not false but say nothing of their own ("off_sentence",
/// "cut_short"): they are left out, and no reason to decompose again.
bool IsIdleObjection(std::string_view objection);

}  // namespace gloss
