#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace gloss {

/// Two words of the same form, each of which denies the other.
using WordPair = std::pair<std::string_view, std::string_view>;

/// Word lists of the contradiction rules for one language. Lower case.
struct ContradictionWords {
  std::vector<WordPair> opposites;    ///< "increased", "decreased".
  std::vector<WordPair> quantifiers;  ///< At the beginning of a statement: "all", "no".
  std::vector<WordPair> units;        ///< After a number: "million", "billion".
  /// Before a number that counts nothing ("article"), or that is one of many ("between").
  std::vector<std::string_view> labels;
  /// With these a negation or an opposite says something else: "only", "also".
  std::vector<std::string_view> scope;
};

/// Of en, de, es, fr or it; empty lists for other languages.
const ContradictionWords& ContradictionWordsOf(std::string_view language);

}  // namespace gloss
