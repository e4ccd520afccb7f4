#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grounding/reference_lexicon.h"
#include "text/words.h"
#include "types/span.h"

namespace gloss {

enum class MentionRole { kSubject, kObject, kOblique };

/// A noun phrase of a sentence: something that a later word can refer to.
struct Mention {
  Span span;         ///< In the sentence.
  std::string text;  ///< "a new drug for children", as it stands.
  std::string head;  ///< Folded head noun, or the last word of a name.
  Agreement agreement;
  MentionRole role = MentionRole::kObject;
  bool is_name = false;
  bool definite = false;
  bool bare = false;       ///< A common noun without determiner: "fever".
  bool nominative = true;  ///< German: it can stand as a subject as it is.
  bool pair = false;       ///< "Smith and Jones".
  bool in_pair = false;    ///< One of the two.
  bool place = false;      ///< A name after "in", "at" or "near".
  size_t words = 1;        ///< How many.
  size_t determiner = 0;   ///< Bytes of its determiner; 0 without one.
};

/// The noun phrases of a sentence in order, found with closed word lists: those that are sure
/// enough to be referred to, not all. Empty for languages without lists. Linear time.
std::vector<Mention> MentionsOf(std::string_view sentence, std::string_view language);

}  // namespace gloss
