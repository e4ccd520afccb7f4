#include "types/claim.h"

namespace gloss {

std::string_view ClaimOriginName(ClaimOrigin origin) {
  switch (origin) {
    case ClaimOrigin::kModel:
      return "model";
    case ClaimOrigin::kSentence:
      return "sentence";
  }
  return "sentence";
}

}  // namespace gloss
