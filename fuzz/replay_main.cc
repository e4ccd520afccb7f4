// Runs a fuzz target over files without libFuzzer: each input as it is, then a number of
// deterministic mutations of it (same inputs, same mutations, on every machine).
//
// Usage: fuzz_NAME [--mutations N] FILE|DIRECTORY...
// A failing input ends the program (abort or sanitizer report); its name and mutation number are
// printed before each run to standard error when GLOSSATOR_FUZZ_VERBOSE is set.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <system_error>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

std::optional<std::string> ReadAll(const std::filesystem::path& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return std::nullopt;
  std::string bytes;
  char buffer[1 << 16];
  size_t count = 0;
  while ((count = std::fread(buffer, 1, sizeof buffer, file)) > 0) bytes.append(buffer, count);
  const bool failed = std::ferror(file) != 0;
  std::fclose(file);
  if (failed) return std::nullopt;
  return bytes;
}

void Run(const std::string& bytes) {
  // An exact-size heap copy, so that AddressSanitizer sees a read past the end.
  std::vector<uint8_t> copy(bytes.begin(), bytes.end());
  LLVMFuzzerTestOneInput(copy.data(), copy.size());
}

// One to four small edits. std::mt19937_64's sequence is fixed by the standard; distributions are
// not, so only its raw values are used.
std::string Mutate(std::string bytes, std::mt19937_64& random) {
  static constexpr char kInteresting[] = {'\0', '\n', ' ',    '.',    '"',
                                          '<',  '[',  '\x7f', '\x80', '\xff'};
  for (uint64_t edits = 1 + random() % 4; edits > 0; --edits) {
    const size_t size = bytes.size();
    const size_t at = size == 0 ? 0 : static_cast<size_t>(random() % size);
    const size_t length =
        size == 0 ? 0 : 1 + static_cast<size_t>(random() % std::min<size_t>(size, 64));
    switch (random() % 6) {
      case 0:  // Flip a bit.
        if (size > 0) bytes[at] = static_cast<char>(bytes[at] ^ (1 << (random() % 8)));
        break;
      case 1:  // Overwrite with a byte that parsers treat specially.
        if (size > 0) bytes[at] = kInteresting[random() % sizeof kInteresting];
        break;
      case 2:
        bytes.insert(at, 1, kInteresting[random() % sizeof kInteresting]);
        break;
      case 3:
        bytes.erase(at, length);
        break;
      case 4:  // Repeat a part.
        bytes.insert(at, bytes.substr(at, length));
        break;
      default:  // Cut short.
        bytes.resize(at);
        break;
    }
  }
  return bytes;
}

std::vector<std::filesystem::path> FilesUnder(const std::filesystem::path& path) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) return {path};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path, error)) {
    if (entry.is_regular_file(error)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  uint64_t mutations = 0;
  std::vector<std::filesystem::path> files;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--mutations") == 0 && i + 1 < argc) {
      mutations = std::strtoull(argv[++i], nullptr, 10);
      continue;
    }
    const auto found = FilesUnder(argv[i]);
    files.insert(files.end(), found.begin(), found.end());
  }
  if (files.empty()) {
    std::fprintf(stderr, "usage: %s [--mutations N] FILE|DIRECTORY... (no input found)\n", argv[0]);
    return 2;
  }
  const bool verbose = std::getenv("GLOSSATOR_FUZZ_VERBOSE") != nullptr;
  Run("");
  for (size_t i = 0; i < files.size(); ++i) {
    const auto bytes = ReadAll(files[i]);
    if (!bytes) {
      std::fprintf(stderr, "%s: cannot be read\n", files[i].c_str());
      return 2;
    }
    std::mt19937_64 random(i + 1);
    for (uint64_t round = 0; round <= mutations; ++round) {
      if (verbose) {
        std::fprintf(stderr, "%s, mutation %llu\n", files[i].c_str(),
                     static_cast<unsigned long long>(round));
      }
      Run(round == 0 ? *bytes : Mutate(*bytes, random));
    }
  }
  std::printf("%zu inputs, %llu mutations of each\n", files.size(),
              static_cast<unsigned long long>(mutations));
  return 0;
}
