#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/http_transport.h"
#include "base/status.h"

namespace gloss {

/// One file to fetch.
struct DownloadRequest {
  std::string url;
  std::vector<HttpHeader> headers;  ///< Kept from other origins as HttpTransport says.
  std::string path;                 ///< Where the whole file goes; its folder is made.
  std::string sha256;               ///< 64 lower-case hex digits; empty: not known.
  uint64_t size_bytes = 0;          ///< 0: not known.
  int retries = 4;                  ///< Tries after one that failed and brought nothing new.
  std::chrono::milliseconds first_delay{1000};  ///< Before the first retry; doubles, up to 30 s.
  /// A transfer slower than this for a minute is broken off and tried again.
  size_t stall_bytes_per_second = 1024;
};

struct DownloadResult {
  std::string sha256;
  uint64_t size_bytes = 0;
  uint64_t resumed_from = 0;  ///< Bytes that an earlier, broken download had left.
};

/// What a download is doing.
struct DownloadState {
  enum class Stage { kWaitingForOther, kHashing, kReceiving, kRetrying };
  Stage stage = Stage::kReceiving;
  uint64_t done_bytes = 0;
  uint64_t total_bytes = 0;  ///< 0: not known.
  std::string why;           ///< Of kRetrying.
};
using DownloadProgress = std::function<void(const DownloadState&)>;

/// Fetches a file so that `path` either is the whole, checked file or does not change.
///
/// The bytes go to `path` + ".part", which stays when a transfer breaks off, the disk is full or
/// the process dies; the next call goes on where it ended (Range, with If-Range on the ETag that is
/// kept in ".part.etag") and starts again when the server does not take part or the file changed.
/// The SHA-256 is computed on the way; a file with another hash or size is deleted. Two calls for
/// one path, in any processes, run one after the other.
///
/// Errors: kPermissionDenied (401, 403, folder), kNotFound (404), kOverloaded (429), kUnavailable,
/// kTimeout, kCancelled, kIoError (no space: before the transfer where the size is known),
/// kCorruptDocument (wrong size or hash), and those of HttpTransport.
Result<DownloadResult> DownloadFile(HttpTransport& transport, const DownloadRequest& request,
                                    const DownloadProgress& progress, std::stop_token stop);

}  // namespace gloss
