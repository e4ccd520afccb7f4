#pragma once

#include <string>

#include "models/tag_automaton.h"

namespace gloss {

/// The rules of tag_automaton.h as a GBNF grammar (llama-server, vLLM), for servers that keep to
/// one. What it lets through the automaton lets through too, but it is stricter where that costs
/// little: no closing forms, no element names of six letters and more with less than two letters
/// that are no hex digits, no ">" right after a number. It cannot count: a tag may be written
/// several times. The tags stand in it as a tree, so that a server has few ways to follow at once.
std::string TagGrammar(const TagRules& rules);

}  // namespace gloss
