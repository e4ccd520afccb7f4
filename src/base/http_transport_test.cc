#include "base/http_transport.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <future>

#include "base/test_http_server.h"

namespace gloss {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

/// Without the proxies of whoever runs the tests.
class HttpTransportTest : public testing::Test {
 protected:
  HttpTransportTest() {
    for (const char* name : {"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
                             "no_proxy", "NO_PROXY"}) {
      unsetenv(name);
    }
  }

  Result<HttpResponse> Get(const std::string& url) {
    HttpRequest request;
    request.url = url;
    return transport_->Send(request, {}, {});
  }

  std::unique_ptr<HttpTransport> transport_ = MakeCurlTransport();
};

TEST_F(HttpTransportTest, GetReturnsStatusHeadersAndBody) {
  TestHttpServer server([](const ReceivedRequest&, TestHttpConnection& connection) {
    connection.Respond(200, "ETag: \"v1\"\r\nX-Folded: a\r\n  b\r\n", "hello");
  });
  const auto response = Get(server.Url("/path?q=1"));
  ASSERT_TRUE(response.ok()) << response.status().ToString();
  EXPECT_EQ(response->status, 200);
  EXPECT_EQ(response->Header("etag"), "\"v1\"");
  EXPECT_EQ(response->Header("x-folded"), "a b");
  EXPECT_EQ(response->body, "hello");
  ASSERT_EQ(server.requests().size(), 1u);
  EXPECT_EQ(server.requests()[0].target, "/path?q=1");
  EXPECT_EQ(server.requests()[0].Header("user-agent"), "glossator");
  EXPECT_EQ(server.requests()[0].Header("accept-encoding"), "");
}

TEST_F(HttpTransportTest, ErrorStatusesAreResponses) {
  TestHttpServer server([](const ReceivedRequest&, TestHttpConnection& connection) {
    connection.Respond(503, "Retry-After: 3\r\n", "busy");
  });
  std::string sunk;
  HttpRequest request;
  request.url = server.Url("/");
  const auto response = transport_->Send(request,
                                         [&](std::string_view bytes) {
                                           sunk += bytes;
                                           return Status::Ok();
                                         },
                                         {});
  ASSERT_TRUE(response.ok());
  EXPECT_EQ(response->status, 503);
  EXPECT_EQ(response->Header("retry-after"), "3");
  EXPECT_EQ(response->body, "busy");  // An error page never reaches the sink.
  EXPECT_EQ(sunk, "");
}

TEST_F(HttpTransportTest, PostSendsItsBodyAndHeaders) {
  TestHttpServer server([](const ReceivedRequest& request, TestHttpConnection& connection) {
    connection.Respond(200, "", request.body);
  });
  HttpRequest request;
  request.method = "POST";
  request.url = server.Url("/v1");
  request.body = std::string("{\"a\":\"\0\"}", 9) + std::string(2 << 20, 'x');
  request.headers = {{"Content-Type", "application/json"}, {"X-Empty", ""}};
  const auto response = transport_->Send(request, {}, {});
  ASSERT_TRUE(response.ok()) << response.status().ToString();
  EXPECT_EQ(response->body, request.body);
  EXPECT_EQ(server.requests()[0].Header("content-type"), "application/json");
  EXPECT_NE(server.requests()[0].head.find("X-Empty:"), std::string::npos);
  EXPECT_EQ(server.requests()[0].Header("expect"), "");
}

TEST_F(HttpTransportTest, ConnectionsAreKept) {
  TestHttpServer server([](const ReceivedRequest&, TestHttpConnection& connection) {
    connection.Respond(200, "", "x");
  });
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(Get(server.Url("/")).ok());
  EXPECT_EQ(server.connections(), 1);
}

TEST_F(HttpTransportTest, ManySendsAtOnce) {
  TestHttpServer server([](const ReceivedRequest& request, TestHttpConnection& connection) {
    connection.Wait(milliseconds(20));
    connection.Respond(200, "", request.target);
  });
  std::vector<std::future<bool>> done;
  for (int thread = 0; thread < 12; ++thread) {
    done.push_back(std::async(std::launch::async, [&, thread] {
      for (int i = 0; i < 10; ++i) {
        const std::string path = "/" + std::to_string(thread) + "/" + std::to_string(i);
        const auto response = Get(server.Url(path));
        if (!response.ok() || response->body != path) return false;
      }
      return true;
    }));
  }
  for (auto& each : done) EXPECT_TRUE(each.get());
}

TEST_F(HttpTransportTest, RedirectsAreFollowedAndSecretsStay) {
  TestHttpServer other([](const ReceivedRequest&, TestHttpConnection& connection) {
    connection.Respond(200, "", "from the other");
  });
  TestHttpServer server([&](const ReceivedRequest& request, TestHttpConnection& connection) {
    if (request.target == "/start") {
      connection.Respond(302, "Location: /second\r\n", "moved");
    } else {
      connection.Respond(307, "Location: " + other.Url("/file?sig=1") + "\r\n", "moved");
    }
  });
  HttpRequest request;
  request.url = server.Url("/start");
  request.headers = {{"Authorization", "Bearer s"}, {"x-api-key", "s"}, {"Range", "bytes=3-"}};
  const auto response = transport_->Send(request, {}, {});
  ASSERT_TRUE(response.ok()) << response.status().ToString();
  EXPECT_EQ(response->body, "from the other");
  ASSERT_EQ(server.requests().size(), 2u);
  EXPECT_EQ(server.requests()[1].Header("authorization"), "Bearer s");
  ASSERT_EQ(other.requests().size(), 1u);
  EXPECT_EQ(other.requests()[0].Header("authorization"), "");
  EXPECT_EQ(other.requests()[0].Header("x-api-key"), "");
  EXPECT_EQ(other.requests()[0].Header("range"), "bytes=3-");
}

TEST_F(HttpTransportTest, RedirectsAreBounded) {
  TestHttpServer server([](const ReceivedRequest&, TestHttpConnection& connection) {
    connection.Respond(302, "Location: /again\r\n", "");
  });
  const auto response = Get(server.Url("/"));
  EXPECT_EQ(response.status().code(), StatusCode::kUnavailable);
  EXPECT_EQ(server.requests().size(), 9u);
}

TEST_F(HttpTransportTest, RedirectsToOtherSchemesAreRefused) {
  TestHttpServer server([](const ReceivedRequest&, TestHttpConnection& connection) {
    connection.Respond(302, "Location: file:///etc/passwd\r\n", "");
  });
  EXPECT_EQ(Get(server.Url("/")).status().code(), StatusCode::kPermissionDenied);
}

TEST_F(HttpTransportTest, AnEndlessRedirectPageIsCutOff) {
  TestHttpServer server([](const ReceivedRequest& request, TestHttpConnection& connection) {
    if (request.target == "/end") {
      connection.Respond(200, "", "there");
      return;
    }
    connection.Write("HTTP/1.1 302 Found\r\nLocation: /end\r\n\r\n");
    while (connection.Write(std::string(10'000, 'x')) && !connection.stopping()) {
    }
    connection.Close();
  });
  const auto response = Get(server.Url("/"));
  ASSERT_TRUE(response.ok()) << response.status().ToString();
  EXPECT_EQ(response->body, "there");
}

TEST_F(HttpTransportTest, BrokenTransfersAreErrors) {
  TestHttpServer server([](const ReceivedRequest& request, TestHttpConnection& connection) {
    if (request.target == "/short")
      connection.Write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc");
    if (request.target == "/reset") {
      connection.Write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc");
      connection.Wait(milliseconds(50));
      connection.Reset();
    }
    if (request.target == "/garbage") connection.Write("\x01\x02 not http at all\r\n\r\n");
    if (request.target == "/chunk") {
      connection.Write(
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n5\r\nab");
    }
    connection.Close();
  });
  EXPECT_EQ(Get(server.Url("/short")).status().code(), StatusCode::kUnavailable);
  EXPECT_EQ(Get(server.Url("/reset")).status().code(), StatusCode::kUnavailable);
  EXPECT_EQ(Get(server.Url("/chunk")).status().code(), StatusCode::kUnavailable);
  EXPECT_EQ(Get(server.Url("/empty")).status().code(), StatusCode::kUnavailable);
  EXPECT_EQ(Get(server.Url("/garbage")).status().code(), StatusCode::kParseError);
}

TEST_F(HttpTransportTest, NobodyListens) {
  int port = 0;
  {
    TestHttpServer gone([](const ReceivedRequest&, TestHttpConnection&) {});
    port = gone.port();
  }
  const auto response = Get("http://127.0.0.1:" + std::to_string(port) + "/x?key=secret");
  EXPECT_EQ(response.status().code(), StatusCode::kUnavailable);
  EXPECT_NE(response.status().message().find("127.0.0.1"), std::string::npos);
  EXPECT_EQ(response.status().message().find("secret"), std::string::npos);
}

TEST_F(HttpTransportTest, OversizeBodiesEndTheTransfer) {
  TestHttpServer server([](const ReceivedRequest&, TestHttpConnection& connection) {
    connection.Write("HTTP/1.1 200 OK\r\n\r\n");
    while (connection.Write(std::string(10'000, 'x')) && !connection.stopping()) {
    }
    connection.Close();
  });
  HttpRequest request;
  request.url = server.Url("/");
  request.max_body_bytes = 100'000;
  EXPECT_EQ(transport_->Send(request, {}, {}).status().code(), StatusCode::kTooLarge);
  size_t sunk = 0;
  const auto count = [&](std::string_view bytes) {
    sunk += bytes.size();
    return Status::Ok();
  };
  EXPECT_EQ(transport_->Send(request, count, {}).status().code(), StatusCode::kTooLarge);
  EXPECT_LE(sunk, 100'000u);
}

TEST_F(HttpTransportTest, ABodyOfExactlyTheLimitIsTaken) {
  TestHttpServer server([](const ReceivedRequest&, TestHttpConnection& connection) {
    connection.Respond(200, "", std::string(1000, 'x'));
  });
  HttpRequest request;
  request.url = server.Url("/");
  request.max_body_bytes = 1000;
  EXPECT_TRUE(transport_->Send(request, {}, {}).ok());
  request.max_body_bytes = 999;
  EXPECT_EQ(transport_->Send(request, {}, {}).status().code(), StatusCode::kTooLarge);
}

TEST_F(HttpTransportTest, GiantErrorPagesAreCutButTheirStatusStays) {
  TestHttpServer server([](const ReceivedRequest&, TestHttpConnection& connection) {
    connection.Write("HTTP/1.1 500 Oops\r\n\r\n");
    while (connection.Write(std::string(100'000, 'x')) && !connection.stopping()) {
    }
    connection.Close();
  });
  const auto response = Get(server.Url("/"));
  ASSERT_TRUE(response.ok()) << response.status().ToString();
  EXPECT_EQ(response->status, 500);
  EXPECT_EQ(response->body.size(), size_t{1} << 20);
}

TEST_F(HttpTransportTest, EndlessHeadersEndTheTransfer) {
  TestHttpServer server([](const ReceivedRequest&, TestHttpConnection& connection) {
    connection.Write("HTTP/1.1 200 OK\r\n");
    while (connection.Write("X-Pad: " + std::string(1000, 'x') + "\r\n") &&
           !connection.stopping()) {
    }
    connection.Close();
  });
  EXPECT_EQ(Get(server.Url("/")).status().code(), StatusCode::kTooLarge);
}

TEST_F(HttpTransportTest, SlowServersRunIntoTheTimeLimits) {
  TestHttpServer server([](const ReceivedRequest& request, TestHttpConnection& connection) {
    if (request.target == "/drip") {
      connection.Write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
      for (int i = 0; i < 1000 && connection.Write("x"); ++i) connection.Wait(milliseconds(50));
    } else {
      connection.Wait(milliseconds(20'000));
    }
    connection.Close();
  });
  HttpRequest request;
  request.timeout = milliseconds(400);
  for (const char* path : {"/silent", "/drip"}) {
    request.url = server.Url(path);
    const auto start = Clock::now();
    EXPECT_EQ(transport_->Send(request, {}, {}).status().code(), StatusCode::kTimeout) << path;
    EXPECT_LT(Clock::now() - start, milliseconds(3000));
  }
  request.url = server.Url("/drip");
  request.timeout = milliseconds(0);
  request.stall_timeout = std::chrono::seconds(2);
  request.stall_bytes_per_second = 1000;
  const auto start = Clock::now();
  EXPECT_EQ(transport_->Send(request, {}, {}).status().code(), StatusCode::kTimeout);
  EXPECT_LT(Clock::now() - start, milliseconds(8000));
}

TEST_F(HttpTransportTest, TheTimeLimitCountsRedirectsToo) {
  TestHttpServer server([](const ReceivedRequest&, TestHttpConnection& connection) {
    connection.Wait(milliseconds(200));
    connection.Respond(302, "Location: /again\r\n", "");
  });
  HttpRequest request;
  request.url = server.Url("/");
  request.timeout = milliseconds(500);
  EXPECT_EQ(transport_->Send(request, {}, {}).status().code(), StatusCode::kTimeout);
}

TEST_F(HttpTransportTest, StopEndsATransferWithinASecond) {
  TestHttpServer server([](const ReceivedRequest& request, TestHttpConnection& connection) {
    if (request.target == "/body")
      connection.Write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\na");
    connection.Wait(milliseconds(20'000));
    connection.Close();
  });
  for (const char* path : {"/silent", "/body"}) {
    std::stop_source source;
    const std::jthread stopper([&source] {
      std::this_thread::sleep_for(milliseconds(200));
      source.request_stop();
    });
    HttpRequest request;
    request.url = server.Url(path);
    const auto start = Clock::now();
    EXPECT_EQ(transport_->Send(request, {}, source.get_token()).status().code(),
              StatusCode::kCancelled);
    EXPECT_LT(Clock::now() - start, milliseconds(1200));
  }
  std::stop_source before;
  before.request_stop();
  HttpRequest request;
  request.url = server.Url("/never");
  EXPECT_EQ(transport_->Send(request, {}, before.get_token()).status().code(),
            StatusCode::kCancelled);
}

TEST_F(HttpTransportTest, FailuresOfTheCallbacksAreReturned) {
  TestHttpServer server([](const ReceivedRequest&, TestHttpConnection& connection) {
    connection.Respond(200, "", std::string(100'000, 'x'));
  });
  HttpRequest request;
  request.url = server.Url("/");
  const auto full = [](std::string_view) { return Status(StatusCode::kIoError, "disk is full"); };
  EXPECT_EQ(transport_->Send(request, full, {}).status().message(), "disk is full");
  const auto throwing = [](std::string_view) -> Status { throw std::runtime_error("thrown"); };
  EXPECT_EQ(transport_->Send(request, throwing, {}).status().code(), StatusCode::kInternal);
  request.on_headers = [](const HttpResponse& response) {
    EXPECT_EQ(response.status, 200);
    return Status(StatusCode::kNotFound, "not this one");
  };
  EXPECT_EQ(transport_->Send(request, {}, {}).status().message(), "not this one");
}

TEST_F(HttpTransportTest, HeadersAreToldBeforeTheBodyAndNotForRedirects) {
  TestHttpServer server([](const ReceivedRequest& request, TestHttpConnection& connection) {
    if (request.target == "/") {
      connection.Respond(302, "Location: /file\r\n", "page");
    } else {
      connection.Write("HTTP/1.1 103 Early Hints\r\nX-Hint: 1\r\n\r\n");
      connection.Respond(206, "Content-Range: bytes 3-5/6\r\n", "def");
    }
  });
  std::string order;
  HttpRequest request;
  request.url = server.Url("/");
  request.on_headers = [&](const HttpResponse& response) {
    order += std::to_string(response.status) + " " + std::string(response.Header("content-range"));
    EXPECT_EQ(response.Header("x-hint"), "");
    return Status::Ok();
  };
  const auto response = transport_->Send(request,
                                         [&](std::string_view bytes) {
                                           order += " " + std::string(bytes);
                                           return Status::Ok();
                                         },
                                         {});
  ASSERT_TRUE(response.ok()) << response.status().ToString();
  EXPECT_EQ(order, "206 bytes 3-5/6 def");
}

TEST_F(HttpTransportTest, HeaderInjectionIsRefusedBeforeAnythingIsSent) {
  TestHttpServer server([](const ReceivedRequest&, TestHttpConnection& connection) {
    connection.Respond(200, "", "");
  });
  HttpRequest request;
  request.url = server.Url("/");
  request.headers = {{"X-Note", "a\r\nEvil: 1"}};
  EXPECT_EQ(transport_->Send(request, {}, {}).status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(Get(server.Url("/a\r\nEvil: 1")).status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(server.connections(), 0);
}

TEST_F(HttpTransportTest, ProxiesComeFromTheEnvironment) {
  TestHttpServer proxy([](const ReceivedRequest& request, TestHttpConnection& connection) {
    connection.Respond(200, "", "by proxy: " + request.target);
  });
  setenv("http_proxy", proxy.Url("").c_str(), 1);
  const auto response = Get("http://hub.invalid/file");
  setenv("no_proxy", "127.0.0.1", 1);
  TestHttpServer direct([](const ReceivedRequest& request, TestHttpConnection& connection) {
    connection.Respond(200, "", "direct: " + request.target);
  });
  const auto beside = Get(direct.Url("/file"));
  unsetenv("http_proxy");
  unsetenv("no_proxy");
  ASSERT_TRUE(response.ok()) << response.status().ToString();
  EXPECT_EQ(response->body, "by proxy: http://hub.invalid/file");
  ASSERT_TRUE(beside.ok()) << beside.status().ToString();
  EXPECT_EQ(beside->body, "direct: /file");
}

TEST_F(HttpTransportTest, AClosedConnectionNeverKillsTheProcess) {
  // The default action of SIGPIPE would end this test program.
  TestHttpServer server(
      [](const ReceivedRequest&, TestHttpConnection& connection) { connection.Reset(); });
  HttpRequest request;
  request.method = "POST";
  request.url = server.Url("/");
  request.body = std::string(8 << 20, 'x');
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(transport_->Send(request, {}, {}).ok());
}

}  // namespace
}  // namespace gloss
