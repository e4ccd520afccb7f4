#include "base/http_message.h"

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

namespace gloss {
namespace {

constexpr size_t kMaxUrlBytes = 16 << 10;
constexpr size_t kMaxHeaderBytes = 64 << 10;

bool IsTokenChar(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

bool IsToken(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), IsTokenChar);
}

bool IsControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

bool HoldsControl(std::string_view text, bool tab_is_fine) {
  return std::any_of(text.begin(), text.end(),
                     [&](char c) { return IsControl(c) && !(tab_is_fine && c == '\t'); });
}

/// Text in a message: control characters replaced, cut to a sensible length.
std::string Shown(std::string_view text) {
  std::string shown(text.substr(0, 200));
  std::replace_if(shown.begin(), shown.end(), IsControl, '?');
  return shown;
}

Status BadUrl(std::string_view text, std::string_view why) {
  const size_t query = text.find('?');
  return {StatusCode::kInvalidArgument,
          fmt::format("URL \"{}\": {}", Shown(text.substr(0, query)), why)};
}

using UrlHandle = std::unique_ptr<CURLU, void (*)(CURLU*)>;

UrlHandle MakeUrlHandle() { return {curl_url(), &curl_url_cleanup}; }

std::string UrlPart(CURLU* url, CURLUPart part, unsigned int flags = 0) {
  char* value = nullptr;
  if (curl_url_get(url, part, &value, flags) != CURLUE_OK || value == nullptr) return "";
  std::string text(value);
  curl_free(value);
  return text;
}

Result<HttpUrl> ReadParts(CURLU* handle, std::string_view text) {
  HttpUrl url;
  url.scheme = LowerAscii(UrlPart(handle, CURLUPART_SCHEME));
  if (url.scheme != "http" && url.scheme != "https") {
    return BadUrl(text, "only http and https are spoken");
  }
  if (!UrlPart(handle, CURLUPART_USER).empty() || !UrlPart(handle, CURLUPART_PASSWORD).empty()) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("a URL of {} holds a user name or password; give it by environment",
                              UrlPart(handle, CURLUPART_HOST)));
  }
  url.host = LowerAscii(UrlPart(handle, CURLUPART_HOST));
  if (url.host.empty()) return BadUrl(text, "has no host");
  url.port = UrlPart(handle, CURLUPART_PORT, CURLU_DEFAULT_PORT);
  curl_url_set(handle, CURLUPART_FRAGMENT, nullptr, 0);
  url.text = UrlPart(handle, CURLUPART_URL);
  curl_url_set(handle, CURLUPART_QUERY, nullptr, 0);
  url.for_messages = UrlPart(handle, CURLUPART_URL);
  if (url.text.empty()) return BadUrl(text, "is not a URL");
  return url;
}

/// Headers that may go to another origin: they tell what is wanted, not who wants it.
bool MayCrossOrigins(std::string_view lower_case_name) {
  static constexpr std::array<std::string_view, 6> kHarmless = {
      "accept", "accept-language", "if-range", "if-none-match", "range", "user-agent"};
  return std::find(kHarmless.begin(), kHarmless.end(), lower_case_name) != kHarmless.end();
}

/// Headers that the library writes; two of them would let a request hide in another.
bool IsWrittenByTheLibrary(std::string_view lower_case_name) {
  static constexpr std::array<std::string_view, 5> kReserved = {
      "connection", "content-length", "expect", "host", "transfer-encoding"};
  return std::find(kReserved.begin(), kReserved.end(), lower_case_name) != kReserved.end();
}

}  // namespace

std::string LowerAscii(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::string_view HttpResponse::Header(std::string_view lower_case_name) const {
  for (const HttpHeader& header : headers) {
    if (header.name == lower_case_name) return header.value;
  }
  return {};
}

Result<HttpUrl> ParseHttpUrl(std::string_view text) {
  if (text.size() > kMaxUrlBytes) return BadUrl(text, "is longer than 16 KiB");
  if (HoldsControl(text, /*tab_is_fine=*/false) || text.find(' ') != std::string_view::npos) {
    return BadUrl(text, "holds a space or a control character");
  }
  const UrlHandle handle = MakeUrlHandle();
  const CURLUcode code = curl_url_set(handle.get(), CURLUPART_URL, std::string(text).c_str(),
                                      CURLU_NON_SUPPORT_SCHEME);
  if (code != CURLUE_OK) {
    return BadUrl(text, code == CURLUE_BAD_SCHEME
                            ? "must begin with http:// or https://"
                            : fmt::format("is not a URL ({})", curl_url_strerror(code)));
  }
  return ReadParts(handle.get(), text);
}

Result<HttpUrl> ResolveHttpUrl(const HttpUrl& base, std::string_view location) {
  if (location.size() > kMaxUrlBytes) return BadUrl(location, "is longer than 16 KiB");
  if (HoldsControl(location, /*tab_is_fine=*/false)) {
    return BadUrl(location, "holds a control character");
  }
  const UrlHandle handle = MakeUrlHandle();
  CURLUcode code = curl_url_set(handle.get(), CURLUPART_URL, base.text.c_str(), 0);
  if (code == CURLUE_OK) {
    code = curl_url_set(handle.get(), CURLUPART_URL, std::string(location).c_str(),
                        CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE | CURLU_ALLOW_SPACE);
  }
  if (code != CURLUE_OK) {
    return BadUrl(location, fmt::format("is not a URL ({})", curl_url_strerror(code)));
  }
  return ReadParts(handle.get(), location);
}

Status CheckHttpRequest(const HttpRequest& request) {
  const auto bad = [](std::string message) {
    return Status(StatusCode::kInvalidArgument, std::move(message));
  };
  if (!IsToken(request.method)) {
    return bad(fmt::format("HTTP method \"{}\": not a word", Shown(request.method)));
  }
  const bool is_read = request.method == "GET" || request.method == "HEAD";
  if (is_read && !request.body.empty()) return bad("HTTP GET and HEAD have no body");
  size_t header_bytes = 0;
  for (const HttpHeader& header : request.headers) {
    if (!IsToken(header.name)) {
      return bad(fmt::format("HTTP header name \"{}\": not a word", Shown(header.name)));
    }
    if (IsWrittenByTheLibrary(LowerAscii(header.name))) {
      return bad(fmt::format("HTTP header {}: is set by the transport", header.name));
    }
    // The value may be a key: it is never shown.
    if (HoldsControl(header.value, /*tab_is_fine=*/true)) {
      return bad(fmt::format("HTTP header {}: its value holds a line break or control character",
                             header.name));
    }
    header_bytes += header.name.size() + header.value.size() + 4;
  }
  if (header_bytes > kMaxHeaderBytes) return bad("HTTP headers: more than 64 KiB");
  if (request.timeout.count() < 0 || request.connect_timeout.count() <= 0 ||
      request.stall_timeout.count() < 0) {
    return bad("HTTP request: a negative time limit, or none for connecting");
  }
  if (request.timeout.count() == 0 && request.stall_timeout.count() == 0) {
    return bad("HTTP request: neither timeout nor stall_timeout is set, it might never end");
  }
  return Status::Ok();
}

bool IsHttpRedirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

Result<HttpRequest> RequestAfterRedirect(const HttpRequest& request, int status,
                                         const HttpUrl& from, const HttpUrl& to) {
  if (from.scheme == "https" && to.scheme == "http") {
    return Status(StatusCode::kPermissionDenied,
                  fmt::format("{}: redirects from https to http ({}); refused", from.for_messages,
                              to.for_messages));
  }
  HttpRequest next = request;
  next.url = to.text;
  const bool becomes_get = (status == 303 && request.method != "HEAD") ||
                           ((status == 301 || status == 302) && request.method == "POST");
  if (becomes_get) {
    next.method = "GET";
    next.body.clear();
    std::erase_if(next.headers, [](const HttpHeader& header) {
      return LowerAscii(header.name).starts_with("content-");
    });
  }
  if (from.SameOrigin(to)) return next;
  if (!next.body.empty()) {
    return Status(StatusCode::kPermissionDenied,
                  fmt::format("{}: redirects a {} with its body to another server ({}); refused: "
                              "give that address if it is the right one",
                              from.for_messages, request.method, to.for_messages));
  }
  std::erase_if(next.headers,
                [](const HttpHeader& header) { return !MayCrossOrigins(LowerAscii(header.name)); });
  return next;
}

}  // namespace gloss
