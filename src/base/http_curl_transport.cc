#include <curl/curl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <utility>

#include "base/http_message.h"
#include "base/http_transport.h"

namespace gloss {
namespace {

constexpr size_t kMaxResponseHeaderBytes = 256 << 10;
constexpr size_t kMaxErrorBodyBytes = 1 << 20;  ///< Of an error page that is kept.
constexpr size_t kMaxRedirectBodyBytes = 64 << 10;

/// While it lives, a write to a closed connection on this thread does not end the process.
class SigpipeGuard {
 public:
  SigpipeGuard() {
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~SigpipeGuard() {
    const timespec at_once{};
    while (!was_pending_ && sigtimedwait(&pipe_, nullptr, &at_once) == SIGPIPE) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  SigpipeGuard(const SigpipeGuard&) = delete;
  SigpipeGuard& operator=(const SigpipeGuard&) = delete;

 private:
  sigset_t pipe_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

/// One transfer at a time, with the connections it keeps.
struct CurlSession {
  CurlSession() : multi(curl_multi_init()), easy(curl_easy_init()) {
    if (multi != nullptr) curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, 4L);
  }
  ~CurlSession() {
    curl_easy_cleanup(easy);
    curl_multi_cleanup(multi);
  }
  CurlSession(const CurlSession&) = delete;
  CurlSession& operator=(const CurlSession&) = delete;

  CURLM* multi;
  CURL* easy;
};

struct SlistFree {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using HeaderList = std::unique_ptr<curl_slist, SlistFree>;

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

/// Receives one response. Its callbacks run inside the library: nothing may be thrown out of them.
class Exchange {
 public:
  Exchange(const HttpRequest& request, const HttpBodySink& sink, std::string url_for_messages)
      : request_(request), sink_(sink), url_(std::move(url_for_messages)) {}

  static size_t OnHeader(char* data, size_t size, size_t count, void* self) {
    return static_cast<Exchange*>(self)->Guard(size * count, [&](Exchange& exchange) {
      return exchange.TakeHeader({data, size * count});
    });
  }

  static size_t OnBody(char* data, size_t size, size_t count, void* self) {
    return static_cast<Exchange*>(self)->Guard(
        size * count, [&](Exchange& exchange) { return exchange.TakeBody({data, size * count}); });
  }

  /// What a callback refused; OK when none did.
  const Status& failure() const { return failure_; }
  /// The transfer was ended here, and what came is enough.
  bool cut_off() const { return cut_off_; }
  bool is_redirect() const { return IsHttpRedirect(response_.status) && !location().empty(); }
  std::string_view location() const { return response_.Header("location"); }
  HttpResponse& response() { return response_; }

 private:
  /// Runs a callback; the return value that the library wants: all bytes, or another number to end.
  template <typename Callback>
  size_t Guard(size_t bytes, const Callback& callback) {
    constexpr size_t kEnd = CURL_WRITEFUNC_ERROR;
    try {
      if (failure_.ok()) failure_ = callback(*this);
    } catch (const std::exception& error) {
      failure_ = Status(StatusCode::kInternal, fmt::format("{}: {}", url_, error.what()));
    }
    return failure_.ok() && !cut_off_ ? bytes : kEnd;
  }

  Status TakeHeader(std::string_view line) {
    if (line.starts_with("HTTP/")) {  // Also after an interim response.
      response_ = {};
      headers_done_ = false;
      const std::string_view rest = line.substr(std::min(line.find(' '), line.size()));
      const std::string_view digits = Trim(rest).substr(0, 3);
      std::from_chars(digits.data(), digits.data() + digits.size(), response_.status);
      return Status::Ok();
    }
    if (headers_done_) return Status::Ok();  // Trailers.
    header_bytes_ += line.size();
    if (header_bytes_ > kMaxResponseHeaderBytes) {
      return {StatusCode::kTooLarge,
              fmt::format("{}: the response has more than {} bytes of headers", url_,
                          kMaxResponseHeaderBytes)};
    }
    if (Trim(line).empty()) return FinishHeaders();
    if ((line.front() == ' ' || line.front() == '\t') && !response_.headers.empty()) {
      response_.headers.back().value.append(" ").append(Trim(line));
      return Status::Ok();
    }
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) return Status::Ok();
    response_.headers.push_back(
        {LowerAscii(Trim(line.substr(0, colon))), std::string(Trim(line.substr(colon + 1)))});
    return Status::Ok();
  }

  Status FinishHeaders() {
    if (response_.status < 200) return Status::Ok();
    headers_done_ = true;
    if (is_redirect() || !request_.on_headers) return Status::Ok();
    return request_.on_headers(response_);
  }

  bool IsSuccess() const { return response_.status >= 200 && response_.status < 300; }

  Status TakeBody(std::string_view bytes) {
    body_bytes_ += bytes.size();
    if (is_redirect()) {
      cut_off_ = body_bytes_ > kMaxRedirectBodyBytes;
      return Status::Ok();
    }
    if (!IsSuccess()) {
      const size_t limit = std::min(request_.max_body_bytes, kMaxErrorBodyBytes);
      cut_off_ = body_bytes_ > limit;
      response_.body.append(bytes.substr(0, limit - response_.body.size()));
      return Status::Ok();
    }
    if (body_bytes_ > request_.max_body_bytes) {
      return {StatusCode::kTooLarge, fmt::format("{}: the response is larger than {} bytes", url_,
                                                 request_.max_body_bytes)};
    }
    if (sink_) return sink_(bytes);
    response_.body.append(bytes);
    return Status::Ok();
  }

  const HttpRequest& request_;
  const HttpBodySink& sink_;
  const std::string url_;
  HttpResponse response_;
  Status failure_;
  bool headers_done_ = false;
  bool cut_off_ = false;
  size_t header_bytes_ = 0;
  size_t body_bytes_ = 0;
};

StatusCode CodeOf(CURLcode code) {
  switch (code) {
    case CURLE_OPERATION_TIMEDOUT:
      return StatusCode::kTimeout;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_INVALIDCERTSTATUS:
      return StatusCode::kPermissionDenied;
    case CURLE_URL_MALFORMAT:
      return StatusCode::kInvalidArgument;
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_BAD_CONTENT_ENCODING:
      return StatusCode::kParseError;
    case CURLE_OUT_OF_MEMORY:
    case CURLE_FAILED_INIT:
    case CURLE_NOT_BUILT_IN:
    case CURLE_UNKNOWN_OPTION:
      return StatusCode::kInternal;
    default:
      return StatusCode::kUnavailable;
  }
}

class CurlTransport : public HttpTransport {
 public:
  explicit CurlTransport(CurlOptions options) : options_(std::move(options)) {
    for (const char* name : {"CURL_CA_BUNDLE", "SSL_CERT_FILE"}) {
      const char* file = std::getenv(name);
      if (options_.ca_file.empty() && file != nullptr) options_.ca_file = file;
    }
  }

  Result<HttpResponse> Send(const HttpRequest& request, const HttpBodySink& body_sink,
                            std::stop_token stop) override {
    // Never undone: other code of the process may use the library too.
    static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
    if (started != CURLE_OK) {
      return Status(StatusCode::kInternal, "the HTTP library does not start");
    }
    GLOSS_RETURN_IF_ERROR(CheckHttpRequest(request));
    const SigpipeGuard guard;
    std::unique_ptr<CurlSession> session = TakeSession();
    if (session->easy == nullptr || session->multi == nullptr) {
      return Status(StatusCode::kInternal, "the HTTP library has no memory");
    }
    auto response = Follow(*session, request, body_sink, stop);
    if (response.ok()) GiveBack(std::move(session));
    return response;
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::unique_ptr<CurlSession> TakeSession() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return std::make_unique<CurlSession>();
    std::unique_ptr<CurlSession> session = std::move(idle_.back());
    idle_.pop_back();
    return session;
  }

  void GiveBack(std::unique_ptr<CurlSession> session) {
    curl_easy_reset(session->easy);
    const std::lock_guard lock(mutex_);
    if (idle_.size() < options_.max_idle_connections) idle_.push_back(std::move(session));
  }

  /// Sends the request, and those that its redirects ask for.
  Result<HttpResponse> Follow(CurlSession& session, HttpRequest request, const HttpBodySink& sink,
                              std::stop_token stop) const {
    const auto start = Clock::now();
    const auto timeout = request.timeout;
    GLOSS_ASSIGN_OR_RETURN(HttpUrl url, ParseHttpUrl(request.url));
    for (int redirects = 0;; ++redirects) {
      if (timeout.count() > 0) {
        const auto spent =
            std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
        request.timeout = std::max(timeout - spent, std::chrono::milliseconds(1));
      }
      Exchange exchange(request, sink, url.for_messages);
      GLOSS_RETURN_IF_ERROR(SendOnce(session, request, url, exchange, stop));
      if (!exchange.is_redirect()) return std::move(exchange.response());
      if (redirects == options_.max_redirects) {
        return Status(
            StatusCode::kUnavailable,
            fmt::format("{}: more than {} redirects", url.for_messages, options_.max_redirects));
      }
      auto next_url = ResolveHttpUrl(url, exchange.location());
      if (!next_url.ok()) {
        return Status(StatusCode::kPermissionDenied,
                      fmt::format("{}: redirects to a place that is refused: {}", url.for_messages,
                                  next_url.status().message()));
      }
      GLOSS_ASSIGN_OR_RETURN(
          request, RequestAfterRedirect(request, exchange.response().status, url, *next_url));
      url = std::move(next_url).value();
    }
  }

  Status SendOnce(CurlSession& session, const HttpRequest& request, const HttpUrl& url,
                  Exchange& exchange, std::stop_token stop) const {
    CURL* easy = session.easy;
    curl_easy_reset(easy);
    HeaderList headers = MakeHeaders(request);
    SetRequest(easy, request, url, headers.get());
    SetLimits(easy, request);
    std::array<char, CURL_ERROR_SIZE> reason{};
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, reason.data());
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &Exchange::OnHeader);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, &exchange);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &Exchange::OnBody);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &exchange);

    const CURLcode code = Drive(session, stop);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, nullptr);
    if (!exchange.failure().ok()) return exchange.failure();
    if (code == CURLE_OK || exchange.cut_off()) return Status::Ok();
    if (code == CURLE_ABORTED_BY_CALLBACK) {
      return {StatusCode::kCancelled, fmt::format("{}: stopped by the caller", url.for_messages)};
    }
    const std::string_view why =
        reason[0] != '\0' ? std::string_view(reason.data()) : curl_easy_strerror(code);
    return {CodeOf(code), fmt::format("{}: {}", url.for_messages, why)};
  }

  static HeaderList MakeHeaders(const HttpRequest& request) {
    HeaderList list;
    const auto append = [&list](const std::string& line) {
      list.reset(curl_slist_append(list.release(), line.c_str()));
    };
    bool has_content_type = false;
    for (const auto& [name, value] : request.headers) {
      has_content_type = has_content_type || LowerAscii(name) == "content-type";
      // The library reads "Name:" as "do not send it", and "Name;" as an empty value.
      append(Trim(value).empty() ? name + ";" : name + ": " + value);
    }
    append("Expect:");
    if (!has_content_type) append("Content-Type:");
    return list;
  }

  void SetRequest(CURL* easy, const HttpRequest& request, const HttpUrl& url,
                  curl_slist* headers) const {
    curl_easy_setopt(easy, CURLOPT_URL, url.text.c_str());
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 1L);
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    curl_easy_setopt(easy, CURLOPT_HEADEROPT, static_cast<long>(CURLHEADER_SEPARATE));
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, options_.user_agent.c_str());
    if (!options_.ca_file.empty()) {
      curl_easy_setopt(easy, CURLOPT_CAINFO, options_.ca_file.c_str());
    }
    if (request.method == "HEAD") {
      curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
    } else if (request.method != "GET") {
      curl_easy_setopt(easy, CURLOPT_POST, 1L);
      curl_easy_setopt(easy, CURLOPT_POSTFIELDS, request.body.data());
      curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE,
                       static_cast<curl_off_t>(request.body.size()));
      curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request.method.c_str());
    }
  }

  static void SetLimits(CURL* easy, const HttpRequest& request) {
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(request.timeout.count()));
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS,
                     static_cast<long>(request.connect_timeout.count()));
    if (request.stall_timeout.count() > 0) {
      curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME,
                       static_cast<long>(request.stall_timeout.count()));
      curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT,
                       static_cast<long>(std::max<size_t>(1, request.stall_bytes_per_second)));
    }
  }

  /// Runs the transfer to its end or to the stop request (then CURLE_ABORTED_BY_CALLBACK).
  static CURLcode Drive(CurlSession& session, const std::stop_token& stop) {
    CURLM* multi = session.multi;
    const std::stop_callback wake(stop, [multi] { curl_multi_wakeup(multi); });
    if (curl_multi_add_handle(multi, session.easy) != CURLM_OK) return CURLE_FAILED_INIT;
    CURLcode code = CURLE_ABORTED_BY_CALLBACK;
    while (!stop.stop_requested()) {
      int running = 0;
      if (curl_multi_perform(multi, &running) != CURLM_OK) {
        code = CURLE_FAILED_INIT;
        break;
      }
      if (running == 0) {
        int queued = 0;
        const CURLMsg* message = curl_multi_info_read(multi, &queued);
        code = message != nullptr ? message->data.result : CURLE_FAILED_INIT;
        break;
      }
      curl_multi_poll(multi, nullptr, 0, /*timeout_ms=*/1000, nullptr);
    }
    // A name that is still being looked up must not hold the caller back.
    if (code != CURLE_OK) curl_easy_setopt(session.easy, CURLOPT_QUICK_EXIT, 1L);
    curl_multi_remove_handle(multi, session.easy);
    return code;
  }

  CurlOptions options_;  ///< Constant once it is made.
  std::mutex mutex_;
  std::vector<std::unique_ptr<CurlSession>> idle_;
};

}  // namespace

std::unique_ptr<HttpTransport> MakeCurlTransport(const CurlOptions& options) {
  return std::make_unique<CurlTransport>(options);
}

}  // namespace gloss
