#pragma once

#include <optional>
#include <vector>

#include "base/status.h"

namespace gloss {

/// Answers of a model to a batch of inputs. When the model fails or is cancelled part way, the
/// items done so far are kept and `status` says why the rest is missing: nothing that was not
/// computed looks as if it was.
template <typename T>
struct BatchResult {
  std::vector<std::optional<T>> items;  ///< One an input, in input order.
  Status status;                        ///< OK exactly when every item is there.
};

}  // namespace gloss
