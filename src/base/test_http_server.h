#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/http_message.h"
#include "base/unique_fd.h"

namespace gloss {

/// What a TestHttpServer received.
struct ReceivedRequest {
  std::string method;
  std::string target;
  std::string head;  ///< All lines up to the blank one.
  std::string body;

  /// Value of a header by its lower-case name; empty when there is none.
  std::string Header(std::string_view name) const {
    const std::string wanted = "\r\n" + std::string(name) + ":";
    const size_t found = LowerAscii(head).find(wanted);
    if (found == std::string::npos) return "";
    size_t begin = found + wanted.size();
    while (begin < head.size() && head[begin] == ' ') ++begin;
    return head.substr(begin, head.find("\r\n", begin) - begin);
  }
};

/// One connection of a TestHttpServer: writes raw bytes, so that a test can misbehave as it likes.
class TestHttpConnection {
 public:
  TestHttpConnection(int fd, const std::atomic<bool>& stopping) : fd_(fd), stopping_(stopping) {}

  /// False when the client is gone.
  bool Write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) continue;
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<size_t>(sent));
    }
    return true;
  }

  /// A whole response; `headers` are lines that end in "\r\n".
  bool Respond(int status, std::string_view headers, std::string_view body) {
    return Write("HTTP/1.1 " + std::to_string(status) + " Reason\r\n" + std::string(headers) +
                 "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body));
  }

  /// Waits; ends early when the server stops.
  void Wait(std::chrono::milliseconds time) const {
    const auto end = std::chrono::steady_clock::now() + time;
    while (!stopping_ && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

  bool stopping() const { return stopping_; }

  void Close() { open_ = false; }

  /// Closes with a TCP reset.
  void Reset() {
    const linger hard{.l_onoff = 1, .l_linger = 0};
    setsockopt(fd_, SOL_SOCKET, SO_LINGER, &hard, sizeof(hard));
    open_ = false;
  }

  bool open() const { return open_; }

 private:
  const int fd_;
  const std::atomic<bool>& stopping_;
  bool open_ = true;
};

/// An HTTP server on a free loopback port for tests: a thread a connection, many requests on each.
class TestHttpServer {
 public:
  using Handler = std::function<void(const ReceivedRequest&, TestHttpConnection&)>;

  explicit TestHttpServer(Handler handler) : handler_(std::move(handler)) {
    listener_ = UniqueFd(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    const bool ok =
        bind(listener_.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0 &&
        listen(listener_.get(), 64) == 0 &&
        getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&address), &size) == 0;
    port_ = ok ? ntohs(address.sin_port) : 0;
    acceptor_ = std::thread([this] { Accept(); });
  }
  ~TestHttpServer() {
    stopping_ = true;
    acceptor_.join();
    for (std::thread& thread : threads_) thread.join();
  }
  TestHttpServer(const TestHttpServer&) = delete;
  TestHttpServer& operator=(const TestHttpServer&) = delete;

  int port() const { return port_; }
  std::string Url(std::string_view path) const {
    return "http://127.0.0.1:" + std::to_string(port_) + std::string(path);
  }

  std::vector<ReceivedRequest> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }
  int connections() const { return connections_; }

 private:
  /// True when the descriptor can be read before the server stops.
  bool WaitToRead(int fd) const {
    pollfd waiting{.fd = fd, .events = POLLIN, .revents = 0};
    while (!stopping_) {
      if (poll(&waiting, 1, 20) > 0) return true;
    }
    return false;
  }

  void Accept() {
    while (WaitToRead(listener_.get())) {
      const int fd = accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC);
      if (fd < 0) continue;
      ++connections_;
      threads_.emplace_back([this, fd] { Serve(UniqueFd(fd)); });
    }
  }

  void Serve(UniqueFd fd) {
    TestHttpConnection connection(fd.get(), stopping_);
    std::string buffer;
    while (connection.open()) {
      ReceivedRequest request;
      if (!Receive(fd.get(), buffer, request)) return;
      {
        const std::lock_guard lock(mutex_);
        requests_.push_back(request);
      }
      handler_(request, connection);
    }
  }

  bool ReadMore(int fd, std::string& buffer) const {
    if (!WaitToRead(fd)) return false;
    char block[65536];
    const ssize_t count = recv(fd, block, sizeof(block), 0);
    if (count <= 0) return false;
    buffer.append(block, static_cast<size_t>(count));
    return true;
  }

  bool Receive(int fd, std::string& buffer, ReceivedRequest& request) const {
    size_t end = 0;
    while ((end = buffer.find("\r\n\r\n")) == std::string::npos) {
      if (!ReadMore(fd, buffer)) return false;
    }
    request.head = buffer.substr(0, end + 2);
    buffer.erase(0, end + 4);
    const size_t space = request.head.find(' ');
    request.method = request.head.substr(0, space);
    request.target = request.head.substr(space + 1, request.head.find(' ', space + 1) - space - 1);
    const std::string length = request.Header("content-length");
    const size_t body_bytes = length.empty() ? 0 : std::stoul(length);
    while (buffer.size() < body_bytes) {
      if (!ReadMore(fd, buffer)) return false;
    }
    request.body = buffer.substr(0, body_bytes);
    buffer.erase(0, body_bytes);
    return true;
  }

  const Handler handler_;
  UniqueFd listener_;
  int port_ = 0;
  std::atomic<bool> stopping_{false};
  std::atomic<int> connections_{0};
  mutable std::mutex mutex_;
  std::vector<ReceivedRequest> requests_;
  std::list<std::thread> threads_;
  std::thread acceptor_;
};

}  // namespace gloss
