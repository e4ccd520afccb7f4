#include "cli/ground_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <system_error>

#include "base/file_system.h"
#include "grounding/input_json.h"

namespace gloss::cli {
namespace {

/// Files in folders that are taken as documents; a file that is named itself may have any name.
constexpr std::array<std::string_view, 9> kDocumentExtensions = {
    ".txt", ".md", ".markdown", ".html", ".htm", ".xhtml", ".docx", ".pdf", ".rst"};

bool HasDocumentExtension(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(kDocumentExtensions.begin(), kDocumentExtensions.end(), extension) !=
         kDocumentExtensions.end();
}

/// The documents of a folder and the folders in it, in order of path.
Result<std::vector<std::string>> DocumentsIn(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  std::filesystem::recursive_directory_iterator entries(folder, error);
  for (; !error && entries != std::filesystem::recursive_directory_iterator();
       entries.increment(error)) {
    if (entries->is_regular_file(error) && HasDocumentExtension(entries->path())) {
      files.push_back(entries->path().string());
    }
  }
  if (error) return StatusFromErrno(error.value(), folder);
  if (files.empty()) {
    return Status(StatusCode::kNotFound,
                  folder + ": no documents in this folder (.txt .md .html .docx .pdf)");
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// "json", "jsonl" or "document".
std::string FormatOf(const GroundInputs& inputs) {
  if (inputs.format != "auto") return inputs.format;
  const std::string extension = std::filesystem::path(inputs.response).extension().string();
  if (extension == ".json") return "json";
  if (extension == ".jsonl" || extension == ".ndjson") return "jsonl";
  return "document";
}

GroundRequest RequestOf(InputRecord record, size_t number, const GroundRequest& base,
                        const std::vector<TextInput>& files) {
  GroundRequest request = base;
  request.id = record.id.empty() ? std::to_string(number) : record.id;
  if (!record.question.empty()) request.question = record.question;
  if (!record.language.empty()) request.load.language = record.language;
  request.response_truncated = record.response_truncated;
  request.response.uri = "record " + request.id;
  request.response.text = std::move(record.response);
  for (size_t i = 0; i < record.sources.size(); ++i) {
    InputSource& source = record.sources[i];
    TextInput input;
    input.id = std::move(source.id);
    input.title = std::move(source.title);
    input.uri = source.uri.empty() ? fmt::format("record {}, source {}", request.id, i + 1)
                                   : std::move(source.uri);
    input.text = std::move(source.text);
    request.sources.push_back(std::move(input));
  }
  request.sources.insert(request.sources.end(), files.begin(), files.end());
  return request;
}

}  // namespace

Result<std::vector<TextInput>> SourceFiles(const std::vector<std::string>& sources) {
  std::vector<TextInput> inputs;
  for (const std::string& source : sources) {
    std::error_code error;
    std::vector<std::string> files = {source};
    if (std::filesystem::is_directory(source, error)) {
      GLOSS_ASSIGN_OR_RETURN(files, DocumentsIn(source));
    }
    for (std::string& file : files) {
      TextInput input;
      input.uri = std::move(file);
      inputs.push_back(std::move(input));
    }
  }
  return inputs;
}

Result<GroundInputList> ReadGroundInputs(const GroundInputs& inputs, const GroundRequest& base) {
  GLOSS_ASSIGN_OR_RETURN(const std::vector<TextInput> files, SourceFiles(inputs.sources));
  GroundInputList list;
  if (FormatOf(inputs) == "document") {
    if (files.empty()) {
      return Status(StatusCode::kInvalidArgument,
                    "no source: name what the response should rest on with --source FILE");
    }
    const auto uses_stdin = [](const TextInput& input) { return input.uri == "-"; };
    if (inputs.response == "-" && std::any_of(files.begin(), files.end(), uses_stdin)) {
      return Status(StatusCode::kInvalidArgument,
                    "standard input (-) cannot be both the response and a source");
    }
    GroundRequest request = base;
    request.response.uri = inputs.response;
    request.sources = files;
    list.requests.push_back(std::move(request));
    return list;
  }
  GLOSS_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(inputs.response));
  InputJsonOptions options;
  options.require_sources = files.empty();
  auto records = ReadInputRecords(bytes, options);
  if (!records.ok()) return records.status().WithContext(inputs.response);
  for (size_t i = 0; i < records->size(); ++i) {
    auto& record = (*records)[i];
    if (record.ok()) {
      list.requests.push_back(RequestOf(std::move(record).value(), i + 1, base, files));
    } else {
      list.failures.push_back(record.status().WithContext(inputs.response));
    }
  }
  return list;
}

}  // namespace gloss::cli
