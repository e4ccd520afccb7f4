#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace gloss {

/// The token table of an embedding model: one vector a token, whatever stands around it. A weighted
/// sum of them is a text's static vector, which costs no run of the model. Thread-safe.
class TokenVectors {
 public:
  virtual ~TokenVectors() = default;

  /// Token ids of a text, without those that a model puts around its input. Any bytes are taken.
  virtual std::vector<int32_t> Tokens(std::string_view text) const = 0;

  virtual size_t dimension() const = 0;

  /// Adds weight × (the token's vector - the mean of the table) to `sum` (dimension() values).
  virtual void Add(int32_t token, float weight, std::span<float> sum) const = 0;
};

}  // namespace gloss
