// DOCX. An input that starts with "PK" is the file itself. Any other input is text that describes
// the parts, since a ZIP's checksums would stop nearly every mutation: each line "=== NAME" starts
// a part, what follows until the next such line is its content, and the parts are put into a ZIP.

#include <string>
#include <vector>

#include "loader_fuzzing.h"

namespace {

struct Part {
  std::string_view name;
  std::string_view content;
};

std::vector<Part> SplitParts(std::string_view input) {
  constexpr std::string_view kMark = "=== ";
  std::vector<Part> parts;
  while (input.size() >= kMark.size() && input.substr(0, kMark.size()) == kMark) {
    input.remove_prefix(kMark.size());
    const size_t line_end = input.find('\n');
    if (line_end == std::string_view::npos) break;
    const std::string_view name = input.substr(0, line_end);
    input.remove_prefix(line_end + 1);
    size_t end = input.find("\n=== ");
    if (end == std::string_view::npos) end = input.size();
    parts.push_back({name, input.substr(0, end)});
    input.remove_prefix(end == input.size() ? end : end + 1);
  }
  return parts;
}

uint32_t Crc32(std::string_view bytes) {
  uint32_t crc = 0xFFFFFFFFU;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (0xEDB88320U & (0U - (crc & 1U)));
  }
  return ~crc;
}

void Put(std::string& out, size_t value, int bytes) {
  for (int i = 0; i < bytes; ++i, value >>= 8) out += static_cast<char>(value & 0xFF);
}

/// The fields that local headers and directory entries share.
std::string CommonFields(const Part& part) {
  std::string fields;
  Put(fields, 20, 2);  // Version.
  Put(fields, 0, 8);   // Flags, method "stored", time, date.
  Put(fields, Crc32(part.content), 4);
  Put(fields, part.content.size(), 4);
  Put(fields, part.content.size(), 4);
  Put(fields, part.name.size(), 2);
  Put(fields, 0, 2);  // Extra field.
  return fields;
}

std::string StoredZip(const std::vector<Part>& parts) {
  std::string zip;
  std::string directory;
  for (const Part& part : parts) {
    const size_t offset = zip.size();
    const std::string fields = CommonFields(part);
    zip.append("PK\x03\x04").append(fields).append(part.name).append(part.content);
    directory.append("PK\x01\x02");
    Put(directory, 20, 2);
    directory += fields;
    Put(directory, 0, 10);  // Comment, disk, attributes.
    Put(directory, offset, 4);
    directory += part.name;
  }
  const size_t directory_offset = zip.size();
  zip += directory;
  zip.append("PK\x05\x06");
  Put(zip, 0, 4);
  Put(zip, parts.size(), 2);
  Put(zip, parts.size(), 2);
  Put(zip, directory.size(), 4);
  Put(zip, directory_offset, 4);
  Put(zip, 0, 2);
  return zip;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  constexpr std::string_view kDocx =
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  if (input.substr(0, 2) == "PK") {
    gloss::FuzzLoad(input, kDocx, size);
  } else {
    gloss::FuzzLoad(StoredZip(SplitParts(input)), kDocx, size);
  }
  return 0;
}
