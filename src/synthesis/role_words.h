#pragma once

#include <string_view>
#include <vector>

namespace gloss {

/// Phrases around names and compared things, of one language. Lower case, words joined by one
/// space.
struct RoleWords {
  using List = std::vector<std::string_view>;

  List places_before;   ///< Before a place that only one can be: "born in", "capital of".
  List agents_before;   ///< Before a name that only one can be: "founded by".
  List agents_after;    ///< After one, where the verb ends the clause: "wurde von X gegründet".
  List places_after;    ///< After a place, likewise: "wurde in X geboren".
  List unique_verbs;    ///< After a name that begins the statement: "wrote", of what only one did.
  List before_persons;  ///< Before names of persons: "by", "with".
  List titles;          ///< Between such a phrase and the name: "presidente".
  List one_way;         ///< Between two names: "was succeeded by".
  List comparatives;    ///< "higher", and what makes one: "plus".
  List than;            ///< Between what is compared: "than", "compared with".
  List contrast;        ///< Between what is and what is not: "but not", "rather than".
  List instead;         ///< Those of them that stand between single words too: "rather than".
  List prepositions;    ///< Before what is compared: "in men than in women".
  List groups;          ///< Those of them that need not be said twice: "in men than women".
  List articles;        ///< With the same form in subject and object.
  List copulas;         ///< Before a comparative: "was".
  List versus;          ///< Between two numbers: "vs".
  std::string_view respectively;
  List from;    ///< Before the first of two numbers of a change: "from 5 to 7".
  List to;      ///< Before the second.
  List passed;  ///< Verbs of a change that tell no direction: "passé".
};

/// Of en, de, es, fr or it; empty lists for other languages.
const RoleWords& RoleWordsOf(std::string_view language);

/// Names of places that need no article, or have it with them, by kind: one can stand for another.
struct PlaceNames {
  std::vector<std::string_view> countries;
  std::vector<std::string_view> cities;
};

/// Of en, de, es, fr or it; empty lists for other languages.
const PlaceNames& PlaceNamesOf(std::string_view language);

}  // namespace gloss
