#include "loaders/zip_parts.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <utility>

#include "loaders/ascii.h"

namespace gloss {
namespace {

constexpr size_t kMaxRatio = 200;
constexpr size_t kRatioCheckedFrom = size_t{16} << 20;

struct ArchiveCloser {
  void operator()(archive* handle) const { archive_read_free(handle); }
};
using Archive = std::unique_ptr<archive, ArchiveCloser>;

Status Damaged(const Archive& zip, std::string_view what) {
  const char* reason = archive_error_string(zip.get());
  return {StatusCode::kCorruptDocument, fmt::format("{} is damaged or cut short ({})", what,
                                                    reason == nullptr ? "no ZIP archive" : reason)};
}

std::string NameOf(archive_entry* entry) {
  const char* name = archive_entry_pathname_utf8(entry);
  if (name == nullptr) name = archive_entry_pathname(entry);
  return name == nullptr ? std::string{} : name;
}

Result<std::string> ReadPart(const Archive& zip, const std::string& name, size_t allowance,
                             const LoadOptions& options) {
  std::string content;
  const int64_t packed_before = archive_filter_bytes(zip.get(), -1);
  for (;;) {
    if (options.stop.stop_requested()) return Status(StatusCode::kCancelled, "loading was stopped");
    const void* block = nullptr;
    size_t size = 0;
    int64_t offset = 0;
    const int code = archive_read_data_block(zip.get(), &block, &size, &offset);
    if (code == ARCHIVE_EOF) return content;
    if (code != ARCHIVE_OK) return Damaged(zip, fmt::format("its part {}", OneLineAscii(name)));
    if (size > allowance - content.size()) {
      return Status(StatusCode::kTooLarge,
                    fmt::format("it unpacks to more than the limit of {} bytes (at its part {})",
                                options.limits.max_expanded_bytes, OneLineAscii(name)));
    }
    content.append(static_cast<const char*>(block), size);
    const auto packed =
        static_cast<size_t>(archive_filter_bytes(zip.get(), -1) - packed_before) + 1;
    if (content.size() > kRatioCheckedFrom && content.size() / packed > kMaxRatio) {
      return Status(StatusCode::kTooLarge,
                    fmt::format("its part {} grows more than {}-fold when unpacked (a ZIP bomb?)",
                                OneLineAscii(name), kMaxRatio));
    }
  }
}

}  // namespace

Result<ZipParts> ReadZipParts(std::string_view bytes,
                              const std::function<bool(std::string_view)>& wanted,
                              const LoadOptions& options) {
  const Archive zip(archive_read_new());
  if (zip == nullptr) return Status(StatusCode::kTooLarge, "it needs more memory than there is");
  // Only the reader that starts from the directory at the end: it notices a file that was cut.
  archive_read_support_format_zip_seekable(zip.get());
  if (archive_read_open_memory(zip.get(), bytes.data(), bytes.size()) != ARCHIVE_OK) {
    return Damaged(zip, "its ZIP container");
  }
  ZipParts parts;
  size_t expanded = 0;
  for (int entries = 0;; ++entries) {
    if (options.stop.stop_requested()) return Status(StatusCode::kCancelled, "loading was stopped");
    archive_entry* entry = nullptr;
    const int code = archive_read_next_header(zip.get(), &entry);
    if (code == ARCHIVE_EOF) break;
    if (code != ARCHIVE_OK && code != ARCHIVE_WARN) return Damaged(zip, "its ZIP container");
    if (entries >= options.limits.max_archive_entries) {
      return Status(StatusCode::kTooLarge, fmt::format("its ZIP container has more than {} files",
                                                       options.limits.max_archive_entries));
    }
    const std::string name = NameOf(entry);
    if (!wanted(name)) continue;
    if (archive_entry_is_data_encrypted(entry) != 0) {
      return Status(StatusCode::kEncrypted,
                    "its ZIP container is encrypted; unpack it with its program first");
    }
    GLOSS_ASSIGN_OR_RETURN(
        std::string content,
        ReadPart(zip, name, options.limits.max_expanded_bytes - expanded, options));
    expanded += content.size();
    if (!parts.emplace(name, std::move(content)).second) {
      return Status(StatusCode::kCorruptDocument,
                    fmt::format("its part {} is there twice", OneLineAscii(name)));
    }
  }
  return parts;
}

}  // namespace gloss
