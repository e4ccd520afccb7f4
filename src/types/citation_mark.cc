#include "types/citation_mark.h"

namespace gloss {

std::string_view MarkFormName(MarkForm form) {
  switch (form) {
    case MarkForm::kBracket:
      return "bracket";
    case MarkForm::kLenticular:
      return "lenticular";
    case MarkForm::kElement:
      return "element";
    case MarkForm::kTag:
      return "tag";
    case MarkForm::kFootnote:
      return "footnote";
    case MarkForm::kDefinition:
      return "definition";
    case MarkForm::kSuperscript:
      return "superscript";
    case MarkForm::kSource:
      return "source";
    case MarkForm::kLink:
      return "link";
    case MarkForm::kPrivateUse:
      return "private_use";
    case MarkForm::kThinking:
      return "thinking";
    case MarkForm::kAnnotation:
      return "annotation";
  }
  return "bracket";
}

}  // namespace gloss
