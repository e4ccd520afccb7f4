#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/http_download.h"
#include "base/http_transport.h"
#include "base/status.h"
#include "models/model_spec.h"

namespace gloss {

/// The public hub, taken when the user names none.
inline constexpr std::string_view kDefaultHub = "https://huggingface.co";

/// Where weights come from and go to.
struct PullOptions {
  std::string hub{kDefaultHub};  ///< Base URL of a Hugging Face-style hub.
  std::string folder;            ///< Weights and their locks go here.
  std::string token;             ///< Sent to the hub's own origin only; empty: none.
  bool offline = false;          ///< Fail instead of using the network.
  /// Take a file whose hash nobody has pinned, and keep the one it has now (model_lock.h).
  bool accept_unpinned = false;
  int retries = 4;
};

/// One file that is in place.
struct PulledFile {
  std::string path;
  std::string sha256;
  uint64_t size_bytes = 0;
  uint64_t resumed_from = 0;
  bool was_present = false;
  bool first_trust = false;  ///< Its hash was not known before and is kept from now on.
};

/// What is being done with which file.
using PullProgress = std::function<void(const ModelFile&, const DownloadState&)>;

/// Fetches the files of a model that are not there yet, each checked against its hash.
/// Errors: kInvalidArgument (nothing to fetch, a hub URL that makes no sense, a hash that is not
/// pinned and not accepted), kUnavailable (offline), and those of DownloadFile.
Result<std::vector<PulledFile>> PullModel(HttpTransport& transport, const ModelSpec& spec,
                                          const PullOptions& options, const PullProgress& progress,
                                          std::stop_token stop);

/// Deletes the files of a model, unfinished ones and locks too, from the folder that models are
/// pulled to. Returns what was deleted. Errors: those of the file system.
Result<std::vector<std::string>> RemovePulledModel(const ModelSpec& spec,
                                                   const std::string& folder);

}  // namespace gloss
