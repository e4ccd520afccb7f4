#include "loaders/loader.h"

#include <fmt/format.h>

#include <exception>
#include <new>
#include <utility>

#include "base/file_system.h"
#include "base/hash.h"
#include "loaders/document_builder.h"
#include "loaders/document_check.h"
#include "loaders/docx_loader.h"
#include "loaders/encoding.h"
#include "loaders/format.h"
#include "loaders/html_loader.h"
#include "loaders/markdown_loader.h"
#include "loaders/pdf_loader.h"
#include "loaders/text_loader.h"
#include "text/utf8.h"

namespace gloss {
namespace {

std::string ShownUri(const LoadOptions& options) {
  if (options.uri.empty()) return "document";
  return options.uri == "-" ? "standard input" : options.uri;
}

/// The last part of a path or URL; nothing for standard input.
std::string FileNameOf(std::string_view uri) {
  if (uri == "-") return {};
  const size_t slash = uri.find_last_of("/\\");
  const std::string name = OneLine(slash == std::string_view::npos ? uri : uri.substr(slash + 1));
  return FindInvalidUtf8(name) ? ReplaceInvalidUtf8(name) : name;
}

Result<Document> LoadAs(Format format, std::string_view bytes, const LoadOptions& options) {
  const std::string charset = CharsetOfMediaType(options.media_type);
  switch (format) {
    case Format::kText:
      return LoadText(bytes, charset, options);
    case Format::kMarkdown:
      return LoadMarkdown(bytes, charset, options);
    case Format::kHtml:
      return LoadHtml(bytes, charset, options);
    case Format::kDocx:
      return LoadDocx(bytes, options);
    case Format::kPdf:
      return LoadPdf(bytes, options);
  }
  return Status(StatusCode::kInternal, "format without a loader");
}

Result<Document> LoadAnyFormat(std::string_view bytes, const LoadOptions& options) {
  if (options.stop.stop_requested()) return Status(StatusCode::kCancelled, "loading was stopped");
  if (bytes.size() > options.limits.max_bytes) {
    return Status(StatusCode::kTooLarge, fmt::format("it has {} bytes, more than the limit of {}",
                                                     bytes.size(), options.limits.max_bytes));
  }
  if (bytes.empty()) return Status(StatusCode::kNoText, "there is no text in it (it is empty)");
  GLOSS_ASSIGN_OR_RETURN(const Format format, DetectFormat(bytes, options));
  return LoadAs(format, bytes, options);
}

}  // namespace

Result<Document> LoadDocument(std::string_view bytes, const LoadOptions& options) {
  Result<Document> loaded = Status(StatusCode::kInternal, "not loaded");
  try {
    loaded = LoadAnyFormat(bytes, options);
    if (loaded.ok()) {
      if (Status broken = CheckDocument(*loaded); !broken.ok()) loaded = std::move(broken);
    }
  } catch (const std::bad_alloc&) {
    loaded = Status(StatusCode::kTooLarge, "it needs more memory than there is");
  } catch (const std::exception& e) {
    loaded = Status(StatusCode::kInternal, e.what());
  }
  if (!loaded.ok()) return loaded.status().WithContext(ShownUri(options));
  Document document = std::move(loaded).value();
  document.uri = options.uri;
  document.sha256 = Sha256Hex(bytes);
  document.language = options.language;
  if (document.title.empty()) document.title = FileNameOf(options.uri);
  return document;
}

Result<Document> LoadFile(const std::string& path, const LoadOptions& options) {
  LoadOptions with_uri = options;
  if (with_uri.uri.empty()) with_uri.uri = path;
  GLOSS_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path, options.limits.max_bytes));
  return LoadDocument(bytes, with_uri);
}

}  // namespace gloss
