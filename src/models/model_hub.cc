#include "models/model_hub.h"

#include <fmt/format.h>

#include <algorithm>

namespace gloss {
namespace {

constexpr size_t kMaxNameBytes = 200;

bool IsPlain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '_' || c == '-';
}

/// A name of plain characters that no file system or server reads as a step.
bool IsName(std::string_view text) {
  return !text.empty() && text.size() <= kMaxNameBytes &&
         std::all_of(text.begin(), text.end(), IsPlain) && text != "." &&
         text.find("..") == std::string_view::npos;
}

/// Names with slashes between them.
bool IsPath(std::string_view text) {
  while (true) {
    const size_t slash = text.find('/');
    if (!IsName(text.substr(0, slash))) return false;
    if (slash == std::string_view::npos) return true;
    text.remove_prefix(slash + 1);
  }
}

std::string Escape(std::string_view text, bool keep_slashes) {
  std::string escaped;
  for (const char c : text) {
    if (IsPlain(c) || (keep_slashes && c == '/')) {
      escaped.push_back(c);
    } else {
      escaped += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return escaped;
}

}  // namespace

bool IsHubRepo(std::string_view text) {
  return IsPath(text) && std::count(text.begin(), text.end(), '/') == 1;
}

bool IsHubRevision(std::string_view text) { return IsPath(text); }

Result<HubFile> ParseHubReference(std::string_view text) {
  const auto bad = [&](std::string_view why) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("\"{}\": {}; write hf:OWNER/REPO/FILE.gguf@REVISION", text, why));
  };
  constexpr std::string_view kScheme = "hf:";
  if (!text.starts_with(kScheme)) return bad("does not begin with hf:");
  std::string_view rest = text.substr(kScheme.size());
  HubFile file;
  if (const size_t at = rest.find('@'); at != std::string_view::npos) {
    file.revision = rest.substr(at + 1);
    rest = rest.substr(0, at);
    if (!IsHubRevision(file.revision)) return bad("the revision is not a commit, tag or branch");
  }
  const size_t owner_end = rest.find('/');
  const size_t repo_end =
      owner_end == std::string_view::npos ? owner_end : rest.find('/', owner_end + 1);
  if (repo_end == std::string_view::npos) return bad("the owner, repository or file is missing");
  file.repo = rest.substr(0, repo_end);
  file.file = rest.substr(repo_end + 1);
  if (!IsHubRepo(file.repo)) return bad("the repository is not OWNER/REPO");
  if (!IsPath(file.file) || !file.file.ends_with(".gguf")) return bad("the file is not a .gguf");
  return file;
}

std::string HubUrl(std::string_view base, const HubFile& file) {
  while (base.ends_with('/')) base.remove_suffix(1);
  return fmt::format("{}/{}/resolve/{}/{}", base, Escape(file.repo, true),
                     Escape(file.revision.empty() ? "main" : file.revision, false),
                     Escape(file.file, true));
}

}  // namespace gloss
