#include "loaders/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "loaders/ascii.h"

namespace gloss {
namespace {

using namespace std::string_view_literals;

constexpr size_t kSniffBytes = size_t{64} << 10;
constexpr std::string_view kReadable = "Glossator reads plain text, Markdown, HTML, DOCX and PDF";

struct Signature {
  std::string_view bytes;
  size_t offset;
  std::string_view what;
};

/// First bytes of formats that are met where documents are, and that no loader reads.
constexpr std::array<Signature, 27> kForeign = {{
    {"\x89PNG\r\n\x1A\n"sv, 0, "a PNG image"},
    {"\xFF\xD8\xFF"sv, 0, "a JPEG image"},
    {"GIF8"sv, 0, "a GIF image"},
    {"II*\0"sv, 0, "a TIFF image"},
    {"MM\0*"sv, 0, "a TIFF image"},
    {"WEBPVP8"sv, 8, "a WebP image"},
    {"ftyp"sv, 4, "a video or image (ISO media)"},
    {"WAVEfmt"sv, 8, "sound (WAV)"},
    {"ID3"sv, 0, "sound (MP3)"},
    {"OggS"sv, 0, "sound or video (Ogg)"},
    {"\x1A\x45\xDF\xA3"sv, 0, "a video (Matroska)"},
    {"\x1F\x8B"sv, 0, "a gzip archive"},
    {"BZh"sv, 0, "a bzip2 archive"},
    {"\xFD"
     "7zXZ\0"sv,
     0, "an xz archive"},
    {"\x28\xB5\x2F\xFD"sv, 0, "a zstd archive"},
    {"7z\xBC\xAF\x27\x1C"sv, 0, "a 7z archive"},
    {"Rar!\x1A\x07"sv, 0, "a RAR archive"},
    {"ustar"sv, 257, "a tar archive"},
    {"AT&TFORM"sv, 0, "a DjVu document"},
    {"ITSF"sv, 0, "a Compiled HTML Help (CHM) file"},
    {"BOOKMOBI"sv, 60, "a Mobipocket book"},
    {"SQLite format 3\0"sv, 0, "an SQLite data base"},
    {"GGUF"sv, 0, "a model file (GGUF)"},
    {"\x7F"
     "ELF"sv,
     0, "a program (ELF)"},
    {"MZ\x90\0"sv, 0, "a program (Windows)"},
    {"PAR1"sv, 0, "a Parquet table"},
    {"wOF2"sv, 0, "a font"},
}};

std::string ExtensionOf(std::string_view uri) {
  if (uri.find("://") != std::string_view::npos) uri = uri.substr(0, uri.find_first_of("?#"));
  const size_t slash = uri.find_last_of("/\\");
  if (slash != std::string_view::npos) uri.remove_prefix(slash + 1);
  const size_t dot = uri.find_last_of('.');
  return dot == std::string_view::npos || dot == 0 ? std::string{}
                                                   : AsciiLower(uri.substr(dot + 1));
}

bool IsOneOf(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// What the name says.
struct NameHint {
  explicit NameHint(std::string_view uri) {
    const std::string extension = ExtensionOf(uri);
    markdown = IsOneOf(extension, {"md", "markdown", "mdown", "mkd", "mkdn", "mdx", "qmd", "rmd"});
    html = IsOneOf(extension, {"html", "htm", "xhtml", "xht", "shtml"});
    text = IsOneOf(extension, {"txt", "text", "log", "csv", "tsv", "rst", "tex", "json", "jsonl",
                               "asc", "adoc", "org", "srt", "vtt", "eml"});
  }
  bool markdown = false;
  bool html = false;
  bool text = false;
};

std::optional<Format> FormatOfMediaType(std::string_view media_type) {
  const std::string name = AsciiLower(TrimAscii(media_type.substr(0, media_type.find(';'))));
  if (name == "text/plain") return Format::kText;
  if (IsOneOf(name, {"text/markdown", "text/x-markdown"})) return Format::kMarkdown;
  if (IsOneOf(name, {"text/html", "application/xhtml+xml"})) return Format::kHtml;
  if (name == "application/pdf") return Format::kPdf;
  if (name == MediaTypeOf(Format::kDocx)) return Format::kDocx;
  return std::nullopt;
}

Status Unsupported(std::string_view what) {
  return {StatusCode::kUnsupportedFormat, fmt::format("it looks like {}; {}", what, kReadable)};
}

/// What the first bytes say; empty when they are of no format in the list. Short signatures are
/// words that a text may begin with: they count only where control characters follow.
std::string_view ForeignFormat(std::string_view bytes) {
  if (bytes.starts_with("{\\rtf")) return "a Rich Text (RTF) document";
  if (bytes.starts_with("%!PS")) return "a PostScript document";
  const std::string_view head = bytes.substr(0, 1024);
  const bool has_controls = std::any_of(
      head.begin(), head.end(), [](char c) { return c >= 0 && c < ' ' && !IsAsciiSpace(c); });
  if (!has_controls) return {};
  for (const Signature& signature : kForeign) {
    if (bytes.size() > signature.offset &&
        bytes.substr(signature.offset).starts_with(signature.bytes)) {
      return signature.what;
    }
  }
  return {};
}

/// The first bytes with byte order mark and the NULs of UTF-16 taken out, so that ASCII mark-up can
/// be looked for; empty when there is nothing to take out.
std::string NarrowedHead(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) return std::string(bytes.substr(3, kSniffBytes));
  const bool wide = bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF");
  if (!wide && !bytes.starts_with("<\0"sv) && !bytes.starts_with("\0<"sv)) return {};
  std::string narrow(bytes.substr(wide ? 2 : 0, kSniffBytes));
  std::erase(narrow, '\0');
  return narrow;
}

/// Names in a ZIP are stored as they are, in the local headers and in the directory at the end.
Result<Format> SniffZip(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, kSniffBytes);
  const std::string_view tail =
      bytes.size() > kSniffBytes ? bytes.substr(bytes.size() - kSniffBytes) : std::string_view{};
  const auto holds = [head, tail](std::string_view name) {
    return head.find(name) != std::string_view::npos || tail.find(name) != std::string_view::npos;
  };
  if (holds("mimetypeapplication/epub+zip")) return Unsupported("an EPUB book");
  if (holds("mimetypeapplication/vnd.oasis.opendocument")) {
    return Unsupported("an OpenDocument file (save it as DOCX)");
  }
  if (holds("[Content_Types].xml")) {
    if (holds("xl/workbook")) return Unsupported("an Excel workbook (save it as text)");
    if (holds("ppt/presentation")) return Unsupported("a PowerPoint presentation");
    return Format::kDocx;
  }
  if (holds("word/document.xml")) return Format::kDocx;
  return Unsupported("a ZIP archive (unpack it first)");
}

/// OLE2 containers name their streams in UTF-16.
Status SniffOle2(std::string_view bytes) {
  const auto holds = [bytes](std::string_view name) {
    std::string wide;
    for (const char c : name) {
      wide += c;
      wide += '\0';
    }
    return bytes.find(wide) != std::string_view::npos;
  };
  if (holds("EncryptedPackage")) {
    return {StatusCode::kEncrypted,
            "it is an encrypted Office document; open it in its program and save it without a "
            "password"};
  }
  if (holds("WordDocument")) return Unsupported("an old Word document (save it as DOCX)");
  if (holds("Workbook")) return Unsupported("an old Excel workbook");
  if (holds("PowerPoint Document")) return Unsupported("an old PowerPoint presentation");
  return Unsupported("an OLE2 container (an old Office document or a message)");
}

std::string_view SkipSpaceAndComments(std::string_view text) {
  for (;;) {
    text = text.substr(std::min(text.size(), text.find_first_not_of(" \t\r\n\f\v")));
    const bool comment = text.starts_with("<!--");
    if (!comment && !text.starts_with("<?xml")) return text;
    const std::string_view close = comment ? "-->"sv : "?>"sv;
    const size_t end = text.find(close);
    if (end == std::string_view::npos) return text;
    text.remove_prefix(end + close.size());
  }
}

/// A tag name has to end where the word ends.
bool StartsWithTag(std::string_view text, std::string_view tag) {
  return StartsWithLower(text, tag) &&
         (text.size() == tag.size() || IsAsciiSpace(text[tag.size()]) || text[tag.size()] == '>' ||
          text[tag.size()] == '/');
}

enum class HtmlLikeness { kNone, kFragment, kPage };

HtmlLikeness SniffHtml(std::string_view bytes) {
  const std::string_view text = SkipSpaceAndComments(bytes);
  if (StartsWithTag(text, "<!doctype html") || StartsWithTag(text, "<html") ||
      StartsWithTag(text, "<head") || StartsWithTag(text, "<body")) {
    return HtmlLikeness::kPage;
  }
  // Other XML has elements of the same names.
  if (TrimAscii(bytes.substr(0, kSniffBytes)).starts_with("<?xml")) return HtmlLikeness::kNone;
  for (const std::string_view tag :
       {"<title"sv, "<meta"sv, "<script"sv, "<style"sv,  "<link"sv,       "<div"sv,
        "<p"sv,     "<h1"sv,   "<h2"sv,     "<table"sv,  "<article"sv,    "<section"sv,
        "<main"sv,  "<ul"sv,   "<ol"sv,     "<span"sv,   "<a"sv,          "<b"sv,
        "<br"sv,    "<font"sv, "<iframe"sv, "<center"sv, "<blockquote"sv, "<pre"sv}) {
    if (StartsWithTag(text, tag)) return HtmlLikeness::kFragment;
  }
  return HtmlLikeness::kNone;
}

/// Headings with "#" and at least one other piece of Markdown that plain text seldom has.
bool HasMarkdownStructure(std::string_view bytes) {
  const std::string_view text = bytes.substr(0, kSniffBytes);
  int headings = 0;
  int fences = 0;
  for (size_t at = 0; at < text.size();) {
    const std::string_view line = text.substr(at, text.find('\n', at) - at);
    const size_t marks = std::min(line.find_first_not_of('#'), line.size());
    if (marks >= 1 && marks <= 6 && marks + 1 < line.size() && line[marks] == ' ') ++headings;
    if (line.starts_with("```")) ++fences;
    at += line.size() + 1;
  }
  if (headings == 0) return false;
  const bool inline_marks =
      text.find("](http") != std::string_view::npos || text.find("](#") != std::string_view::npos ||
      text.find("](/") != std::string_view::npos || text.find("**") != std::string_view::npos;
  return inline_marks || fences >= 2 || text.find("\n## ") != std::string_view::npos;
}

/// "%PDF-" and a digit, within the first KiB as readers allow; text that only mentions it begins
/// with something else that is told apart by the name or by being HTML.
std::optional<size_t> PdfHeader(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, 1024 + 6);
  const size_t at = head.find("%PDF-");
  if (at == std::string_view::npos || at + 5 >= bytes.size() || !IsAsciiDigit(bytes[at + 5])) {
    return std::nullopt;
  }
  return at;
}

Result<Format> SniffMarkup(std::string_view bytes, const NameHint& name) {
  const HtmlLikeness html = SniffHtml(bytes);
  if (name.markdown) return Format::kMarkdown;
  if (html == HtmlLikeness::kPage || name.html) return Format::kHtml;
  if (html == HtmlLikeness::kFragment && !name.text) return Format::kHtml;
  if (name.text) return Format::kText;
  if (TrimAscii(bytes.substr(0, 200)).starts_with("<?xml")) {
    return Unsupported(
        "an XML document; convert it, or give its media type as text/plain to load it with its "
        "mark-up");
  }
  return HasMarkdownStructure(bytes) ? Format::kMarkdown : Format::kText;
}

}  // namespace

std::string_view MediaTypeOf(Format format) {
  switch (format) {
    case Format::kText:
      return "text/plain";
    case Format::kMarkdown:
      return "text/markdown";
    case Format::kHtml:
      return "text/html";
    case Format::kDocx:
      return "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    case Format::kPdf:
      return "application/pdf";
  }
  return "text/plain";
}

Result<Format> DetectFormat(std::string_view bytes, const LoadOptions& options) {
  if (!options.media_type.empty() &&
      !AsciiLower(options.media_type).starts_with("application/octet-stream")) {
    if (const auto format = FormatOfMediaType(options.media_type)) return *format;
    return Status(StatusCode::kUnsupportedFormat,
                  fmt::format("media type '{}' is not one that a loader reads; {}",
                              OneLineAscii(options.media_type), kReadable));
  }
  const NameHint name(options.uri);
  const std::optional<size_t> pdf = PdfHeader(bytes);
  if (pdf == 0) return Format::kPdf;
  if (bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06")) return SniffZip(bytes);
  if (bytes.starts_with("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")) return SniffOle2(bytes);
  if (const std::string_view foreign = ForeignFormat(bytes); !foreign.empty()) {
    return Unsupported(foreign);
  }
  const std::string narrow = NarrowedHead(bytes);
  const std::string_view marked = narrow.empty() ? bytes : std::string_view(narrow);
  if (pdf && !name.text && !name.markdown && !name.html &&
      SniffHtml(marked) == HtmlLikeness::kNone) {
    return Format::kPdf;
  }
  return SniffMarkup(marked, name);
}

}  // namespace gloss
