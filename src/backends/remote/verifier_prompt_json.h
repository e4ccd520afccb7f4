#pragma once

#include <span>
#include <vector>

#include "models/entailment_classifier.h"
#include "models/generator.h"

namespace gloss {

/// What the two chat verifiers say. The texts go in as JSON strings, so that no text can end its
/// own quotes and pass for the question.
std::vector<ChatMessage> LabelMessages(const PremiseHypothesis& pair);

/// REQUIRES: all pairs have one premise. Statements are numbered from 1.
std::vector<ChatMessage> JsonMessages(std::span<const PremiseHypothesis> pairs);

}  // namespace gloss
