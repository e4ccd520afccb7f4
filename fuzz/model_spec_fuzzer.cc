// Hostile input: a model spec from anywhere.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "models/model_spec.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view json(reinterpret_cast<const char*>(data), size);
  const auto spec = gloss::ParseModelSpec(json);
  if (!spec.ok()) {
    if (spec.status().code() != gloss::StatusCode::kParseError) std::abort();
    return 0;
  }
  if (spec->name.empty() || spec->max_tokens < 0) std::abort();
  const gloss::RelationScores scores = gloss::Calibrate({1, 2, 3}, spec->calibration);
  for (const float probability : scores.probabilities) {
    if (!(probability >= 0 && probability <= 1)) std::abort();
  }
  return 0;
}
