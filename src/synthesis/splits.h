#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace gloss {

/// How data is parted; by default as in eTracer: train and eval at 3:7, seed 42.
struct SplitOptions {
  std::vector<int> shares = {3, 7};  ///< Of train and eval; of train, dev and eval; or of train.
  uint64_t seed = 42;
};

/// "3:7" or "8:1:1". Errors: kInvalidArgument.
Result<std::vector<int>> ParseSplit(std::string_view text);

/// The side of every document, by its hash. Sides are as large as their shares say, to within one
/// document; what a document's side is depends on the set of documents and the seed alone, not on
/// their order.
std::map<std::string, std::string> SplitDocuments(std::vector<std::string> documents,
                                                  const SplitOptions& options);

}  // namespace gloss
