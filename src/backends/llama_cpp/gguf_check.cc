#include "backends/llama_cpp/gguf_check.h"

#include <fmt/format.h>
#include <llama.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>

#include "backends/llama_cpp/llama_runtime.h"

namespace gloss {
namespace {

// Far above every published model; below what would exhaust memory before an error.
constexpr uint64_t kMaxSize = uint64_t{1} << 24;  // layers, widths, heads
constexpr uint64_t kMaxLayers = 512;

struct GgufDeleter {
  void operator()(gguf_context* context) const { gguf_free(context); }
};
using GgufPtr = std::unique_ptr<gguf_context, GgufDeleter>;

Status Unavailable(const std::string& path, std::string_view why) {
  return {StatusCode::kModelUnavailable,
          fmt::format("{}: {}; fetch the model file again", path, why)};
}

/// Typed reads of a header's metadata.
class Metadata {
 public:
  explicit Metadata(const gguf_context* context) : context_(context) {}

  std::optional<std::string> String(const std::string& key) const {
    const int64_t id = gguf_find_key(context_, key.c_str());
    if (id < 0 || gguf_get_kv_type(context_, id) != GGUF_TYPE_STRING) return std::nullopt;
    return gguf_get_val_str(context_, id);
  }

  /// The value of an unsigned or signed 32-bit number.
  std::optional<int64_t> Integer(const std::string& key) const {
    const int64_t id = gguf_find_key(context_, key.c_str());
    if (id < 0) return std::nullopt;
    switch (gguf_get_kv_type(context_, id)) {
      case GGUF_TYPE_UINT32:
        return gguf_get_val_u32(context_, id);
      case GGUF_TYPE_INT32:
        return gguf_get_val_i32(context_, id);
      default:
        return std::nullopt;
    }
  }

  std::optional<bool> Bool(const std::string& key) const {
    const int64_t id = gguf_find_key(context_, key.c_str());
    if (id < 0 || gguf_get_kv_type(context_, id) != GGUF_TYPE_BOOL) return std::nullopt;
    return gguf_get_val_bool(context_, id);
  }

 private:
  const gguf_context* context_;
};

/// Why one of the sizes of the architecture cannot be, or nothing.
std::string BadSize(const Metadata& metadata, const std::string& architecture) {
  struct Bound {
    const char* key;
    uint64_t least;
    uint64_t most;
  };
  for (const Bound& bound :
       {Bound{"block_count", 1, kMaxLayers}, Bound{"embedding_length", 1, kMaxSize},
        Bound{"context_length", 1, kMaxSize}, Bound{"feed_forward_length", 1, kMaxSize},
        Bound{"attention.head_count", 1, kMaxSize},
        Bound{"attention.head_count_kv", 1, kMaxSize}}) {
    const std::optional<int64_t> value = metadata.Integer(architecture + "." + bound.key);
    if (!value) continue;  // absent or an array: the library checks it
    const auto size = static_cast<uint64_t>(*value);
    if (size < bound.least || size > bound.most) {
      return fmt::format("{}.{} is {}", architecture, bound.key, *value);
    }
  }
  const auto width = metadata.Integer(architecture + ".embedding_length");
  const auto heads = metadata.Integer(architecture + ".attention.head_count");
  if (width && heads && *heads > *width) {
    return fmt::format("{} attention heads in an embedding of {}", *heads, *width);
  }
  return "";
}

/// True when every tensor's data is inside the file.
bool DataIsInside(const gguf_context* context, uint64_t file_size) {
  const uint64_t begin = gguf_get_data_offset(context);
  if (begin > file_size) return false;
  const int64_t count = gguf_get_n_tensors(context);
  for (int64_t i = 0; i < count; ++i) {
    const uint64_t offset = gguf_get_tensor_offset(context, i);
    const uint64_t size = gguf_get_tensor_size(context, i);
    if (offset > file_size - begin || size > file_size - begin - offset) return false;
  }
  return true;
}

Status Summarise(const std::string& path, GgufSummary& summary) {
  std::error_code error;
  const uint64_t file_size = std::filesystem::file_size(path, error);
  if (error) return Unavailable(path, error.message());
  const GgufPtr context(gguf_init_from_file(path.c_str(), {.no_alloc = true, .ctx = nullptr}));
  if (!context) {
    const std::string reason = TakeLlamaError();
    return Unavailable(path, reason.empty() ? "not a GGUF file"
                                            : fmt::format("not a usable GGUF file: {}", reason));
  }
  const Metadata metadata(context.get());
  summary.architecture = metadata.String("general.architecture").value_or("");
  summary.tensor_count = static_cast<uint64_t>(gguf_get_n_tensors(context.get()));
  if (summary.architecture.empty()) return Unavailable(path, "the file names no architecture");
  if (summary.tensor_count == 0) return Unavailable(path, "the file holds no weights");
  if (!DataIsInside(context.get(), file_size)) {
    return Unavailable(path, "damaged: the file ends before its weights do");
  }
  if (const std::string why = BadSize(metadata, summary.architecture); !why.empty()) {
    return Unavailable(path, "damaged: " + why);
  }
  summary.pooling_type =
      static_cast<int>(metadata.Integer(summary.architecture + ".pooling_type").value_or(-1));
  summary.is_causal = metadata.Bool(summary.architecture + ".attention.causal").value_or(true);
  return Status::Ok();
}

}  // namespace

Result<GgufSummary> CheckGguf(const std::string& path) {
  InitLlamaRuntime();
  GgufSummary summary;
  const Status status =
      RunGuarded(StatusCode::kModelUnavailable, [&] { return Summarise(path, summary); });
  if (!status.ok()) return status;
  return summary;
}

}  // namespace gloss
