#pragma once

#include <string>
#include <string_view>

#include "base/status.h"

namespace gloss {

/// A file of a Hugging Face-style hub.
struct HubFile {
  std::string repo;      ///< "OWNER/REPO".
  std::string revision;  ///< Commit, tag or branch; empty: "main".
  std::string file;      ///< Path in the repository.
  bool operator==(const HubFile&) const = default;
};

/// True for "OWNER/REPO" of letters, digits, '.', '_' and '-'.
bool IsHubRepo(std::string_view text);

/// True for the name of a commit, tag or branch.
bool IsHubRevision(std::string_view text);

/// Reads "hf:OWNER/REPO/FILE.gguf@REVISION"; the file may lie in folders, "@REVISION" may be
/// absent. Errors: kInvalidArgument.
Result<HubFile> ParseHubReference(std::string_view text);

/// `base`/OWNER/REPO/resolve/REVISION/FILE, each part escaped.
std::string HubUrl(std::string_view base, const HubFile& file);

}  // namespace gloss
