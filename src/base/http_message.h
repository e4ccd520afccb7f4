#pragma once

#include <string>
#include <string_view>

#include "base/http_transport.h"
#include "base/status.h"

namespace gloss {

/// A checked http or https URL.
struct HttpUrl {
  std::string text;          ///< As it is sent to the library, without fragment.
  std::string scheme;        ///< "http" or "https".
  std::string host;          ///< Lower case; an IPv6 address in brackets.
  std::string port;          ///< Always given.
  std::string for_messages;  ///< Without query, which may hold a signature.

  bool SameOrigin(const HttpUrl& other) const {
    return scheme == other.scheme && host == other.host && port == other.port;
  }
};

/// Errors: kInvalidArgument (another scheme, a user name, control characters, spaces, no host).
Result<HttpUrl> ParseHttpUrl(std::string_view text);

/// A Location header's URL, which may be relative to `base`. Errors: as ParseHttpUrl.
Result<HttpUrl> ResolveHttpUrl(const HttpUrl& base, std::string_view location);

/// Checks method, headers and limits (not the URL). Errors: kInvalidArgument.
Status CheckHttpRequest(const HttpRequest& request);

/// True when a response with this status and Location sends the client on.
bool IsHttpRedirect(int status);

/// The request that follows a redirect of `request`, which was sent to `from`, to `to`: method and
/// body as RFC 9110 has them, and across origins only headers that tell nothing of the sender.
/// Errors: kPermissionDenied (from https to http; a body to another origin).
Result<HttpRequest> RequestAfterRedirect(const HttpRequest& request, int status,
                                         const HttpUrl& from, const HttpUrl& to);

/// ASCII letters in lower case.
std::string LowerAscii(std::string_view text);

}  // namespace gloss
