#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gloss {

/// What a cached result is of.
enum class ResultKind { kEmbedding = 1, kGeneration = 2, kEntailment = 3 };

/// "embedding", "generation", "entailment".
std::string_view ResultKindName(ResultKind kind);

/// SHA-256 of everything that a result depends on (store/cache_keys.h).
using ResultKey = std::array<unsigned char, 32>;

/// A result as bytes (store/result_codec.h).
struct CachedResult {
  ResultKey key{};
  std::string value;
};

struct CacheUsage {
  uint64_t entries = 0;
  uint64_t bytes = 0;  ///< Room that the entries take, with the overhead of the storage.
};

/// Results of model calls, kept from run to run. Holds no inputs, only their hashes.
///
/// A cache never fails its caller: what cannot be read (damaged, locked, never there) is a miss,
/// what cannot be written is dropped, and TakeWarnings says why, each reason once. Thread-safe.
class ResultCache {
 public:
  virtual ~ResultCache() = default;

  /// The value of each key, in order; nothing where there is none. What is found counts as used.
  virtual std::vector<std::optional<std::string>> Get(ResultKind kind,
                                                      std::span<const ResultKey> keys) = 0;

  /// Keeps all results of one call, or none of them; a key that is there already gets the new
  /// value. The least recently used entries make room where a size limit is reached.
  virtual void Put(ResultKind kind, std::span<const CachedResult> results) = 0;

  virtual CacheUsage Usage() = 0;

  /// What the user should know, in order, since the last call.
  virtual std::vector<std::string> TakeWarnings() = 0;
};

}  // namespace gloss
