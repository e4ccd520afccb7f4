#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include "loaders/loader_test_util.h"

namespace gloss {

std::vector<std::string> Shown(const Document& document) {
  std::vector<std::string> lines;
  for (const Block& block : document.blocks) {
    std::string place;
    if (block.heading_level > 0) place = fmt::format("@{}", block.heading_level);
    if (block.cell) {
      place = fmt::format("@{}/{}/{}{}", block.cell->table, block.cell->row, block.cell->column,
                          block.cell->is_header ? "!" : "");
    }
    lines.push_back(
        fmt::format("{}{}: {}", BlockKindName(block.kind), place, block.span.In(document.text)));
  }
  return lines;
}

std::string ZipOf(const std::vector<std::pair<std::string, std::string>>& files) {
  size_t total = 0;
  for (const auto& [name, content] : files) total += name.size() * 2 + content.size() + 512;
  std::string buffer(total + 4096, '\0');
  size_t used = 0;
  archive* zip = archive_write_new();
  archive_write_set_format_zip(zip);
  archive_write_set_bytes_per_block(zip, 1);
  archive_write_set_bytes_in_last_block(zip, 1);
  archive_write_open_memory(zip, buffer.data(), buffer.size(), &used);
  for (const auto& [name, content] : files) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_write_header(zip, entry);
    archive_write_data(zip, content.data(), content.size());
    archive_entry_free(entry);
  }
  archive_write_close(zip);
  archive_write_free(zip);
  buffer.resize(used);
  return buffer;
}

std::string WordRoot(std::string_view element, std::string_view content) {
  return fmt::format(
      R"(<?xml version="1.0" encoding="UTF-8"?><w:{0} )"
      R"(xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" )"
      R"(xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" )"
      R"(xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" )"
      R"(xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" )"
      R"(xmlns:v="urn:schemas-microsoft-com:vml">{1}</w:{0}>)",
      element, content);
}

std::string DocxOf(std::string_view body,
                   const std::vector<std::pair<std::string, std::string>>& parts) {
  constexpr std::string_view kTypes = "http://schemas.openxmlformats.org/officeDocument/2006/";
  std::vector<std::pair<std::string, std::string>> files = {
      {"[Content_Types].xml",
       R"(<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>)"},
      {"_rels/.rels",
       fmt::format(
           R"(<Relationships><Relationship Id="r1" Type="{0}relationships/officeDocument" )"
           R"(Target="word/document.xml"/><Relationship Id="r2" )"
           R"(Type="{0}relationships/metadata/core-properties" Target="docProps/core.xml"/>)"
           R"(</Relationships>)",
           kTypes)},
      {"word/document.xml", WordRoot("document", fmt::format("<w:body>{}</w:body>", body))},
  };
  bool has_core = false;
  std::string relationships;
  for (const auto& [name, content] : parts) {
    files.emplace_back(name, content);
    has_core = has_core || name == "docProps/core.xml";
    // "word/header2.xml" has the type "header".
    std::string type = name.substr(name.rfind('/') + 1);
    type = type.substr(0, type.find_first_of(".0123456789"));
    relationships +=
        fmt::format(R"(<Relationship Id="{0}" Type="{1}relationships/{0}" Target="/{2}"/>)", type,
                    kTypes, name);
  }
  if (!has_core) files.emplace_back("docProps/core.xml", "<coreProperties/>");
  files.emplace_back("word/_rels/document.xml.rels",
                     fmt::format("<Relationships>{}</Relationships>", relationships));
  return ZipOf(files);
}

}  // namespace gloss
