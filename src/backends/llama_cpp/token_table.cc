#include "backends/llama_cpp/token_table.h"

#include <fcntl.h>
#include <ggml.h>
#include <gguf.h>
#include <llama.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "backends/llama_cpp/tokens.h"
#include "base/unique_fd.h"

namespace gloss {
namespace {

constexpr const char* kTensor = "token_embd.weight";

/// A file mapped read-only; unmapped at the end.
class Mapping {
 public:
  explicit Mapping(const std::string& path) {
    const UniqueFd file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat info{};
    if (file.get() < 0 || fstat(file.get(), &info) != 0 || info.st_size <= 0) return;
    void* start =
        mmap(nullptr, static_cast<size_t>(info.st_size), PROT_READ, MAP_PRIVATE, file.get(), 0);
    if (start == MAP_FAILED) return;
    start_ = start;
    size_ = static_cast<size_t>(info.st_size);
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() {
    if (start_ != nullptr) munmap(start_, size_);
  }

  std::span<const char> bytes() const { return {static_cast<const char*>(start_), size_}; }

 private:
  void* start_ = nullptr;
  size_t size_ = 0;
};

/// Where the rows lie and how they are stored.
struct Rows {
  size_t offset = 0;
  size_t row_bytes = 0;
  size_t count = 0;
  size_t dimension = 0;
  ggml_to_float_t widen = nullptr;  ///< Null for f32.
};

struct GgufDeleter {
  void operator()(gguf_context* context) const { gguf_free(context); }
};
struct GgmlDeleter {
  void operator()(ggml_context* context) const { ggml_free(context); }
};

/// The file was checked when its model was loaded (gguf_check.h).
Rows FindRows(const std::string& path, size_t file_size) {
  ggml_context* shapes = nullptr;
  const std::unique_ptr<gguf_context, GgufDeleter> file(
      gguf_init_from_file(path.c_str(), {.no_alloc = true, .ctx = &shapes}));
  const std::unique_ptr<ggml_context, GgmlDeleter> owner(shapes);
  if (!file) return {};
  const int64_t id = gguf_find_tensor(file.get(), kTensor);
  const ggml_tensor* tensor = id < 0 ? nullptr : ggml_get_tensor(shapes, kTensor);
  if (tensor == nullptr || tensor->ne[2] != 1 || tensor->ne[3] != 1) return {};
  Rows rows;
  rows.offset = gguf_get_data_offset(file.get()) + gguf_get_tensor_offset(file.get(), id);
  rows.row_bytes = ggml_row_size(tensor->type, tensor->ne[0]);
  rows.count = static_cast<size_t>(tensor->ne[1]);
  rows.dimension = static_cast<size_t>(tensor->ne[0]);
  if (tensor->type != GGML_TYPE_F32) {
    rows.widen = ggml_get_type_traits(tensor->type)->to_float;
    if (rows.widen == nullptr) return {};
  }
  const bool inside = rows.offset <= file_size && rows.row_bytes > 0 &&
                      rows.count <= (file_size - rows.offset) / rows.row_bytes;
  return inside ? rows : Rows{};
}

class TokenTable : public TokenVectors {
 public:
  TokenTable(std::unique_ptr<Mapping> mapping, const Rows& rows, const llama_vocab& vocab)
      : mapping_(std::move(mapping)), rows_(rows), vocab_(vocab), mean_(rows.dimension, 0.0F) {
    std::vector<double> sum(rows_.dimension, 0.0);
    std::vector<float> row(rows_.dimension);
    for (size_t token = 0; token < rows_.count; ++token) {
      Read(token, row);
      for (size_t k = 0; k < row.size(); ++k) sum[k] += row[k];
    }
    for (size_t k = 0; k < sum.size(); ++k) {
      mean_[k] = static_cast<float>(sum[k] / static_cast<double>(rows_.count));
    }
  }

  std::vector<int32_t> Tokens(std::string_view text) const override {
    Result<std::vector<Token>> tokens = Tokenize(vocab_, text, SpecialTokens::kAsText);
    return tokens.ok() ? std::move(*tokens) : std::vector<int32_t>{};
  }

  size_t dimension() const override { return rows_.dimension; }

  void Add(int32_t token, float weight, std::span<float> sum) const override {
    if (token < 0 || static_cast<size_t>(token) >= rows_.count) return;
    std::vector<float> values(rows_.dimension);
    Read(static_cast<size_t>(token), values);
    for (size_t k = 0; k < std::min(sum.size(), values.size()); ++k) {
      sum[k] += weight * (values[k] - mean_[k]);
    }
  }

 private:
  /// The stored row of a token, widened.
  void Read(size_t token, std::vector<float>& values) const {
    const char* row = mapping_->bytes().data() + rows_.offset + token * rows_.row_bytes;
    if (rows_.widen != nullptr) {
      rows_.widen(row, values.data(), static_cast<int64_t>(rows_.dimension));
    } else {
      std::copy_n(row, rows_.row_bytes, reinterpret_cast<char*>(values.data()));
    }
  }

  std::unique_ptr<Mapping> mapping_;
  Rows rows_;
  const llama_vocab& vocab_;
  std::vector<float> mean_;  ///< Of all rows: taken off, for all tokens share a large part.
};

}  // namespace

std::unique_ptr<TokenVectors> MapTokenTable(const std::string& path, const llama_vocab& vocab) {
  auto mapping = std::make_unique<Mapping>(path);
  if (mapping->bytes().empty()) return nullptr;
  const Rows rows = FindRows(path, mapping->bytes().size());
  if (rows.count == 0 || rows.dimension == 0) return nullptr;
  return std::make_unique<TokenTable>(std::move(mapping), rows, vocab);
}

}  // namespace gloss
