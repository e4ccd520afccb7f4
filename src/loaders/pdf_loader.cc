#include "loaders/pdf_loader.h"

#include <fmt/format.h>

#include <csignal>
#include <string>
#include <utility>

#include "base/subprocess.h"
#include "loaders/document_builder.h"
#include "loaders/pdf_bbox_parser.h"
#include "loaders/pdf_document.h"

namespace gloss {
namespace {

constexpr size_t kMaxOutputBytes = size_t{256} << 20;
constexpr int kOpenFailed = 1;  // pdftotext's exit codes.
constexpr int kNotPermitted = 3;

/// pdftotext's own words in short: the first error line, printable and without its prefix.
std::string FirstComplaint(std::string_view standard_error) {
  std::string first;
  while (!standard_error.empty() && first.empty()) {
    const std::string_view line = standard_error.substr(0, standard_error.find('\n'));
    standard_error.remove_prefix(std::min(line.size() + 1, standard_error.size()));
    if (line.find("Warning") == std::string_view::npos) first = OneLine(line, 120);
  }
  for (char& c : first) {
    if (c < ' ' || c > '~') c = '?';
  }
  return first.empty() ? "no reason given" : first;
}

bool Mentions(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// The failure behind an exit code other than 0.
Status StatusOfExit(const SubprocessResult& result, const LoadOptions& options) {
  const std::string& error = result.standard_error;
  if (result.exit_code == kOpenFailed && Mentions(error, "Incorrect password")) {
    return {StatusCode::kEncrypted, options.password.empty()
                                        ? "it is encrypted: give its password with --password"
                                        : "it is encrypted and the password does not open it"};
  }
  if (Mentions(error, "Unsupported version of standard security handler") ||
      Mentions(error, "Unknown security handler") || Mentions(error, "unsupported encryption")) {
    return {StatusCode::kEncrypted, fmt::format("it is encrypted in a way that pdftotext does not "
                                                "support: save it without encryption ({})",
                                                FirstComplaint(error))};
  }
  if (result.exit_code == kNotPermitted) {
    return {StatusCode::kEncrypted,
            "its text may not be copied: give the owner's password with --password"};
  }
  if (result.exit_code == 128 + SIGABRT || Mentions(error, "Out of memory") ||
      Mentions(error, "bad_alloc")) {
    return {StatusCode::kTooLarge, fmt::format("reading it needs more memory than the limit of {} "
                                               "MiB",
                                               options.limits.max_process_bytes >> 20)};
  }
  if (result.exit_code == 128 + SIGXCPU || result.exit_code == 128 + SIGKILL) {
    return {StatusCode::kTimeout,
            fmt::format("reading it took longer than {} s", options.limits.max_seconds)};
  }
  if (result.exit_code > 128) {
    return {StatusCode::kCorruptDocument,
            fmt::format("pdftotext crashed on it (signal {})", result.exit_code - 128)};
  }
  return {StatusCode::kCorruptDocument,
          fmt::format("pdftotext cannot read it: {}", FirstComplaint(error))};
}

/// The failure of starting or finishing pdftotext at all.
Status StatusOfRun(const Status& status, const LoadOptions& options) {
  switch (status.code()) {
    case StatusCode::kNotFound:
      return {StatusCode::kNotFound,
              "PDF needs the program pdftotext: install the package poppler-utils"};
    case StatusCode::kTimeout:
      return {StatusCode::kTimeout,
              fmt::format("reading it took longer than {} s", options.limits.max_seconds)};
    case StatusCode::kTooLarge:
      return {StatusCode::kTooLarge,
              fmt::format("its text with positions is larger than {} MiB", kMaxOutputBytes >> 20)};
    default:
      return status;
  }
}

Result<SubprocessResult> RunPdftotext(std::string_view bytes, const LoadOptions& options) {
  // One page more than allowed, so that the limit is told and not silently kept.
  std::vector<std::string> argv{
      "pdftotext", "-bbox-layout", "-enc",
      "UTF-8",     "-l",           std::to_string(std::max(options.limits.max_pages, 0) + 1L)};
  if (!options.password.empty()) {
    // The one given may be either; pdftotext tries both.
    argv.insert(argv.end(), {"-upw", options.password, "-opw", options.password});
  }
  argv.insert(argv.end(), {"-", "-"});
  SubprocessLimits limits;
  limits.wall_time = std::chrono::seconds(std::max(options.limits.max_seconds, 1));
  limits.memory_bytes = options.limits.max_process_bytes;
  limits.output_bytes = kMaxOutputBytes;
  auto result = RunSubprocess(argv, bytes, limits, options.stop);
  if (!result.ok()) return StatusOfRun(result.status(), options);
  if (result->exit_code != 0) return StatusOfExit(*result, options);
  return result;
}

}  // namespace

Result<Document> LoadPdf(std::string_view bytes, const LoadOptions& options) {
  if (bytes.size() > options.limits.max_bytes) {
    return Status(StatusCode::kTooLarge,
                  fmt::format("it is larger than the limit of {} bytes", options.limits.max_bytes));
  }
  if (options.password.find('\0') != std::string::npos) {
    return Status(StatusCode::kInvalidArgument, "the password holds a NUL character");
  }
  GLOSS_ASSIGN_OR_RETURN(SubprocessResult output, RunPdftotext(bytes, options));
  GLOSS_ASSIGN_OR_RETURN(PdfText text,
                         ParseBboxLayout(output.standard_output, options.limits, options.stop));
  output.standard_output = {};
  if (text.pages.empty()) {
    return Status(StatusCode::kCorruptDocument, fmt::format("pdftotext finds no page in it: {}",
                                                            FirstComplaint(output.standard_error)));
  }
  GLOSS_ASSIGN_OR_RETURN(Document document, MakePdfDocument(std::move(text), options));
  if (Mentions(output.standard_error, "Error")) {
    document.warnings.push_back(fmt::format("damaged in places, text may be missing ({})",
                                            FirstComplaint(output.standard_error)));
  }
  return document;
}

}  // namespace gloss
