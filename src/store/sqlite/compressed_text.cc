#include "store/sqlite/compressed_text.h"

#include <zlib.h>

namespace gloss {

Result<std::string> CompressText(std::string_view text) {
  uLongf size = compressBound(text.size());
  std::string bytes(size, '\0');
  // Level 6 takes JSON to a tenth; higher levels take much longer for little.
  const int code = compress2(reinterpret_cast<Bytef*>(bytes.data()), &size,
                             reinterpret_cast<const Bytef*>(text.data()), text.size(), 6);
  if (code != Z_OK) return Status(StatusCode::kInternal, "a text could not be compressed");
  bytes.resize(size);
  return bytes;
}

Result<std::string> DecompressText(std::string_view bytes, size_t size) {
  std::string text(size, '\0');
  uLongf written = size;
  const int code = uncompress(reinterpret_cast<Bytef*>(text.data()), &written,
                              reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  if (code != Z_OK || written != size) {
    return Status(StatusCode::kCorruptDocument, "a compressed text is damaged");
  }
  return text;
}

}  // namespace gloss
