// Hostile input: a redirect. First line: where the request went; second: the Location; the rest:
// the value of a header. Whatever they are, no key crosses origins and no line is smuggled in.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/http_message.h"

namespace {

bool IsClean(std::string_view url) {
  return std::none_of(url.begin(), url.end(),
                      [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F; });
}

std::string_view TakeLine(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

void CheckRedirect(const gloss::HttpRequest& request, int status, const gloss::HttpUrl& from,
                   const gloss::HttpUrl& to) {
  const auto next = gloss::RequestAfterRedirect(request, status, from, to);
  if (!next.ok()) return;
  if (from.scheme == "https" && to.scheme != "https") std::abort();
  if (from.SameOrigin(to)) return;
  if (!next->body.empty()) std::abort();
  for (const gloss::HttpHeader& header : next->headers) {
    if (gloss::LowerAscii(header.name) == "authorization") std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  const std::string_view first = TakeLine(rest);
  const std::string_view location = TakeLine(rest);
  gloss::HttpRequest request;
  request.method = "POST";
  request.body = "text";
  request.headers = {{"Authorization", "Bearer key"}, {"X-Note", std::string(rest)}};
  const bool header_is_clean = gloss::CheckHttpRequest(request).ok();
  if (header_is_clean && rest.find_first_of(std::string_view("\r\n\0", 3)) != rest.npos) {
    std::abort();
  }
  const auto from = gloss::ParseHttpUrl(first);
  if (!from.ok()) return 0;
  if (!IsClean(from->text) || from->host.empty() || from->port.empty()) std::abort();
  const auto to = gloss::ResolveHttpUrl(*from, location);
  if (!to.ok()) return 0;
  if (!IsClean(to->text) || (to->scheme != "http" && to->scheme != "https")) std::abort();
  for (const int status : {301, 303, 307}) CheckRedirect(request, status, *from, *to);
  return 0;
}
