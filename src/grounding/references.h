#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "grounding/mentions.h"
#include "types/claim.h"
#include "types/span.h"

namespace gloss {

/// A sentence with its references to the text before put into words. White space is collapsed.
struct ResolvedSentence {
  std::string text;  ///< "The bridge was closed in 1990."
  /// What was put in for what, in order; spans in the sentence that was given.
  std::vector<Substitution> substitutions;
  /// Words that refer back and stayed: the text does not say surely what they stand for.
  std::vector<OpenReference> open;
};

/// Resolves words that refer to the sentences before: pronouns ("it", "sie", "ella"), possessives
/// ("its" → "Norway's"; English), definite descriptions ("the drug", "that fee", "the latter"), and
/// subjects that were left out ("Fue fundada en 1990."). Deterministic; en, de, es, fr, it.
///
/// A word is resolved to the noun phrase before it that agrees in number, gender and person or
/// thing, by role (subjects first), nearness and definiteness, and only when no other one comes
/// near. Everything else is open: two candidates, none, "this" for a whole statement, or a phrase
/// that would have to change its form, and a time that only the day of writing tells ("next year").
/// A word whose antecedent can be in its own sentence is left alone. Not thread-safe; one response
/// each.
class ReferenceResolver {
 public:
  explicit ReferenceResolver(std::string_view language);

  /// Takes a sentence into the context: the question, then the response's sentences in order, each
  /// as it was resolved.
  void AddContext(std::string_view sentence);

  /// Reads one sentence against the context; does not take it in, but remembers of whom it speaks
  /// as of a person.
  ResolvedSentence Resolve(std::string_view sentence);

 private:
  struct Candidate {
    Mention mention;
    size_t sentence = 0;
    int mentions = 1;  ///< How often the context names it.
    std::string is_a;  ///< Head of what its sentence says that it is: "nausea was an event".
  };
  struct Choice {
    const Candidate* best = nullptr;
    std::vector<std::string> candidates;
  };
  struct Reading;

  Choice Choose(const Agreement& agreement, const std::string& head) const;
  bool ReadWord(Reading& reading, size_t at);
  bool ReadDefinite(Reading& reading, size_t at) const;
  void ReadElidedSubject(Reading& reading) const;
  bool Apply(Reading& reading, Span span, const Choice& choice, bool possessive) const;
  void MarkPersons(std::vector<Mention>& mentions);
  std::string AsSubject(const Mention& mention, bool& sure) const;

  std::string language_;
  const ReferenceLexicon* lexicon_;
  std::vector<Candidate> candidates_;
  std::set<std::string> persons_;  ///< Last words of names of persons.
  size_t sentences_ = 0;
};

}  // namespace gloss
