#include "base/http_download.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <utility>

#include "base/file_system.h"
#include "base/hash.h"
#include "base/http_message.h"
#include "base/unique_fd.h"

namespace gloss {
namespace {

using std::chrono::milliseconds;

constexpr uint64_t kSpareBytes = uint64_t{64} << 20;  ///< Left free on the disk.
constexpr milliseconds kLongestDelay{30'000};
constexpr milliseconds kLongestRetryAfter{120'000};
constexpr std::chrono::seconds kStallTimeout{60};
constexpr size_t kMaxEtagBytes = 1024;

/// Sleeps; false when the stop request came first.
bool SleepFor(milliseconds time, const std::stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any wake;
  wake.wait_for(lock, stop, time, [] { return false; });
  return !stop.stop_requested();
}

std::optional<uint64_t> ParseNumber(std::string_view text) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// "bytes 100-199/200".
struct ContentRange {
  uint64_t first = 0;
  uint64_t total = 0;
};

std::optional<ContentRange> ParseContentRange(std::string_view text) {
  constexpr std::string_view kUnit = "bytes ";
  const size_t dash = text.find('-');
  const size_t slash = text.find('/');
  if (!text.starts_with(kUnit) || dash == std::string_view::npos ||
      slash == std::string_view::npos) {
    return std::nullopt;
  }
  const auto first = ParseNumber(text.substr(kUnit.size(), dash - kUnit.size()));
  const auto total = ParseNumber(text.substr(slash + 1));
  if (!first || !total) return std::nullopt;
  return ContentRange{*first, *total};
}

/// Control characters and anything beyond a line's worth are left out of messages.
std::string Shown(std::string_view text) {
  std::string shown(text.substr(0, 200));
  std::replace_if(
      shown.begin(), shown.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
  return shown;
}

Status StatusOfHttpError(const HttpResponse& response, std::string_view url) {
  // The hub says what it minds in a header; a page of HTML helps nobody.
  const std::string reason = Shown(response.Header("x-error-message"));
  const auto error = [&](StatusCode code, std::string_view what) {
    return Status(code, fmt::format("{}: HTTP {}: {}{}", url, response.status, what,
                                    reason.empty() ? "" : fmt::format(" (\"{}\")", reason)));
  };
  switch (response.status) {
    case 401:
    case 403:
      return error(StatusCode::kPermissionDenied,
                   "the server wants a token, or your consent to the model's terms on its page");
    case 404:
    case 410:
      return error(StatusCode::kNotFound, "there is no such file, repository or revision");
    case 429:
      return error(StatusCode::kOverloaded, "too many requests; try again later");
    default:
      return error(StatusCode::kUnavailable, "the server did not send the file");
  }
}

bool IsWorthARetry(const Status& status) {
  return status.code() == StatusCode::kUnavailable || status.code() == StatusCode::kTimeout ||
         status.code() == StatusCode::kOverloaded;
}

/// The unfinished file: opened and locked for one process, with the hash of what it holds.
class PartFile {
 public:
  explicit PartFile(std::string path)
      : path_(std::move(path)), part_path_(path_ + ".part"), etag_path_(part_path_ + ".etag") {}

  /// Opens the file and waits for others that hold it.
  Status Open(const DownloadProgress& progress, const std::stop_token& stop) {
    while (true) {
      fd_ = UniqueFd(open(part_path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
      if (!fd_.valid()) return StatusFromErrno(errno, part_path_);
      GLOSS_RETURN_IF_ERROR(Lock(progress, stop));
      // The one before us may have finished and renamed the file that we opened.
      struct stat ours{};
      struct stat named{};
      if (fstat(fd_.get(), &ours) == 0 && stat(part_path_.c_str(), &named) == 0 &&
          ours.st_ino == named.st_ino && ours.st_dev == named.st_dev) {
        size_ = static_cast<uint64_t>(ours.st_size);
        return Status::Ok();
      }
    }
  }

  /// Hashes what is there, to go on from.
  Status HashExisting(const DownloadProgress& progress, const std::stop_token& stop) {
    hash_ = {};
    std::vector<char> block(size_t{1} << 20);
    uint64_t done = 0;
    while (done < size_) {
      if (stop.stop_requested()) return Cancelled();
      const ssize_t count = pread(fd_.get(), block.data(), block.size(), static_cast<off_t>(done));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return StatusFromErrno(errno, part_path_);
      if (count == 0) break;
      hash_.Update({block.data(), static_cast<size_t>(count)});
      done += static_cast<uint64_t>(count);
      if (progress) progress({DownloadState::Stage::kHashing, done, size_, ""});
    }
    size_ = done;
    return Status::Ok();
  }

  /// Forgets all that is there.
  Status Restart() {
    if (ftruncate(fd_.get(), 0) != 0) return StatusFromErrno(errno, part_path_);
    unlink(etag_path_.c_str());
    size_ = 0;
    hash_ = {};
    return Status::Ok();
  }

  Status Append(std::string_view bytes) {
    hash_.Update(bytes);
    while (!bytes.empty()) {
      const ssize_t count =
          pwrite(fd_.get(), bytes.data(), bytes.size(), static_cast<off_t>(size_));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) {
        if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG) return NoSpace();
        return StatusFromErrno(errno, part_path_);
      }
      bytes.remove_prefix(static_cast<size_t>(count));
      size_ += static_cast<uint64_t>(count);
    }
    return Status::Ok();
  }

  /// Makes the part the file. The hash must have been checked.
  Status Finish() {
    if (fsync(fd_.get()) != 0 && errno != EINVAL) {
      return errno == ENOSPC || errno == EDQUOT ? NoSpace() : StatusFromErrno(errno, part_path_);
    }
    unlink(etag_path_.c_str());
    if (rename(part_path_.c_str(), path_.c_str()) != 0) return StatusFromErrno(errno, path_);
    const std::string folder = std::filesystem::path(path_).parent_path().string();
    const UniqueFd directory(open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_CLOEXEC));
    if (directory.valid()) fsync(directory.get());
    return Status::Ok();
  }

  void Delete() {
    unlink(etag_path_.c_str());
    unlink(part_path_.c_str());
  }

  /// The ETag of the file whose beginning is here; empty when it is not known.
  std::string Etag() const {
    const auto text = ReadFile(etag_path_, kMaxEtagBytes);
    return text.ok() ? *text : "";
  }
  void KeepEtag(std::string_view etag) const {
    // Only a strong one says that the bytes are the same. Without one, what is there is not used
    // again unless a hash is known; so a failure to write it costs time and nothing else.
    const bool strong = etag.size() > 2 && etag.size() < kMaxEtagBytes && etag.front() == '"';
    unlink(etag_path_.c_str());
    if (strong) (void)WriteFileAtomically(etag_path_, etag);
  }

  /// Fails when the disk has no room for `more` bytes.
  Status CheckSpace(uint64_t more) const {
    struct statvfs disk{};
    if (fstatvfs(fd_.get(), &disk) != 0) return Status::Ok();  // Then writing tells.
    const uint64_t free = uint64_t{disk.f_bavail} * uint64_t{disk.f_frsize};
    if (more == 0 || free >= more + kSpareBytes) return Status::Ok();
    return {StatusCode::kIoError,
            fmt::format("{}: {} MB are needed and {} MB are free: make room, or choose another "
                        "folder",
                        part_path_, (more + kSpareBytes) / 1'000'000, free / 1'000'000)};
  }

  uint64_t size() const { return size_; }
  bool waited() const { return waited_; }
  const std::string& part_path() const { return part_path_; }
  std::string Sha256Hex() const { return hash_.Hex(); }

  Status Cancelled() const {
    return {StatusCode::kCancelled,
            fmt::format("{}: stopped; {} bytes are kept", part_path_, size_)};
  }

 private:
  Status NoSpace() const {
    return {StatusCode::kIoError,
            fmt::format("{}: the disk is full or a limit on files is reached; {} bytes are kept: "
                        "make room and run the command again",
                        part_path_, size_)};
  }

  Status Lock(const DownloadProgress& progress, const std::stop_token& stop) {
    while (flock(fd_.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno == EINTR) continue;
      if (errno != EWOULDBLOCK) return StatusFromErrno(errno, part_path_);
      waited_ = true;
      if (progress) progress({DownloadState::Stage::kWaitingForOther, 0, 0, ""});
      if (!SleepFor(milliseconds(200), stop)) return Cancelled();
    }
    return Status::Ok();
  }

  const std::string path_;
  const std::string part_path_;
  const std::string etag_path_;
  UniqueFd fd_;
  uint64_t size_ = 0;
  bool waited_ = false;
  Sha256 hash_;
};

class Download {
 public:
  Download(HttpTransport& transport, const DownloadRequest& request,
           const DownloadProgress& progress, std::stop_token stop)
      : transport_(transport),
        request_(request),
        progress_(progress),
        stop_(std::move(stop)),
        part_(request.path) {}

  Result<DownloadResult> Run() {
    GLOSS_ASSIGN_OR_RETURN(const HttpUrl url, ParseHttpUrl(request_.url));
    url_ = url.for_messages;
    GLOSS_RETURN_IF_ERROR(MakeFolder());
    GLOSS_RETURN_IF_ERROR(part_.Open(progress_, stop_));
    if (const auto done = FinishedByAnother()) return *done;
    GLOSS_RETURN_IF_ERROR(UseWhatIsThere());
    result_.resumed_from = part_.size();
    GLOSS_RETURN_IF_ERROR(ReceiveAll());
    return Check();
  }

 private:
  Status MakeFolder() const {
    const std::filesystem::path folder = std::filesystem::path(request_.path).parent_path();
    if (folder.empty()) return Status::Ok();
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    return error ? StatusFromErrno(error.value(), folder.string()) : Status::Ok();
  }

  /// The file may be there already, or have come while we waited for the lock.
  std::optional<DownloadResult> FinishedByAnother() {
    const bool can_be_checked = !request_.sha256.empty();
    if ((!can_be_checked && !part_.waited()) || !IsRegularFile(request_.path)) return {};
    const auto sha256 = Sha256HexOfFile(request_.path);
    if (!sha256.ok() || (can_be_checked && *sha256 != request_.sha256)) return {};
    part_.Delete();
    result_.sha256 = *sha256;
    result_.size_bytes = std::filesystem::file_size(request_.path);
    return result_;
  }

  /// Keeps the bytes of an earlier try when they can be trusted to belong to the file.
  Status UseWhatIsThere() {
    const bool can_be_checked = !request_.sha256.empty() || !part_.Etag().empty();
    const bool too_long = request_.size_bytes != 0 && part_.size() > request_.size_bytes;
    if (!can_be_checked || too_long) return part_.Restart();
    return part_.HashExisting(progress_, stop_);
  }

  bool IsComplete() const {
    return total_ != 0 ? part_.size() == total_
                       : request_.size_bytes != 0 && part_.size() == request_.size_bytes;
  }

  Status ReceiveAll() {
    milliseconds delay = request_.first_delay;
    int failures = 0;
    while (!IsComplete()) {
      const uint64_t before = part_.size();
      const Status status = ReceiveOnce();
      if (status.ok()) return Status::Ok();
      if (restart_) {
        restart_ = false;
        GLOSS_RETURN_IF_ERROR(part_.Restart());
        if (++restarts_ <= 2) continue;
      }
      if (!IsWorthARetry(status)) return status;
      if (part_.size() > before) {  // It moves on: such a line may break a hundred times.
        failures = 0;
        delay = request_.first_delay;
      }
      if (failures++ == request_.retries) {
        return status.WithContext(
            fmt::format("{}: {} bytes are kept", part_.part_path(), part_.size()));
      }
      const milliseconds pause = std::max(delay, retry_after_);
      if (progress_) {
        progress_({DownloadState::Stage::kRetrying, part_.size(), total_, status.message()});
      }
      if (!SleepFor(pause, stop_)) return part_.Cancelled();
      delay = std::min(2 * delay, kLongestDelay);
    }
    return Status::Ok();
  }

  HttpRequest MakeRequest() const {
    HttpRequest request;
    request.url = request_.url;
    request.headers = request_.headers;
    request.timeout = milliseconds(0);
    request.connect_timeout = milliseconds(20'000);
    request.stall_timeout = kStallTimeout;
    request.stall_bytes_per_second = request_.stall_bytes_per_second;
    // All of it: a server that does not know ranges starts at the first byte again.
    request.max_body_bytes = request_.size_bytes != 0 ? request_.size_bytes : SIZE_MAX;
    if (part_.size() > 0) {
      request.headers.push_back({"Range", fmt::format("bytes={}-", part_.size())});
      if (const std::string etag = part_.Etag(); !etag.empty()) {
        request.headers.push_back({"If-Range", etag});
      }
    }
    return request;
  }

  Status ReceiveOnce() {
    retry_after_ = milliseconds(0);
    HttpRequest request = MakeRequest();
    request.on_headers = [this](const HttpResponse& response) { return TakeHeaders(response); };
    const auto sink = [this](std::string_view bytes) {
      GLOSS_RETURN_IF_ERROR(part_.Append(bytes));
      if (progress_) progress_({DownloadState::Stage::kReceiving, part_.size(), total_, ""});
      return Status::Ok();
    };
    const auto response = transport_.Send(request, sink, stop_);
    if (!response.ok()) {
      return response.status().code() == StatusCode::kCancelled ? part_.Cancelled()
                                                                : response.status();
    }
    if (response->status != 200 && response->status != 206) {
      return StatusOfHttpError(*response, url_);
    }
    if (total_ != 0 && part_.size() < total_) {
      return {StatusCode::kUnavailable,
              fmt::format("{}: ended after {} of {} bytes", url_, part_.size(), total_)};
    }
    return Status::Ok();
  }

  /// Decides, before the first byte, where the bytes belong.
  Status TakeHeaders(const HttpResponse& response) {
    if (response.status == 206) {
      const auto range = ParseContentRange(response.Header("content-range"));
      if (!range || range->first != part_.size()) {
        return Restart("the server sent another part of the file than the one asked for");
      }
      GLOSS_RETURN_IF_ERROR(TakeTotal(range->total));
      return part_.CheckSpace(total_ > part_.size() ? total_ - part_.size() : 0);
    }
    if (response.status == 416) {
      return Restart("the server has no bytes after those that are here");
    }
    if (response.status > 200 && response.status < 300) {
      return StatusOfHttpError(response, url_);
    }
    if (response.status != 200) {
      if (const auto seconds = ParseNumber(response.Header("retry-after"))) {
        retry_after_ =
            std::min(milliseconds(1000 * std::min<uint64_t>(*seconds, 3600)), kLongestRetryAfter);
      }
      return Status::Ok();
    }
    // The whole file: the server does not know ranges, or the file is another by now.
    GLOSS_RETURN_IF_ERROR(TakeTotal(ParseNumber(response.Header("content-length")).value_or(0)));
    if (part_.size() > 0) {
      GLOSS_RETURN_IF_ERROR(part_.Restart());
      result_.resumed_from = 0;
    }
    part_.KeepEtag(response.Header("etag"));
    return part_.CheckSpace(total_);
  }

  Status TakeTotal(uint64_t total) {
    if (total == 0 && request_.sha256.empty()) {
      return {StatusCode::kCorruptDocument,
              fmt::format("{}: the server does not say how long the file is, and no SHA-256 is "
                          "known: nobody could tell whether it came whole",
                          url_)};
    }
    if (total != 0 && request_.size_bytes != 0 && total != request_.size_bytes) {
      return {StatusCode::kCorruptDocument,
              fmt::format("{}: the file has {} bytes there and should have {}: it is not the file "
                          "that the spec names",
                          url_, total, request_.size_bytes)};
    }
    total_ = total;
    return Status::Ok();
  }

  Status Restart(std::string_view why) {
    restart_ = true;
    result_.resumed_from = 0;
    return {StatusCode::kUnavailable, fmt::format("{}: {}", url_, why)};
  }

  Result<DownloadResult> Check() {
    result_.size_bytes = part_.size();
    result_.sha256 = part_.Sha256Hex();
    if (request_.size_bytes != 0 && part_.size() != request_.size_bytes) {
      part_.Delete();
      return Status(StatusCode::kCorruptDocument,
                    fmt::format("{}: {} bytes came and {} were expected; they are deleted", url_,
                                result_.size_bytes, request_.size_bytes));
    }
    if (!request_.sha256.empty() && result_.sha256 != request_.sha256) {
      part_.Delete();
      return Status(StatusCode::kCorruptDocument,
                    fmt::format("{}: the SHA-256 is {} and should be {}: the file was changed on "
                                "the way or on the server; it is deleted",
                                url_, result_.sha256, request_.sha256));
    }
    GLOSS_RETURN_IF_ERROR(part_.Finish());
    return result_;
  }

  HttpTransport& transport_;
  const DownloadRequest& request_;
  const DownloadProgress& progress_;
  const std::stop_token stop_;
  PartFile part_;
  std::string url_;  ///< For messages.
  DownloadResult result_;
  uint64_t total_ = 0;  ///< Size of the file as the server says; 0: it does not.
  bool restart_ = false;
  int restarts_ = 0;
  milliseconds retry_after_{0};
};

}  // namespace

Result<DownloadResult> DownloadFile(HttpTransport& transport, const DownloadRequest& request,
                                    const DownloadProgress& progress, std::stop_token stop) {
  return Download(transport, request, progress, std::move(stop)).Run();
}

}  // namespace gloss
