#include "cli/output_files.h"

namespace gloss::cli {

Status CheckOutputFiles(const std::vector<std::string>& files,
                        std::optional<std::string> (*format_of)(const std::string&),
                        std::string_view extensions, const std::set<std::string>& also) {
  std::set<std::string> seen = also;
  for (const std::string& file : files) {
    if (!seen.insert(file).second) {
      return {StatusCode::kInvalidArgument, file + ": named twice as output"};
    }
    if (!format_of(file)) {
      return {StatusCode::kInvalidArgument,
              file + ": the extension names no format: use " + std::string(extensions)};
    }
  }
  return Status::Ok();
}

}  // namespace gloss::cli
