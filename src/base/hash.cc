#include "base/hash.h"

#include <openssl/evp.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <vector>

#include "base/file_system.h"

namespace gloss {
namespace {

std::string ToHex(const unsigned char* bytes, size_t size) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  hex.reserve(size * 2);
  for (size_t i = 0; i < size; ++i) {
    hex.push_back(kDigits[bytes[i] >> 4]);
    hex.push_back(kDigits[bytes[i] & 15]);
  }
  return hex;
}

std::string DigestHex(const EVP_MD* kind, std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, kind, nullptr);
  return ToHex(digest.data(), size);
}

}  // namespace

std::string Sha256Hex(std::string_view bytes) { return DigestHex(EVP_sha256(), bytes); }

std::array<unsigned char, 32> Sha256Bytes(std::string_view bytes) {
  std::array<unsigned char, 32> digest{};
  EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, EVP_sha256(), nullptr);
  return digest;
}

std::string Md5Hex(std::string_view bytes) { return DigestHex(EVP_md5(), bytes); }

struct Sha256::State {
  State() { EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr); }
  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context{EVP_MD_CTX_new(), &EVP_MD_CTX_free};
};

Sha256::Sha256() : state_(std::make_unique<State>()) {}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&& other) noexcept = default;
Sha256& Sha256::operator=(Sha256&& other) noexcept = default;

void Sha256::Update(std::string_view bytes) {
  EVP_DigestUpdate(state_->context.get(), bytes.data(), bytes.size());
}

std::string Sha256::Hex() const {
  const State copy;  // Finishing a digest ends it.
  EVP_MD_CTX_copy_ex(copy.context.get(), state_->context.get());
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  EVP_DigestFinal_ex(copy.context.get(), digest.data(), &size);
  return ToHex(digest.data(), size);
}

Result<std::string> Sha256HexOfFile(const std::string& path) {
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                       &std::fclose);
  if (!file) return StatusFromErrno(errno, path);
  Sha256 hash;
  std::vector<char> block(size_t{1} << 20);
  while (size_t count = std::fread(block.data(), 1, block.size(), file.get())) {
    hash.Update({block.data(), count});
  }
  if (std::ferror(file.get()) != 0) return StatusFromErrno(errno, path);
  return hash.Hex();
}

}  // namespace gloss
