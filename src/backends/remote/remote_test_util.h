#pragma once

// A model server in memory for tests: routes, a record of what was sent, and a clock that does not
// wait.

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "backends/remote/remote_clock.h"
#include "backends/remote/remote_server.h"
#include "backends/remote/server_options.h"
#include "base/http_transport.h"
#include "base/status.h"

namespace gloss {

inline HttpResponse JsonResponse(std::string body, int status = 200) {
  return {status, {{"content-type", "application/json"}}, std::move(body)};
}

inline HttpResponse HtmlPage() {
  return {200, {{"content-type", "text/html"}}, "<!DOCTYPE html><h1>502 Bad Gateway</h1>"};
}

/// Answers requests by path; 404 where there is no route. Thread-safe.
class FakeTransport : public HttpTransport {
 public:
  using Route = std::function<Result<HttpResponse>(const HttpRequest&)>;

  void On(const std::string& path, Route route) { routes_[path] = std::move(route); }
  void OnJson(const std::string& path, const std::string& body, int status = 200) {
    On(path, [body, status](const HttpRequest&) -> Result<HttpResponse> {
      return JsonResponse(body, status);
    });
  }

  Result<HttpResponse> Send(const HttpRequest& request, const HttpBodySink&,
                            std::stop_token stop) override {
    if (stop.stop_requested()) return Status(StatusCode::kCancelled, "stopped by the caller");
    const std::string path = request.url.substr(request.url.find('/', request.url.find("://") + 3));
    {
      const std::lock_guard lock(mutex_);
      requests_.push_back(request);
      paths_.push_back(path);
    }
    const auto route = routes_.find(path);
    if (route == routes_.end()) return JsonResponse(R"({"error":{"message":"no such path"}})", 404);
    return route->second(request);
  }

  std::vector<HttpRequest> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }
  size_t CountOf(const std::string& path) const {
    const std::lock_guard lock(mutex_);
    return static_cast<size_t>(std::count(paths_.begin(), paths_.end(), path));
  }
  /// Body of the last request to a path.
  std::string LastBody(const std::string& path) const {
    const std::lock_guard lock(mutex_);
    std::string body;
    for (size_t i = 0; i < paths_.size(); ++i) {
      if (paths_[i] == path) body = requests_[i].body;
    }
    return body;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, Route> routes_;
  std::vector<HttpRequest> requests_;
  std::vector<std::string> paths_;
};

/// Moves on when somebody sleeps.
class FakeClock : public RemoteClock {
 public:
  std::chrono::steady_clock::time_point Now() override {
    const std::lock_guard lock(mutex_);
    return now_;
  }
  std::chrono::system_clock::time_point WallNow() override {
    return std::chrono::sys_days(std::chrono::year(2026) / 11 / 30);
  }
  Status Sleep(std::chrono::milliseconds duration, const std::stop_token& stop) override {
    if (on_sleep) on_sleep();
    if (stop.stop_requested()) return {StatusCode::kCancelled, "stopped by the caller"};
    const std::lock_guard lock(mutex_);
    now_ += duration;
    sleeps_.push_back(duration);
    return Status::Ok();
  }
  double Random() override { return 0.5; }

  void Advance(std::chrono::milliseconds duration) {
    const std::lock_guard lock(mutex_);
    now_ += duration;
  }
  std::vector<std::chrono::milliseconds> sleeps() const {
    const std::lock_guard lock(mutex_);
    return sleeps_;
  }

  std::function<void()> on_sleep;

 private:
  mutable std::mutex mutex_;
  std::chrono::steady_clock::time_point now_{};
  std::vector<std::chrono::milliseconds> sleeps_;
};

/// A fake server with its clock, and what connects to it.
struct FakeServer {
  FakeServer() { options.url = "http://127.0.0.1:8080"; }

  std::shared_ptr<FakeTransport> transport = std::make_shared<FakeTransport>();
  std::shared_ptr<FakeClock> clock = std::make_shared<FakeClock>();
  ServerOptions options;
  std::map<std::string, std::string> environment;

  EnvironmentLookup Environment() const {
    return [this](const std::string& name) -> std::optional<std::string> {
      const auto found = environment.find(name);
      if (found == environment.end()) return std::nullopt;
      return found->second;
    };
  }
  Result<std::unique_ptr<RemoteClient>> Client() const {
    return RemoteClient::Create(options, Environment(), transport, clock);
  }
  Result<std::shared_ptr<RemoteServer>> Connect(std::stop_token stop = {}) const {
    return RemoteServer::Connect(options, Environment(), transport, clock, stop);
  }

  void BeLlamaServer() {
    transport->OnJson("/props", R"({"default_generation_settings":{},"total_slots":2,
                                    "build_info":"b1-abc"})");
    transport->OnJson("/v1/models", R"({"data":[{"id":"/srv/models/small.gguf"}]})");
  }
  void BeVllm() {
    transport->OnJson("/version", R"({"version":"0.33.0"})");
    transport->OnJson("/v1/models", R"({"data":[{"id":"org/judge","owned_by":"vllm"}]})");
  }
  void BeTei(const std::string& model_type) {
    transport->OnJson("/info", R"({"model_id":"org/nli","version":"1.9.3",
                                   "max_client_batch_size":2,"model_type":)" +
                                   model_type + "}");
  }
  void BeOllama() {
    transport->OnJson("/api/version", R"({"version":"0.14.0"})");
    transport->OnJson("/api/tags", R"({"models":[{"name":"qwen3:4b"},{"name":"tiny:latest"}]})");
  }
  void BeOpenAi() { transport->OnJson("/v1/models", R"({"data":[{"id":"big"},{"id":"mini"}]})"); }
};

}  // namespace gloss
