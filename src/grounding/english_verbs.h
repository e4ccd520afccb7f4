#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gloss {

enum class VerbForm {
  kBase,     ///< "reduce": also the present tense of a plural subject.
  kPresent,  ///< "reduces"
  kPast,     ///< "reduced": also the participle of regular verbs.
};

struct EnglishVerb {
  std::string base;
  VerbForm form = VerbForm::kBase;
};

/// Reads a folded word as a finite form of one of the verbs that statements of fact are commonly
/// made with; nothing when it is none of them.
std::optional<EnglishVerb> ReadEnglishVerb(std::string_view folded);

/// True for past participles ("been", "reduced", "shown").
bool IsEnglishParticiple(std::string_view folded);

}  // namespace gloss
