#pragma once

#include <string>
#include <string_view>

#include "base/status.h"

namespace gloss {

// The answers of a generative judge. They are asked for as JSON, by a schema (servers) or a grammar
// (models in this process), and checked here whoever wrote them: a judge that does not answer as
// asked has not answered.

/// The answer to a yes/no question.
struct YesNoAnswer {
  bool yes = false;
  std::string explanation;  ///< On one line, at most kMostExplanation bytes.
};

/// Which of two texts is better.
struct PlaceAnswer {
  std::string better;  ///< "first", "second" or "tie".
  std::string explanation;
};

inline constexpr size_t kMostExplanation = 600;

std::string YesNoSchema();
std::string YesNoGrammar();
std::string PlaceSchema();
std::string PlaceGrammar();

/// Reads {"explanation": text, "answer": "yes" | "no"}, alone or in a code fence. Errors
/// (kParseError): no JSON, anything before or after it, a member too many or too few, of another
/// type or with another word, a name given twice.
Result<YesNoAnswer> ReadYesNo(std::string_view text);

/// The same for {"explanation": text, "better": "first" | "second" | "tie"}.
Result<PlaceAnswer> ReadPlace(std::string_view text);

/// A text as JSON string on one line, with < and > escaped: nothing in it can end the string, look
/// like a tag or like a mark of a chat template.
std::string QuotedForJudge(std::string_view text);

}  // namespace gloss
