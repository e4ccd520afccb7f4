#pragma once

#include <cstdint>
#include <string>

#include "cli/settings.h"
#include "engine/engine.h"

namespace gloss::cli {

/// Where results of models and finished runs are kept.
struct StoreSettings {
  std::string cache_dir;  ///< Empty: UserCacheFolder.
  bool no_cache = false;
  uint64_t cache_size = uint64_t{1} << 30;  ///< Bytes.
  bool no_history = false;
};

/// The folder of this program in the user's cache: glossator/ in XDG_CACHE_HOME or in ~/.cache;
/// empty when no home is known. GLOSSATOR_CACHE_DIR, the variable of --cache-dir, replaces it.
std::string UserCacheFolder(const GetEnvironment& environment);

/// --cache-dir alone: for commands that only read.
void AddCacheFolderSetting(Settings& settings, StoreSettings& store);

/// --cache-dir, --no-cache, --cache-size, --no-history.
void AddStoreSettings(Settings& settings, StoreSettings& store);

/// Folder of cache and history; empty: none is known.
std::string StoreFolder(const StoreSettings& store);

CacheOptions ToCacheOptions(const StoreSettings& store);

}  // namespace gloss::cli
