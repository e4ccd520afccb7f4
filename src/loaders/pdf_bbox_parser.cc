#include "loaders/pdf_bbox_parser.h"

#include <fmt/format.h>
#include <unicode/utf8.h>

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "loaders/pdf_glyphs.h"

namespace gloss {
namespace {

constexpr double kMaxCoordinate = 1e6;

/// Value of name="…" in a start tag; empty when it is missing.
std::string_view AttributeOf(std::string_view tag, std::string_view name) {
  for (size_t at = tag.find(name); at != std::string_view::npos; at = tag.find(name, at + 1)) {
    const size_t quote = at + name.size() + 1;
    if (at == 0 || tag[at - 1] != ' ' || quote >= tag.size()) continue;
    if (tag[quote - 1] != '=' || tag[quote] != '"') continue;
    const size_t end = tag.find('"', quote + 1);
    if (end == std::string_view::npos) return {};
    return tag.substr(quote + 1, end - quote - 1);
  }
  return {};
}

double NumberOf(std::string_view tag, std::string_view name) {
  const std::string_view text = AttributeOf(tag, name);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value)) return 0;
  return std::clamp(value, -kMaxCoordinate, kMaxCoordinate);
}

void AppendUtf8(uint32_t c, std::string& to) {
  if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF) || c == 0) c = 0xFFFD;
  std::array<uint8_t, U8_MAX_LENGTH> bytes{};
  size_t size = 0;
  U8_APPEND_UNSAFE(bytes, size, c);
  to.append(reinterpret_cast<const char*>(bytes.data()), size);
}

/// Appends what the entity (without & and ;) stands for; false when it stands for nothing known.
bool AppendEntity(std::string_view entity, std::string& to) {
  static constexpr std::pair<std::string_view, char> kNamed[] = {
      {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
  for (const auto& [name, character] : kNamed) {
    if (entity != name) continue;
    to += character;
    return true;
  }
  if (!entity.starts_with('#')) return false;
  entity.remove_prefix(1);
  const bool is_hex = entity.starts_with('x') || entity.starts_with('X');
  if (is_hex) entity.remove_prefix(1);
  uint32_t value = 0;
  const char* end = entity.data() + entity.size();
  const auto [stopped, error] = std::from_chars(entity.data(), end, value, is_hex ? 16 : 10);
  if (entity.empty() || error != std::errc() || stopped != end) return false;
  AppendUtf8(value, to);
  return true;
}

std::string Unescape(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  while (!text.empty()) {
    const size_t ampersand = text.find('&');
    plain += text.substr(0, ampersand);
    if (ampersand == std::string_view::npos) break;
    text.remove_prefix(ampersand);
    const size_t semicolon = text.substr(0, 12).find(';');
    if (semicolon != std::string_view::npos && AppendEntity(text.substr(1, semicolon - 1), plain)) {
      text.remove_prefix(semicolon + 1);
    } else {
      plain += '&';
      text.remove_prefix(1);
    }
  }
  return plain;
}

class BboxScanner {
 public:
  BboxScanner(std::string_view xhtml, const LoadLimits& limits, const std::stop_token& stop)
      : rest_(xhtml), limits_(limits), stop_(stop) {}

  Result<PdfText> Scan() {
    while (const auto tag = NextTag()) {
      if (tag->starts_with("word ")) {
        GLOSS_RETURN_IF_ERROR(TakeWord(*tag));
      } else if (tag->starts_with("line ") || *tag == "/line") {
        EndLine();
      } else if (tag->starts_with("page ")) {
        GLOSS_RETURN_IF_ERROR(StartPage(*tag));
      } else if (*tag == "/page") {
        EndLine();
        is_in_page_ = false;
      } else if (*tag == "title" && result_.pages.empty()) {
        result_.title = ReadablePdfText(Unescape(TakeContent()));
      }
    }
    EndLine();
    if (is_in_page_) {
      return Status(StatusCode::kCorruptDocument,
                    fmt::format("its text breaks off on page {}", result_.pages.size()));
    }
    return std::move(result_);
  }

 private:
  /// Passes over text to the next tag and gives what is between < and >.
  std::optional<std::string_view> NextTag() {
    const size_t start = rest_.find('<');
    if (start == std::string_view::npos) return std::nullopt;
    const size_t end = rest_.find('>', start);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view tag = rest_.substr(start + 1, end - start - 1);
    rest_.remove_prefix(end + 1);
    return tag;
  }

  /// Text up to the next tag.
  std::string_view TakeContent() {
    const std::string_view content = rest_.substr(0, rest_.find('<'));
    rest_.remove_prefix(content.size());
    return content;
  }

  Status StartPage(std::string_view tag) {
    EndLine();
    if (stop_.stop_requested()) return {StatusCode::kCancelled, "loading was stopped"};
    if (result_.pages.size() >= static_cast<size_t>(std::max(limits_.max_pages, 0))) {
      return {StatusCode::kTooLarge,
              fmt::format("it has more pages than the limit of {}", limits_.max_pages)};
    }
    PdfPage page;
    page.number = static_cast<int>(result_.pages.size()) + 1;
    page.width = NumberOf(tag, "width");
    page.height = NumberOf(tag, "height");
    result_.pages.push_back(std::move(page));
    is_in_page_ = true;
    return Status::Ok();
  }

  Status TakeWord(std::string_view tag) {
    const std::string_view content = TakeContent();
    if (result_.pages.empty()) return Status::Ok();
    PdfWord word;
    word.text = ReadablePdfText(Unescape(content));
    if (word.text.empty()) return Status::Ok();
    text_bytes_ += word.text.size();
    if (text_bytes_ > limits_.max_text_bytes) {
      return {StatusCode::kTooLarge,
              fmt::format("its text is longer than the limit of {} bytes", limits_.max_text_bytes)};
    }
    const double x_min = NumberOf(tag, "xMin");
    const double x_max = NumberOf(tag, "xMax");
    const double y_min = NumberOf(tag, "yMin");
    const double y_max = NumberOf(tag, "yMax");
    word.rect = {std::min(x_min, x_max), std::min(y_min, y_max), std::max(x_min, x_max),
                 std::max(y_min, y_max)};
    word.box = {result_.pages.back().number, word.rect.x_min, word.rect.y_min, word.rect.x_max,
                word.rect.y_max};
    line_.words.push_back(std::move(word));
    return Status::Ok();
  }

  void EndLine() {
    if (line_.words.empty()) return;
    result_.pages.back().lines.push_back(std::exchange(line_, {}));
  }

  std::string_view rest_;
  const LoadLimits& limits_;
  const std::stop_token& stop_;
  PdfText result_;
  PdfLine line_;
  size_t text_bytes_ = 0;
  bool is_in_page_ = false;
};

}  // namespace

Result<PdfText> ParseBboxLayout(std::string_view xhtml, const LoadLimits& limits,
                                const std::stop_token& stop) {
  return BboxScanner(xhtml, limits, stop).Scan();
}

}  // namespace gloss
