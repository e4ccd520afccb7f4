#include "types/relation.h"

namespace gloss {

std::string_view RelationName(Relation relation) {
  switch (relation) {
    case Relation::kEntailment:
      return "entailment";
    case Relation::kNeutral:
      return "neutral";
    case Relation::kContradiction:
      return "contradiction";
  }
  return "neutral";
}

std::optional<Relation> RelationFromName(std::string_view name) {
  for (Relation relation : {Relation::kEntailment, Relation::kNeutral, Relation::kContradiction}) {
    if (RelationName(relation) == name) return relation;
  }
  return std::nullopt;
}

int SignOf(Relation relation) {
  switch (relation) {
    case Relation::kEntailment:
      return 1;
    case Relation::kContradiction:
      return -1;
    case Relation::kNeutral:
      return 0;
  }
  return 0;
}

}  // namespace gloss
