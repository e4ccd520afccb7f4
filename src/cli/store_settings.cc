#include "cli/store_settings.h"

#include "store/sqlite/sqlite_result_cache.h"

namespace gloss::cli {

std::string UserCacheFolder(const GetEnvironment& environment) {
  // Relative paths there are to be ignored (XDG Base Directory Specification).
  const auto xdg = environment("XDG_CACHE_HOME");
  if (xdg && xdg->starts_with('/')) return *xdg + "/glossator";
  const auto home = environment("HOME");
  return home && !home->empty() ? *home + "/.cache/glossator" : "";
}

void AddCacheFolderSetting(Settings& settings, StoreSettings& store) {
  // A project's file must not decide where texts are kept.
  settings.OnlyFromUser(
      settings
          .Add("--cache-dir", store.cache_dir,
               "Folder of the cache and of the run history (if absent: glossator in the user's "
               "cache folder)")
          ->type_name("DIR"));
}

void AddStoreSettings(Settings& settings, StoreSettings& store) {
  AddCacheFolderSetting(settings, store);
  settings.AddFlag("--no-cache", store.no_cache,
                   "Compute all results of models, and keep none (a cache never changes a report)");
  settings
      .Add("--cache-size", store.cache_size,
           "Most bytes of the cache's file, also as 500MB or 2GB; what was used least goes first")
      ->transform(CLI::AsSizeValue(false))
      ->check(CLI::Range(kLeastCacheBytes, uint64_t{1} << 44))
      ->type_name("SIZE");
  settings.AddFlag("--no-history", store.no_history,
                   "Do not keep this run, with its report, for \"glossator runs\"");
}

std::string StoreFolder(const StoreSettings& store) {
  return store.cache_dir.empty() ? UserCacheFolder(ProcessEnvironment) : store.cache_dir;
}

CacheOptions ToCacheOptions(const StoreSettings& store) {
  return {.folder = store.no_cache ? "" : StoreFolder(store), .max_bytes = store.cache_size};
}

}  // namespace gloss::cli
