// Hostile input: the bytes of a cache or of a run history, as anyone who can write the folder
// leaves them.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/file_system.h"
#include "base/hash.h"
#include "store/result_codec.h"
#include "store/sqlite/sqlite_result_cache.h"
#include "store/sqlite/sqlite_run_history.h"

namespace {

/// One folder for all inputs of the process.
const std::string& Folder() {
  // Never destroyed: the function that removes the folder runs at the very end.
  static const auto* const folder = [] {
    auto* name = new std::string(
        (std::filesystem::temp_directory_path() / "gloss_store_fuzz_XXXXXX").string());
    if (mkdtemp(name->data()) == nullptr) std::abort();
    std::atexit([] { std::filesystem::remove_all(Folder()); });
    return name;
  }();
  return *folder;
}

void Reset() {
  for (const auto& entry : std::filesystem::directory_iterator(Folder())) {
    std::filesystem::remove_all(entry.path());
  }
}

/// A damaged file may show at any call and then costs what it held; the second try is on a new one.
bool KeepsWhatIsPut(gloss::ResultCache& cache) {
  const gloss::CachedResult result[] = {{gloss::Sha256Bytes("new"), "value"}};
  const gloss::ResultKey key[] = {result[0].key};
  for (int attempt = 0; attempt < 2; ++attempt) {
    cache.Put(gloss::ResultKind::kEmbedding, result);
    if (cache.Get(gloss::ResultKind::kEmbedding, key)[0] == "value") return true;
  }
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  (void)gloss::DecodeEmbedding(bytes);
  (void)gloss::DecodeLogits(bytes);
  if (const auto text = gloss::DecodeGeneration(bytes)) {
    if (gloss::EncodeGeneration(*text) != bytes) std::abort();
  }

  Reset();
  if (!gloss::WriteFileAtomically(Folder() + "/results.sqlite", bytes).ok()) std::abort();
  if (!gloss::WriteFileAtomically(Folder() + "/runs.sqlite", bytes).ok()) std::abort();
  gloss::SqliteResultCacheOptions options;
  options.folder = Folder();
  options.max_bytes = gloss::kLeastCacheBytes;
  options.now = [] { return int64_t{2'000'000'000}; };
  {
    gloss::SqliteResultCache cache(options);
    const gloss::ResultKey keys[] = {gloss::Sha256Bytes("a"), gloss::Sha256Bytes("b")};
    const auto values = cache.Get(gloss::ResultKind::kEmbedding, keys);
    // Only what was put under the key passes its checksum.
    if (values[0] && *values[0] != "first value") std::abort();
    if (values[1] && *values[1] != "second value") std::abort();
    if (!KeepsWhatIsPut(cache)) std::abort();
  }
  auto history = gloss::SqliteRunHistory::Open({.folder = Folder(), .limits = {}});
  if (!history.ok()) return 0;  // said to be of a newer version
  if (const auto runs = (*history)->List(10); runs.ok()) {
    for (const gloss::RunRecord& run : *runs) (void)(*history)->Find(run.id);
  }
  (void)(*history)->Add({});
  return 0;
}
