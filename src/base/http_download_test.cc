#include "base/http_download.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <future>

#include "base/file_system.h"
#include "base/hash.h"
#include "base/test_http_server.h"

namespace gloss {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

/// A file of a hub: what it serves can be changed between requests.
class HttpDownloadTest : public testing::Test {
 protected:
  HttpDownloadTest()
      : folder_(fs::path(testing::TempDir()) / ("download_" + std::to_string(getpid()))),
        content_(MakeContent(700'001)),
        server_([this](const ReceivedRequest& request, TestHttpConnection& connection) {
          Serve(request, connection);
        }) {
    unsetenv("http_proxy");
    unsetenv("all_proxy");
    fs::remove_all(folder_);
    request_.url = server_.Url("/o/r/resolve/main/f.gguf?sig=secret");
    request_.path = (folder_ / "f.gguf").string();
    request_.sha256 = Sha256Hex(content_);
    request_.size_bytes = content_.size();
    request_.first_delay = milliseconds(1);
    request_.retries = 2;
  }
  ~HttpDownloadTest() override { fs::remove_all(folder_); }

  static std::string MakeContent(size_t size) {
    std::string content(size, '\0');
    uint32_t state = 1;
    for (char& c : content) {
      state = state * 1664525 + 1013904223;
      c = static_cast<char>(state >> 24);
    }
    return content;
  }

  /// A server that knows ranges, unless a test has replaced it.
  void Serve(const ReceivedRequest& request, TestHttpConnection& connection) {
    if (handler_) return handler_(request, connection);
    const std::string range = request.Header("range");
    const std::string if_range = request.Header("if-range");
    if (range.empty() || !knows_ranges_ || (!if_range.empty() && if_range != etag_)) {
      connection.Write("HTTP/1.1 200 OK\r\nETag: " + etag_ +
                       "\r\nContent-Length: " + std::to_string(content_.size()) + "\r\n\r\n");
      SendBody(content_, connection);
      return;
    }
    const size_t first = std::stoul(range.substr(6));
    if (first >= content_.size()) {
      connection.Respond(416, "Content-Range: bytes */" + std::to_string(content_.size()) + "\r\n",
                         "");
      return;
    }
    connection.Write("HTTP/1.1 206 Partial\r\nETag: " + etag_ + "\r\nContent-Length: " +
                     std::to_string(content_.size() - first) + "\r\nContent-Range: bytes " +
                     std::to_string(first) + "-" + std::to_string(content_.size() - 1) + "/" +
                     std::to_string(content_.size()) + "\r\n\r\n");
    SendBody(std::string_view(content_).substr(first), connection);
  }

  /// Sends at most break_after_ bytes, then breaks the connection.
  void SendBody(std::string_view body, TestHttpConnection& connection) {
    connection.Write(body.substr(0, break_after_));
    if (body.size() > break_after_) connection.Close();
  }

  Result<DownloadResult> Download(std::stop_token stop = {}) {
    return DownloadFile(*transport_, request_, {}, std::move(stop));
  }

  std::string Saved() const { return ReadFile(request_.path).value_or(""); }
  bool HasPart() const { return fs::exists(request_.path + ".part"); }
  void WritePart(std::string_view bytes, std::string_view etag) {
    fs::create_directories(folder_);
    ASSERT_TRUE(WriteFileAtomically(request_.path + ".part", bytes).ok());
    if (!etag.empty()) {
      ASSERT_TRUE(WriteFileAtomically(request_.path + ".part.etag", etag).ok());
    }
  }

  const fs::path folder_;
  std::string content_;
  std::string etag_ = "\"v1\"";
  bool knows_ranges_ = true;
  size_t break_after_ = SIZE_MAX;
  TestHttpServer::Handler handler_;
  TestHttpServer server_;
  DownloadRequest request_;
  std::unique_ptr<HttpTransport> transport_ = MakeCurlTransport();
};

TEST_F(HttpDownloadTest, AWholeFile) {
  const auto result = Download();
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(result->sha256, request_.sha256);
  EXPECT_EQ(result->size_bytes, content_.size());
  EXPECT_EQ(result->resumed_from, 0u);
  EXPECT_EQ(Saved(), content_);
  EXPECT_FALSE(HasPart());
  EXPECT_FALSE(fs::exists(request_.path + ".part.etag"));
  // The second call finds it.
  ASSERT_TRUE(Download().ok());
  EXPECT_EQ(server_.requests().size(), 1u);
}

TEST_F(HttpDownloadTest, ABrokenTransferGoesOnWhereItEnded) {
  break_after_ = 100'000;
  const auto result = Download();
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(Saved(), content_);
  ASSERT_EQ(server_.requests().size(), 8u);
  EXPECT_EQ(server_.requests()[1].Header("range"), "bytes=100000-");
  EXPECT_EQ(server_.requests()[1].Header("if-range"), "\"v1\"");
}

TEST_F(HttpDownloadTest, TheNextCallGoesOnToo) {
  WritePart(content_.substr(0, 300'000), etag_);
  const auto result = Download();
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(result->resumed_from, 300'000u);
  EXPECT_EQ(Saved(), content_);
}

TEST_F(HttpDownloadTest, APartThatIsWholeNeedsNoServer) {
  WritePart(content_, "");
  ASSERT_TRUE(Download().ok());
  EXPECT_EQ(Saved(), content_);
  EXPECT_TRUE(server_.requests().empty());
}

TEST_F(HttpDownloadTest, AServerWithoutRangesStartsAgain) {
  knows_ranges_ = false;
  WritePart(content_.substr(0, 300'000), etag_);
  const auto result = Download();
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(result->resumed_from, 0u);
  EXPECT_EQ(Saved(), content_);
}

TEST_F(HttpDownloadTest, AFileThatChangedIsFetchedFromItsBeginning) {
  request_.sha256.clear();
  request_.size_bytes = 0;
  WritePart(std::string(300'000, 'o'), "\"v0\"");
  const auto result = Download();
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(Saved(), content_);
}

TEST_F(HttpDownloadTest, WithoutHashAndEtagNothingOldIsUsed) {
  request_.sha256.clear();
  WritePart(std::string(300'000, 'o'), "");
  ASSERT_TRUE(Download().ok());
  EXPECT_EQ(Saved(), content_);
  EXPECT_EQ(server_.requests()[0].Header("range"), "");
}

TEST_F(HttpDownloadTest, AnotherRangeThanAskedForStartsAgain) {
  WritePart(content_.substr(0, 300'000), etag_);
  handler_ = [&](const ReceivedRequest& request, TestHttpConnection& connection) {
    if (request.Header("range").empty()) return connection.Respond(200, "", content_), void();
    connection.Respond(206, "Content-Range: bytes 0-9/" + std::to_string(content_.size()) + "\r\n",
                       content_.substr(0, 10));
  };
  ASSERT_TRUE(Download().ok());
  EXPECT_EQ(Saved(), content_);
}

TEST_F(HttpDownloadTest, AWrongHashLeavesNothing) {
  request_.sha256 = std::string(64, 'a');
  const auto result = Download();
  EXPECT_EQ(result.status().code(), StatusCode::kCorruptDocument);
  EXPECT_NE(result.status().message().find(Sha256Hex(content_)), std::string::npos);
  EXPECT_EQ(result.status().message().find("secret"), std::string::npos);
  EXPECT_FALSE(fs::exists(request_.path));
  EXPECT_FALSE(HasPart());
}

TEST_F(HttpDownloadTest, APartThatWasTamperedWithIsFound) {
  WritePart(std::string(300'000, 'o'), etag_);
  EXPECT_EQ(Download().status().code(), StatusCode::kCorruptDocument);
  EXPECT_FALSE(HasPart());
  EXPECT_TRUE(Download().ok());
}

TEST_F(HttpDownloadTest, AnOldFileStaysWhenTheNewOneIsWrong) {
  fs::create_directories(folder_);
  ASSERT_TRUE(WriteFileAtomically(request_.path, "old").ok());
  request_.sha256 = std::string(64, 'a');
  EXPECT_FALSE(Download().ok());
  EXPECT_EQ(Saved(), "old");
}

TEST_F(HttpDownloadTest, AnotherSizeIsRefusedBeforeTheTransferAndThePartStays) {
  WritePart(content_.substr(0, 1000), etag_);
  request_.size_bytes -= 1;
  const auto result = Download();
  EXPECT_EQ(result.status().code(), StatusCode::kCorruptDocument);
  EXPECT_EQ(fs::file_size(request_.path + ".part"), 1000u);
}

TEST_F(HttpDownloadTest, NoSizeAndNoHashIsRefused) {
  request_.sha256.clear();
  request_.size_bytes = 0;
  handler_ = [&](const ReceivedRequest&, TestHttpConnection& connection) {
    connection.Write("HTTP/1.1 200 OK\r\n\r\n" + content_.substr(0, 5000));
    connection.Close();
  };
  EXPECT_EQ(Download().status().code(), StatusCode::kCorruptDocument);
  EXPECT_FALSE(fs::exists(request_.path));
}

TEST_F(HttpDownloadTest, HttpErrorsSayWhatToDo) {
  int status = 0;
  handler_ = [&](const ReceivedRequest&, TestHttpConnection& connection) {
    connection.Respond(status, "X-Error-Message: Access to r is restricted.\r\n",
                       "<html>page</html>");
  };
  const auto code = [&](int of) {
    status = of;
    return Download().status().code();
  };
  EXPECT_EQ(code(404), StatusCode::kNotFound);
  EXPECT_EQ(code(401), StatusCode::kPermissionDenied);
  EXPECT_EQ(code(403), StatusCode::kPermissionDenied);
  EXPECT_EQ(server_.requests().size(), 3u);  // None of them is tried again.
  const std::string message = Download().status().message();
  EXPECT_NE(message.find("restricted"), std::string::npos);
  EXPECT_EQ(message.find("<html>"), std::string::npos);
  EXPECT_EQ(code(429), StatusCode::kOverloaded);
  EXPECT_EQ(code(500), StatusCode::kUnavailable);
  EXPECT_EQ(code(204), StatusCode::kUnavailable);
  EXPECT_EQ(server_.requests().size(), 4u + 3 * 3);  // These are, twice.
}

TEST_F(HttpDownloadTest, RetryAfterIsKept) {
  handler_ = [&](const ReceivedRequest&, TestHttpConnection& connection) {
    if (server_.requests().size() == 1) {
      connection.Respond(503, "Retry-After: 1\r\n", "");
    } else {
      connection.Respond(200, "", content_);
    }
  };
  const auto start = std::chrono::steady_clock::now();
  ASSERT_TRUE(Download().ok());
  EXPECT_GE(std::chrono::steady_clock::now() - start, milliseconds(1000));
}

TEST_F(HttpDownloadTest, MoreBytesThanAnnouncedAreRefused) {
  handler_ = [&](const ReceivedRequest&, TestHttpConnection& connection) {
    connection.Write("HTTP/1.1 200 OK\r\n\r\n" + content_ + "x");
    connection.Close();
  };
  EXPECT_EQ(Download().status().code(), StatusCode::kTooLarge);
  EXPECT_FALSE(fs::exists(request_.path));
}

TEST_F(HttpDownloadTest, StopKeepsThePart) {
  handler_ = [&](const ReceivedRequest&, TestHttpConnection& connection) {
    connection.Write("HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Length: " +
                     std::to_string(content_.size()) + "\r\n\r\n" + content_.substr(0, 50'000));
    connection.Wait(milliseconds(20'000));
    connection.Close();
  };
  std::stop_source source;
  const std::jthread stopper([&source] {
    std::this_thread::sleep_for(milliseconds(300));
    source.request_stop();
  });
  EXPECT_EQ(Download(source.get_token()).status().code(), StatusCode::kCancelled);
  EXPECT_EQ(fs::file_size(request_.path + ".part"), 50'000u);
}

TEST_F(HttpDownloadTest, TwoAtOnceFetchItOnce) {
  handler_ = [&](const ReceivedRequest&, TestHttpConnection& connection) {
    connection.Wait(milliseconds(300));
    connection.Respond(200, "", content_);
  };
  auto first = std::async(std::launch::async, [&] { return Download().ok(); });
  auto second = std::async(std::launch::async, [&] { return Download().ok(); });
  EXPECT_TRUE(first.get());
  EXPECT_TRUE(second.get());
  EXPECT_EQ(Saved(), content_);
  EXPECT_FALSE(HasPart());
  EXPECT_EQ(server_.requests().size(), 1u);
}

TEST_F(HttpDownloadTest, AFullDiskKeepsThePart) {
  // A limit on the size of files stands for a full disk: both show as a failed write.
  signal(SIGXFSZ, SIG_IGN);  // NOLINT(cert-err33-c)
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{.rlim_cur = 100'000, .rlim_max = before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const Status status = Download().status();
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(status.code(), StatusCode::kIoError) << status.ToString();
  EXPECT_NE(status.message().find("run the command again"), std::string::npos);
  EXPECT_EQ(fs::file_size(request_.path + ".part"), 100'000u);
  const auto result = Download();
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(result->resumed_from, 100'000u);
  EXPECT_EQ(Saved(), content_);
}

TEST_F(HttpDownloadTest, TooLittleSpaceIsToldBeforeTheTransfer) {
  request_.sha256.clear();
  request_.size_bytes = 0;
  handler_ = [&](const ReceivedRequest&, TestHttpConnection& connection) {
    connection.Write("HTTP/1.1 200 OK\r\nContent-Length: 4611686018427387904\r\n\r\nx");
    connection.Wait(milliseconds(5000));
    connection.Close();
  };
  const Status status = Download().status();
  EXPECT_EQ(status.code(), StatusCode::kIoError);
  EXPECT_NE(status.message().find("are free"), std::string::npos);
}

TEST_F(HttpDownloadTest, AFolderThatCannotBeWrittenIsAnError) {
  request_.path = "/proc/no_such_folder/f.gguf";
  const Status status = Download().status();
  EXPECT_FALSE(status.ok());
  EXPECT_NE(status.message().find("/proc/no_such_folder"), std::string::npos);
  EXPECT_TRUE(server_.requests().empty());
}

TEST_F(HttpDownloadTest, APartThatIsALinkIsNotFollowed) {
  fs::create_directories(folder_);
  ASSERT_TRUE(WriteFileAtomically((folder_ / "precious").string(), "keep me").ok());
  fs::create_symlink(folder_ / "precious", request_.path + ".part");
  EXPECT_FALSE(Download().ok());
  EXPECT_EQ(*ReadFile((folder_ / "precious").string()), "keep me");
}

}  // namespace
}  // namespace gloss
