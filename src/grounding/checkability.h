#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gloss {

/// Why a response sentence states nothing that sources could support: "greeting", "question",
/// "offer", "advice to the reader", "heading", "refusal" (also "I don't know"), "opinion"; nothing
/// for everything else.
///
/// Conservative, so that no statement gets by unchecked: except for questions the whole sentence
/// must be made of the fixed words of such phrases, and one other word (or any number) makes it
/// checkable. "Hello!" is a greeting, "Hello, aspirin cures cancer." is not; "I think it is a good
/// idea." is an opinion, "I think aspirin is good for the heart." is not. Rules for en, de, es,
/// fr, it; other languages know questions only. `is_heading`: the sentence stands in a heading.
std::optional<std::string> NotCheckableReason(std::string_view sentence, std::string_view language,
                                              bool is_heading);

/// Yes/no answers as a whole sentence: "Yes.", "False", "Ja!" → true for the affirmative ones.
std::optional<bool> BareAnswer(std::string_view sentence, std::string_view language);

/// A sentence that is no statement without the question it answers: a bare yes or no, a single
/// word, or a few words of which all are names, numbers, units or function words ("New York City",
/// "50 mg").
bool IsFragment(std::string_view sentence, std::string_view language);

/// The statement that a bare answer makes of a true/false question: "Paris is in France. True or
/// false?" with "false" → "Paris is not in France." Nothing when the question is no statement with
/// such a mark, or its denial cannot be formed by rule (polarity_flip.h).
std::optional<std::string> StatementOfAnswer(std::string_view question, bool affirmative,
                                             std::string_view language);

}  // namespace gloss
