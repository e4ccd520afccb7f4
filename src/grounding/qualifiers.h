#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grounding/sentence_words.h"

namespace gloss {

/// What a claim leaves out of its sentence that would make it say more than the sentence does,
/// found by closed word lists of en, de, es, fr, it (claim_guard.h names the objections):
///
/// - "qualifier_lost": the word before a short bracket without the bracket ("The bank (Ohio)").
/// - "restriction_lost": what "only", "nur", "solo" … restricts, without it.
/// - "bound_lost": a number without its "at least", "up to", "mehr als" …
/// - "time_lost": the time that opens the sentence ("In 2019, …") is missing.
/// - "attribution_lost": the sentence is "according to" somebody, or ends in ", said Moe"; the
/// claim
///   names no source.
std::optional<std::string> LostQualifier(const std::vector<Word>& claim,
                                         const SentenceWords& sentence);

}  // namespace gloss
