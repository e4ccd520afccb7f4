#pragma once

#include "base/status.h"
#include "types/document.h"

namespace gloss {

/// What every loaded document keeps to, whatever its bytes were: text of valid UTF-8 without NUL;
/// blocks in order, not empty, on character boundaries, with white space alone between them; the
/// furniture last; heading paths of earlier headings, each deeper than the one before; boxes in
/// order. Errors: kInternal, naming the rule that is broken. Linear time; thread-safe.
Status CheckDocument(const Document& document);

}  // namespace gloss
