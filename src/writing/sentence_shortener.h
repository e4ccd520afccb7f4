#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "types/span.h"

namespace gloss {

/// A source sentence with parts left out.
struct ShortenedSentence {
  std::string text;        ///< As it is read: begins with a capital and ends with a full stop.
  std::vector<Span> kept;  ///< Of the source sentence, in order; empty where words were put in.
};

/// Shortens a sentence by rule, so that what is left is still said by it: numbers of paragraphs,
/// connectives at its beginning ("However,"), references and other brackets, relative clauses
/// between commas, subordinate clauses and lists of examples at its end, what follows a semicolon,
/// and single clauses (clause_splitter.h). Rules for en, de, es, fr, it; only the first and the
/// references for other languages.
///
/// What is never left out: conditions, exceptions, negations, hedges, who said it (claim_guard.h
/// objects to every candidate). Nothing is added.
///
/// Gives at most `kMostShortenings` candidates, longest first; the first may be the sentence
/// itself. Deterministic, linear in the sentence for each candidate.
std::vector<ShortenedSentence> ShortenSentence(std::string_view sentence,
                                               std::string_view language);

inline constexpr size_t kMostShortenings = 8;

/// True when a word of the text is surely a finite verb: closed lists and endings of en, de, es,
/// fr, it (finite_verbs.h).
bool HasFiniteVerb(std::string_view text, std::string_view language);

/// Bytes of the number of a paragraph before a sentence: "(1) ", "a) ", "2. "; 0 for none.
size_t EnumeratorLength(std::string_view sentence);

/// The sentence, or what is kept of it, word for word in the quotation marks of the language:
/// “[T]he plan […] was approved.” White space is collapsed.
std::string QuoteOf(std::string_view sentence, const std::vector<Span>& kept,
                    std::string_view language);

/// True for a statement that is marked as quoted: it stands as a whole in quotation marks.
bool IsQuotation(std::string_view statement);

/// What a quotation says, without its marks: “[T]he plan […] was approved.” → The plan was
/// approved.
std::string Unquoted(std::string_view statement);

}  // namespace gloss
