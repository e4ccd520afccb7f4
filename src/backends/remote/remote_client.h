#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <stop_token>
#include <string>

#include "backends/remote/api_key.h"
#include "backends/remote/concurrency_gate.h"
#include "backends/remote/remote_clock.h"
#include "backends/remote/retry.h"
#include "backends/remote/server_options.h"
#include "base/http_transport.h"
#include "base/status.h"

namespace gloss {

/// One request of a server's API.
struct RemoteCall {
  std::string path;  ///< "/v1/embeddings", below the server's URL.
  std::string body;  ///< JSON; empty: a GET.
  /// A question about the server itself: a short time-out, and one further try
  /// at most of a server that is not there.
  bool is_probe = false;
};

/// A final answer; any status but those that are worth trying again.
struct RemoteReply {
  int status = 0;
  std::string content_type;
  std::string body;  ///< Scrubbed of the key.

  bool ok() const { return status >= 200 && status < 300; }
};

/// Sends calls to one server with its key, tries again what may yet succeed, and never has more
/// calls under way than the server can take. Thread-safe.
class RemoteClient {
 public:
  /// Errors: kInvalidArgument (the URL), and those of ReadApiKey.
  static Result<std::unique_ptr<RemoteClient>> Create(const ServerOptions& options,
                                                      const EnvironmentLookup& environment,
                                                      std::shared_ptr<HttpTransport> transport,
                                                      std::shared_ptr<RemoteClock> clock);

  /// Waits for a place, sends, and tries again after 408, 429, 5xx, a lost connection or a
  /// time-out, up to the set number of times. The time for all tries of one call is bounded:
  /// timeout × (retries + 1), 10 minutes at most beyond one timeout; waiting for a place does not
  /// count. After a call that used up all its tries, later calls get one try each until one
  /// succeeds, so that a dead server ends a run soon. Errors: kCancelled, kTimeout, kOverloaded
  /// (429, 503 to the end), kUnavailable (no connection), kModelFailed (other 5xx to the end),
  /// kTooLarge, kModelUnavailable (key, certificate or redirect refused). Messages name server and
  /// path.
  Result<RemoteReply> Call(const RemoteCall& call, const std::stop_token& stop);

  /// The failure that a reply with an error status stands for, with the server's own words.
  Status FailureOf(const RemoteReply& reply, const std::string& path) const;

  /// "http://host:port/path", for messages and reports.
  const std::string& url() const { return url_; }

  ConcurrencyGate& gate() { return gate_; }

 private:
  RemoteClient(std::string url, ApiKey key, const ServerOptions& options);

  /// What one try came to.
  struct Attempt {
    Status status;  ///< Not OK: worth another try when `again`.
    bool again = false;
    RemoteReply reply;
    std::optional<std::chrono::milliseconds> retry_after;
  };
  Attempt TryOnce(const HttpRequest& request, const RemoteCall& call, const std::stop_token& stop);
  Result<RemoteReply> CallInside(const RemoteCall& call, const std::stop_token& stop);
  HttpRequest RequestFor(const RemoteCall& call) const;
  std::string Where(const std::string& path) const { return "server " + url_ + path; }

  std::string url_;
  ApiKey key_;
  std::chrono::milliseconds timeout_;
  RetryPolicy policy_;
  ConcurrencyGate gate_;
  std::shared_ptr<HttpTransport> transport_;
  std::shared_ptr<RemoteClock> clock_;
  std::atomic<bool> gave_up_{false};  ///< The last call that ended used up its tries.
};

/// Checks a server's URL and brings it to the form that paths are put behind: without a trailing
/// slash or /v1. Errors: kInvalidArgument; a URL with a user name or password is not repeated.
Result<std::string> NormaliseServerUrl(std::string_view url);

}  // namespace gloss
