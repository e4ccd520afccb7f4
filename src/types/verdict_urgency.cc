#include "types/verdict_urgency.h"

namespace gloss {

int VerdictUrgency(Verdict verdict) {
  switch (verdict) {
    case Verdict::kContradicted:
      return 5;
    case Verdict::kUnchecked:
      return 4;
    case Verdict::kConflicting:
      return 3;
    case Verdict::kNotEnoughInfo:
      return 2;
    case Verdict::kSupported:
      return 1;
    case Verdict::kNotCheckable:
      return 0;
  }
  return 0;
}

}  // namespace gloss
