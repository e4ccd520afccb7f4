#pragma once

#include "types/cited_text.h"

namespace gloss::testing {

/// A text with citations of every state and verdict, with its corrections.
CitedText SampleCitedText();

/// The same shape with texts that attack terminals, pages and Markdown.
CitedText HostileCitedText();

}  // namespace gloss::testing
