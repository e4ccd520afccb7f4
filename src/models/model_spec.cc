#include "models/model_spec.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>

#include "base/file_system.h"
#include "base/hash.h"
#include "base/nearest_word.h"
#include "models/model_lock.h"
#include "models/model_spec_json.h"

namespace gloss {
namespace {

namespace fs = std::filesystem;

/// Files that passed Verify in this process, by identity: hashing 90 MB at every load is wasted
/// time. A file that is written to has another size or time.
class VerifiedFiles {
 public:
  static VerifiedFiles& Instance() {
    static VerifiedFiles files;
    return files;
  }

  bool Contains(const std::string& path, const struct stat& info, const std::string& sha256) {
    const std::lock_guard lock(mutex_);
    const auto found = sha256_of_.find(KeyOf(path, info));
    return found != sha256_of_.end() && found->second == sha256;
  }

  void Add(const std::string& path, const struct stat& info, const std::string& sha256) {
    const std::lock_guard lock(mutex_);
    sha256_of_[KeyOf(path, info)] = sha256;
  }

 private:
  using Key = std::tuple<std::string, uint64_t, uint64_t, int64_t, int64_t>;

  static Key KeyOf(const std::string& path, const struct stat& info) {
    return {path, static_cast<uint64_t>(info.st_ino), static_cast<uint64_t>(info.st_size),
            static_cast<int64_t>(info.st_mtim.tv_sec), static_cast<int64_t>(info.st_mtim.tv_nsec)};
  }

  std::mutex mutex_;
  std::map<Key, std::string> sha256_of_;
};

/// The *.json files of a folder, in order of name; a folder that does not exist has none.
std::vector<std::string> SpecFilesOf(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().extension() == ".json" && IsRegularFile(entry->path().string())) {
      paths.push_back(entry->path().string());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string RemedyFor(const ModelSpec& spec) {
  if (!spec.repo.empty()) {
    return fmt::format(
        "fetch it with \"glossator models pull {}\", or give its folder in "
        "GLOSSATOR_MODEL_DIR",
        spec.name);
  }
  return spec.source.empty() ? "restore it, or give its folder in GLOSSATOR_MODEL_DIR"
                             : fmt::format(
                                   "run set-up again (it comes from {}), or give its folder "
                                   "in GLOSSATOR_MODEL_DIR",
                                   spec.source);
}

/// Where a file of a model may be: beside its spec, then in the model folders.
std::vector<std::string> PlacesOf(const std::string& file,
                                  const std::vector<std::string>& folders) {
  if (fs::path(file).is_absolute()) return {file};
  std::vector<std::string> places;
  for (const std::string& folder : folders) {
    std::string place = (fs::path(folder) / file).string();
    if (std::find(places.begin(), places.end(), place) == places.end()) {
      places.push_back(std::move(place));
    }
  }
  return places;
}

std::optional<std::string> FirstFile(const std::vector<std::string>& places) {
  const auto found = std::find_if(places.begin(), places.end(),
                                  [](const std::string& place) { return IsRegularFile(place); });
  return found == places.end() ? std::nullopt : std::optional(*found);
}

Status NotFound(const ModelSpec& spec, std::string_view what, const std::string& file,
                const std::vector<std::string>& places) {
  return {StatusCode::kModelUnavailable,
          fmt::format("model {}: {} {} not found; looked at {}; {}", spec.name, what, file,
                      fmt::join(places, ", "), RemedyFor(spec))};
}

}  // namespace

std::string_view ModelRoleName(ModelRole role) {
  switch (role) {
    case ModelRole::kEmbedder:
      return "embedder";
    case ModelRole::kEntailment:
      return "entailment";
    case ModelRole::kDecomposer:
      return "decomposer";
    case ModelRole::kWriter:
      return "writer";
  }
  return "entailment";
}

std::vector<ModelFile> FilesOf(const ModelSpec& spec) {
  if (!spec.parts.empty() || spec.file.empty()) return spec.parts;
  return {{spec.file, spec.sha256, spec.size_bytes}};
}

std::string QueryText(const ModelSpec& spec, std::string_view claim) {
  return spec.query_prefix + std::string(claim);
}

std::string PassageText(const ModelSpec& spec, std::string_view sentence) {
  return spec.passage_prefix + std::string(sentence);
}

std::vector<std::string> UncoveredLanguages(const ModelSpec& spec,
                                            std::span<const std::string> languages) {
  std::vector<std::string> uncovered;
  if (spec.languages.empty()) return uncovered;
  const auto has = [](const std::vector<std::string>& list, const std::string& language) {
    return std::find(list.begin(), list.end(), language) != list.end();
  };
  for (const std::string& language : languages) {
    if (!has(spec.languages, language) && !has(uncovered, language)) uncovered.push_back(language);
  }
  return uncovered;
}

Result<ModelRegistry> ModelRegistry::Load(const std::vector<std::string>& spec_folders,
                                          const std::vector<std::string>& file_folders) {
  struct Entry {
    ModelSpec spec;
    std::string path;
  };
  std::map<std::string, Entry> by_name;
  std::vector<std::string> folders_read;
  for (const std::string& folder : spec_folders) {
    std::error_code error;
    const std::string canonical = fs::weakly_canonical(folder, error).string();
    if (std::find(folders_read.begin(), folders_read.end(), canonical) != folders_read.end()) {
      continue;
    }
    folders_read.push_back(canonical);
    for (const std::string& path : SpecFilesOf(folder)) {
      GLOSS_ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
      auto parsed = ParseModelSpecIfAny(text);
      if (!parsed.ok()) return parsed.status().WithContext(path);
      if (!parsed->has_value()) continue;
      const std::string name = (*parsed)->name;
      const auto [place, added] = by_name.emplace(name, Entry{std::move(**parsed), path});
      // A folder named earlier overrides a later one; within a folder, two are a mistake.
      if (!added && fs::path(place->second.path).parent_path() == fs::path(path).parent_path()) {
        return Status(StatusCode::kInvalidArgument,
                      fmt::format("{}: the model name \"{}\" is already used by {}", path, name,
                                  place->second.path));
      }
    }
  }
  ModelRegistry registry;
  registry.file_folders_ = file_folders;
  for (auto& [name, entry] : by_name) {
    registry.specs_.push_back(std::move(entry.spec));
    registry.spec_folder_of_.push_back(fs::path(entry.path).parent_path().string());
    if (std::optional<ModelFile>& adapter = registry.specs_.back().adapter) {
      const auto places = PlacesOf(adapter->file, registry.FoldersOf(registry.specs_.back()));
      adapter->file = FirstFile(places).value_or(adapter->file);
    }
  }
  return registry;
}

Result<ModelSpec> ModelRegistry::Find(std::string_view name) const {
  std::vector<std::string> names;
  for (const ModelSpec& spec : specs_) {
    if (spec.name == name) return spec;
    names.push_back(spec.name);
  }
  const std::string nearest = NearestWord(name, names, name.size());
  std::string message = fmt::format("model \"{}\": no such model", name);
  if (!nearest.empty()) message += fmt::format("; did you mean \"{}\"?", nearest);
  return Status(StatusCode::kNotFound,
                fmt::format("{} Known: {}", message,
                            names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
}

Result<ModelSpec> ModelRegistry::DefaultFor(ModelRole role) const {
  for (const ModelSpec& spec : specs_) {
    if (spec.role == role && spec.is_default) return spec;
  }
  return Status(StatusCode::kNotFound,
                fmt::format("no default model of role {}: name one, or put its spec into models/",
                            ModelRoleName(role)));
}

Result<ModelSpec> ModelRegistry::DefaultFor(ModelRole role,
                                            std::span<const std::string> languages) const {
  std::vector<const ModelSpec*> candidates;
  for (const ModelSpec& spec : specs_) {
    if (spec.role == role && spec.is_default) candidates.push_back(&spec);
  }
  if (candidates.empty()) return DefaultFor(role);
  const bool unknown =
      languages.empty() || std::any_of(languages.begin(), languages.end(), [&](const auto& one) {
        return std::none_of(candidates.begin(), candidates.end(), [&](const ModelSpec* spec) {
          return UncoveredLanguages(*spec, {&one, 1}).empty();
        });
      });
  // Languages it is not made for, then others that it is made for; not to say counts as many.
  const auto cost = [&](const ModelSpec& spec) {
    constexpr int64_t kMany = 1000;
    const auto breadth = static_cast<int64_t>(spec.languages.size());
    const int64_t others = unknown ? -breadth : breadth == 0 ? kMany : breadth;
    return std::pair(UncoveredLanguages(spec, languages).size(), others);
  };
  return **std::min_element(candidates.begin(), candidates.end(),
                            [&](const auto* a, const auto* b) { return cost(*a) < cost(*b); });
}

Result<ModelSpec> ModelRegistry::EmbedderFor(const ModelSpec& judge,
                                             std::span<const std::string> languages) const {
  if (!judge.calibration.embedder.empty()) return Find(judge.calibration.embedder);
  std::vector<std::string> wanted(languages.begin(), languages.end());
  for (const std::string& language : UncoveredLanguages(judge, languages)) {
    std::erase(wanted, language);
  }
  if (wanted.empty()) wanted = judge.languages;
  return DefaultFor(ModelRole::kEmbedder, wanted);
}

std::string ModelRegistry::CardOf(const ModelSpec& spec) const {
  for (size_t i = 0; i < specs_.size(); ++i) {
    if (specs_[i].name != spec.name) continue;
    std::string path = (fs::path(spec_folder_of_[i]) / (spec.name + ".md")).string();
    if (IsRegularFile(path)) return path;
  }
  return "";
}

Result<std::string> ModelRegistry::Locate(const ModelSpec& spec) const {
  if (spec.file.empty()) {
    return Status(StatusCode::kModelUnavailable,
                  fmt::format("model {}: it is computed by a server; say which one with --server",
                              spec.name));
  }
  const std::vector<std::string> folders = FoldersOf(spec);
  const std::vector<std::string> places = PlacesOf(spec.file, folders);
  const std::optional<std::string> found = FirstFile(places);
  if (!found) return NotFound(spec, "file", spec.file, places);
  if (spec.adapter) {
    const std::vector<std::string> adapter_places = PlacesOf(spec.adapter->file, folders);
    if (!FirstFile(adapter_places)) {
      return NotFound(spec, "adapter", spec.adapter->file, adapter_places);
    }
  }
  return *found;
}

std::vector<std::string> ModelRegistry::FoldersOf(const ModelSpec& spec) const {
  std::vector<std::string> folders;
  for (size_t i = 0; i < specs_.size(); ++i) {
    if (specs_[i].name == spec.name) folders.push_back(spec_folder_of_[i]);
  }
  folders.insert(folders.end(), file_folders_.begin(), file_folders_.end());
  return folders;
}

namespace {

Status VerifyFile(const ModelSpec& spec, const ModelFile& file, const std::string& path) {
  struct stat info{};
  if (stat(path.c_str(), &info) != 0) {
    return {StatusCode::kModelUnavailable, StatusFromErrno(errno, path).message()};
  }
  const auto size = static_cast<uint64_t>(info.st_size);
  if (file.size_bytes != 0 && size != file.size_bytes) {
    return {StatusCode::kModelUnavailable,
            fmt::format("{}: damaged: it has {} bytes, should have {}; {}", path, size,
                        file.size_bytes, RemedyFor(spec))};
  }
  std::string wanted = file.sha256;
  if (wanted.empty()) {
    GLOSS_ASSIGN_OR_RETURN(const std::optional<std::string> kept, ReadHashLock(path));
    wanted = kept.value_or("");
  }
  if (wanted.empty() || VerifiedFiles::Instance().Contains(path, info, wanted)) {
    return Status::Ok();
  }
  const Result<std::string> sha256 = Sha256HexOfFile(path);
  if (!sha256.ok()) return {StatusCode::kModelUnavailable, sha256.status().message()};
  if (*sha256 != wanted) {
    return {StatusCode::kModelUnavailable,
            fmt::format("{}: damaged: sha256 is {}, should be {}; {}", path, *sha256, wanted,
                        RemedyFor(spec))};
  }
  VerifiedFiles::Instance().Add(path, info, wanted);
  return Status::Ok();
}

}  // namespace

Status ModelRegistry::Verify(const ModelSpec& spec, const std::string& path) {
  if (spec.adapter) {
    GLOSS_RETURN_IF_ERROR(VerifyFile(spec, *spec.adapter, spec.adapter->file));
  }
  if (spec.parts.empty()) {
    return VerifyFile(spec, {spec.file, spec.sha256, spec.size_bytes}, path);
  }
  const fs::path folder = fs::path(path).parent_path();
  for (size_t i = 0; i < spec.parts.size(); ++i) {
    const std::string part = (folder / fs::path(spec.parts[i].file).filename()).string();
    GLOSS_RETURN_IF_ERROR(VerifyFile(spec, spec.parts[i], i == 0 ? path : part));
  }
  return Status::Ok();
}

}  // namespace gloss
