#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace gloss {

/// One header line. A name holds only the characters of an HTTP token; a value holds no control
/// characters but tab. Anything else (a line break above all) is refused before a byte is sent.
struct HttpHeader {
  std::string name;
  std::string value;
};

struct HttpResponse {
  int status = 0;
  std::vector<HttpHeader> headers;  ///< Of the last response; names in lower case.
  std::string body;

  /// Value of the first header with this (lower-case) name; empty when there is none.
  std::string_view Header(std::string_view lower_case_name) const;
};

struct HttpRequest {
  std::string method = "GET";
  std::string url;  ///< http or https, without user name and password.
  std::vector<HttpHeader> headers;
  std::string body;  ///< Sent when the method is not GET or HEAD.
  /// Of the whole exchange, redirects included; 0: none, then stall_timeout must be set.
  std::chrono::milliseconds timeout{60000};
  std::chrono::milliseconds connect_timeout{5000};
  /// Largest body that is taken; the transfer ends where it is exceeded.
  size_t max_body_bytes = size_t{64} << 20;
  /// The transfer ends when for this long fewer than stall_bytes_per_second came in; 0: never. It
  /// also runs while a server computes before its first byte, as chat models do for minutes.
  std::chrono::seconds stall_timeout{0};
  size_t stall_bytes_per_second = 1;
  /// Called once, when status and headers of the final response are there and before its body. A
  /// failure ends the transfer and is what Send returns.
  std::function<Status(const HttpResponse&)> on_headers;
};

/// Takes the next bytes of a body; a failure ends the transfer and is what Send returns.
using HttpBodySink = std::function<Status(std::string_view)>;

/// Sends requests over HTTP. Thread-safe: many Send at once.
class HttpTransport {
 public:
  virtual ~HttpTransport() = default;

  /// Sends one request and follows its redirects. With a `body_sink`, the body of a response with
  /// status 200 to 299 goes to it, on the calling thread, as it arrives; without one, and for every
  /// other status (error pages), it is in the response. An HTTP error status is not an error of
  /// Send.
  ///
  /// A redirect to another origin (scheme, host, port) takes only harmless headers along: never
  /// Authorization, never a key. A redirect from https to http, and one that would send a body to
  /// another origin, is refused.
  ///
  /// Errors: kInvalidArgument (URL, header or limits that make no sense), kUnavailable (no
  /// connection, broken off, incomplete), kTimeout, kCancelled (within a second of the stop
  /// request), kTooLarge, kPermissionDenied (certificate not trusted, redirect refused),
  /// kParseError (not HTTP), and what `body_sink` or `on_headers` return. A message names the URL
  /// without its query, which may hold a signature.
  virtual Result<HttpResponse> Send(const HttpRequest& request, const HttpBodySink& body_sink,
                                    std::stop_token stop) = 0;
};

/// How the transport over libcurl behaves.
struct CurlOptions {
  std::string user_agent = "glossator";
  int max_redirects = 8;
  /// PEM file with trusted certificates; empty: CURL_CA_BUNDLE or SSL_CERT_FILE of the environment,
  /// else the system's.
  std::string ca_file;
  /// Connections that are kept open between calls.
  size_t max_idle_connections = 16;
};

/// The transport over libcurl. http and https only, certificates verified, proxies from the
/// environment (http_proxy, HTTPS_PROXY, ALL_PROXY, NO_PROXY) as curl reads them, no cookies, no
/// .netrc, no decompression.
std::unique_ptr<HttpTransport> MakeCurlTransport(const CurlOptions& options = {});

}  // namespace gloss
