#include "backends/remote/remote_client.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "backends/remote/wire_json.h"
#include "base/http_message.h"

namespace gloss {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kProbeTimeout = std::chrono::seconds(10);
constexpr milliseconds kLongestRetrying = std::chrono::minutes(10);
constexpr size_t kMaxReplyBytes = size_t{16} << 20;  // JSON takes many times that once read.
constexpr int kLeastJobs = 4;                        ///< Until the server says what it can take.

/// A failure of the transport after which the same request may yet succeed.
bool IsTransient(StatusCode code) {
  return code == StatusCode::kUnavailable || code == StatusCode::kTimeout ||
         code == StatusCode::kIoError;
}

StatusCode CodeFor(int http_status) {
  switch (http_status) {
    case 401:
    case 403:
      return StatusCode::kModelUnavailable;
    case 404:
    case 405:
      return StatusCode::kNotFound;
    case 408:
    case 504:
      return StatusCode::kTimeout;
    case 413:
      return StatusCode::kTooLarge;
    case 429:
    case 503:
    case 529:
      return StatusCode::kOverloaded;
    default:
      return http_status >= 500 ? StatusCode::kModelFailed : StatusCode::kInvalidArgument;
  }
}

/// Servers that find an input too long say so with statuses from 400 to 500.
bool SaysTooLong(std::string_view body) {
  constexpr std::string_view kSigns[] = {"exceed_context_size",    "context_length_exceeded",
                                         "too large to process",   "available context size",
                                         "maximum context length", "context length",
                                         "input length exceeds",   "must have less than"};
  return std::any_of(std::begin(kSigns), std::end(kSigns),
                     [&](std::string_view sign) { return body.find(sign) != body.npos; });
}

}  // namespace

Result<std::string> NormaliseServerUrl(std::string_view url) {
  const size_t authority = url.find("://");
  if (authority != std::string_view::npos) {
    const std::string_view rest = url.substr(authority + 3);
    if (rest.substr(0, rest.find_first_of("/?#")).find('@') != std::string_view::npos) {
      return Status(StatusCode::kInvalidArgument,
                    "the server's URL holds a user name or password; give a key with "
                    "--api-key-env or --api-key-file");
    }
  }
  if (!url.starts_with("http://") && !url.starts_with("https://")) {
    return Status(StatusCode::kInvalidArgument,
                  "a server's URL begins with http:// or https://, as in http://127.0.0.1:8080");
  }
  if (url.find_first_of("?#") != std::string_view::npos) {
    return Status(StatusCode::kInvalidArgument,
                  "the server's URL must not hold a query (?) or fragment (#)");
  }
  GLOSS_ASSIGN_OR_RETURN(const HttpUrl parsed, ParseHttpUrl(url));
  std::string text = parsed.text;
  while (text.ends_with('/')) text.pop_back();
  if (text.ends_with("/v1")) text.resize(text.size() - 3);
  while (text.ends_with('/')) text.pop_back();
  return text;
}

RemoteClient::RemoteClient(std::string url, ApiKey key, const ServerOptions& options)
    : url_(std::move(url)),
      key_(std::move(key)),
      timeout_(options.timeout),
      gate_(options.jobs > 0 ? options.jobs : kLeastJobs) {
  policy_.retries = std::max(0, options.retries);
}

Result<std::unique_ptr<RemoteClient>> RemoteClient::Create(const ServerOptions& options,
                                                           const EnvironmentLookup& environment,
                                                           std::shared_ptr<HttpTransport> transport,
                                                           std::shared_ptr<RemoteClock> clock) {
  GLOSS_ASSIGN_OR_RETURN(std::string url, NormaliseServerUrl(options.url));
  if (options.timeout <= milliseconds(0)) {
    return Status(StatusCode::kInvalidArgument, "the time-out of a server must be above 0");
  }
  GLOSS_ASSIGN_OR_RETURN(ApiKey key,
                         ReadApiKey(options.api_key_env, options.api_key_file, environment));
  std::unique_ptr<RemoteClient> client(new RemoteClient(std::move(url), std::move(key), options));
  client->transport_ = std::move(transport);
  client->clock_ = std::move(clock);
  return client;
}

HttpRequest RemoteClient::RequestFor(const RemoteCall& call) const {
  HttpRequest request;
  request.method = call.body.empty() ? "GET" : "POST";
  request.url = url_ + call.path;
  request.body = call.body;
  request.timeout = call.is_probe ? std::min(timeout_, kProbeTimeout) : timeout_;
  request.connect_timeout = std::min(request.connect_timeout, request.timeout);
  request.max_body_bytes = kMaxReplyBytes;
  request.headers.push_back({"Accept", "application/json"});
  if (!call.body.empty()) request.headers.push_back({"Content-Type", "application/json"});
  if (!key_.empty()) request.headers.push_back({"Authorization", key_.AuthorizationValue()});
  return request;
}

Status RemoteClient::FailureOf(const RemoteReply& reply, const std::string& path) const {
  StatusCode code = CodeFor(reply.status);
  if (SaysTooLong(reply.body)) code = StatusCode::kTooLarge;
  std::string message = fmt::format("{}: HTTP {}", Where(path), reply.status);
  if (const std::string words = ServerErrorMessage(reply.body); !words.empty()) {
    message += ": " + words;
  }
  if (reply.status == 401 || reply.status == 403) {
    message += key_.empty() ? " (it wants a key: --api-key-env NAME or --api-key-file FILE)"
                            : " (it does not accept the key)";
  }
  return {code, message};
}

RemoteClient::Attempt RemoteClient::TryOnce(const HttpRequest& request, const RemoteCall& call,
                                            const std::stop_token& stop) {
  Attempt attempt;
  auto response = transport_->Send(request, {}, stop);
  if (!response.ok()) {
    const Status status = response.status();
    // A certificate that is not trusted, a redirect that is refused: no fault of an input.
    const StatusCode code = status.code() == StatusCode::kPermissionDenied
                                ? StatusCode::kModelUnavailable
                                : status.code();
    attempt.status = Status(code, key_.Scrub(status.message())).WithContext(Where(call.path));
    attempt.again = IsTransient(status.code());
    // A server that works on one request at a time lets the others run into their time-outs.
    if (status.code() == StatusCode::kTimeout && !call.is_probe) gate_.LowerTo(1);
    return attempt;
  }
  attempt.reply.status = response->status;
  attempt.reply.content_type = std::string(response->Header("content-type"));
  attempt.reply.body = key_.Scrub(std::move(response->body));
  const bool is_overloaded = response->status == 429 || response->status == 503;
  if (is_overloaded && !call.is_probe) gate_.Halve();
  if (IsRetryableHttpStatus(response->status) && !SaysTooLong(attempt.reply.body)) {
    attempt.status = FailureOf(attempt.reply, call.path);
    attempt.again = true;
    attempt.retry_after = ParseRetryAfter(response->Header("retry-after"), clock_->WallNow());
  }
  return attempt;
}

Result<RemoteReply> RemoteClient::CallInside(const RemoteCall& call, const std::stop_token& stop) {
  HttpRequest request = RequestFor(call);
  int tries = gave_up_ ? 1 : policy_.retries + 1;
  const auto deadline =
      clock_->Now() + request.timeout + std::min(request.timeout * (tries - 1), kLongestRetrying);
  for (int attempt_number = 1;; ++attempt_number) {
    const auto left = std::chrono::duration_cast<milliseconds>(deadline - clock_->Now());
    request.timeout = std::max(milliseconds(1), std::min(request.timeout, left));
    Attempt attempt = TryOnce(request, call, stop);
    if (attempt.status.ok()) {
      gave_up_ = false;
      return std::move(attempt.reply);
    }
    if (!attempt.again) return attempt.status;
    // Nobody there: whoever asks which server it is should not wait long to hear that.
    const bool is_away = attempt.status.code() == StatusCode::kUnavailable ||
                         attempt.status.code() == StatusCode::kTimeout;
    if (call.is_probe && is_away) tries = std::min(tries, 2);
    const milliseconds wait =
        BackoffDelay(policy_, attempt_number, clock_->Random(), attempt.retry_after);
    if (attempt_number >= tries || clock_->Now() + wait >= deadline) {
      if (!call.is_probe) gave_up_ = true;
      if (attempt_number == 1) return attempt.status;
      return Status(attempt.status.code(),
                    fmt::format("{} (tried {} times)", attempt.status.message(), attempt_number));
    }
    if (Status slept = clock_->Sleep(wait, stop); !slept.ok()) {
      return slept.WithContext(Where(call.path));
    }
  }
}

Result<RemoteReply> RemoteClient::Call(const RemoteCall& call, const std::stop_token& stop) {
  if (stop.stop_requested() || !gate_.Enter(stop)) {
    return Status(StatusCode::kCancelled, "stopped by the caller").WithContext(Where(call.path));
  }
  auto reply = CallInside(call, stop);
  gate_.Leave();
  return reply;
}

}  // namespace gloss
