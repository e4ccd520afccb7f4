#pragma once

#include "text/utf8.h"

namespace gloss {

/// How a report or document is written as JSON.
struct JsonOptions {
  OffsetUnit offset_unit = OffsetUnit::kCodepoint;  ///< Unit of every "start" and "end".
  bool compact = false;    ///< One line without spaces (JSONL), else indented by 2.
  bool word_boxes = true;  ///< Write the position of every word of paged documents ("words").
  bool html_safe = false;  ///< Escape < > & so that the text can stand in a script element.
};

}  // namespace gloss
