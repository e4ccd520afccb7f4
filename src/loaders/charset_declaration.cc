#include <string>
#include <string_view>

#include "loaders/ascii.h"
#include "loaders/encoding.h"

namespace gloss {
namespace {

/// The value after "key", "=" in `text`, with or without quotes; empty when it is not there.
std::string ValueAfter(std::string_view text, std::string_view key) {
  for (size_t at = FindLower(text, key); at != std::string_view::npos;
       at = FindLower(text, key, at + key.size())) {
    std::string_view rest = TrimAscii(text.substr(at + key.size()));
    if (rest.empty() || rest.front() != '=') continue;
    rest = TrimAscii(rest.substr(1));
    if (rest.empty()) return {};
    size_t end = 0;
    if (rest.front() == '"' || rest.front() == '\'') {
      end = rest.find(rest.front(), 1);
      rest.remove_prefix(1);
      end = end == std::string_view::npos ? rest.size() : end - 1;
    } else {
      end = rest.find_first_of(" \t\r\n\f;\"'/>");
    }
    return std::string(TrimAscii(rest.substr(0, end)));
  }
  return {};
}

}  // namespace

std::string CharsetOfMediaType(std::string_view media_type) {
  const size_t parameters = media_type.find(';');
  if (parameters == std::string_view::npos) return {};
  return ValueAfter(media_type.substr(parameters), "charset");
}

std::string DeclaredHtmlCharset(std::string_view bytes) {
  std::string_view head = bytes.substr(0, size_t{4} << 10);
  const std::string_view trimmed = TrimAscii(head);
  if (trimmed.starts_with("<?xml")) {
    std::string encoding = ValueAfter(trimmed.substr(0, trimmed.find('>')), "encoding");
    if (!encoding.empty()) return encoding;
  }
  for (size_t at = head.find('<'); at != std::string_view::npos; at = head.find('<', at + 1)) {
    const std::string_view tag = head.substr(at);
    if (tag.starts_with("<!--")) {
      const size_t end = tag.find("-->");
      if (end == std::string_view::npos) return {};
      at += end;
    } else if (StartsWithLower(tag, "<meta")) {
      std::string charset = ValueAfter(tag.substr(0, tag.find('>')), "charset");
      if (!charset.empty()) return charset;
    }
  }
  return {};
}

}  // namespace gloss
