#pragma once

#include <memory>
#include <string>

#include "models/token_vectors.h"

struct llama_vocab;

namespace gloss {

/// Reads the token table ("token_embd.weight") of a GGUF file, mapped into memory: the library maps
/// the same pages, so it costs none of its own. `vocab` must outlive the table. Null when the file
/// has no such table or one in a form that cannot be widened to f32: static vectors are then not
/// to be had, and nothing else is lost.
std::unique_ptr<TokenVectors> MapTokenTable(const std::string& path, const llama_vocab& vocab);

}  // namespace gloss
