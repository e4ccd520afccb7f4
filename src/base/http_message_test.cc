#include "base/http_message.h"

#include <gtest/gtest.h>

namespace gloss {
namespace {

HttpUrl Url(std::string_view text) {
  auto url = ParseHttpUrl(text);
  EXPECT_TRUE(url.ok()) << url.status().ToString();
  return url.ok() ? *url : HttpUrl{};
}

TEST(HttpUrlTest, PartsAreNormalised) {
  const HttpUrl url = Url("HTTPS://Hub.Example/a/b.gguf?sig=secret#part");
  EXPECT_EQ(url.scheme, "https");
  EXPECT_EQ(url.host, "hub.example");
  EXPECT_EQ(url.port, "443");
  EXPECT_EQ(url.for_messages.find("secret"), std::string::npos);
  EXPECT_NE(url.text.find("sig=secret"), std::string::npos);
  EXPECT_EQ(url.text.find("#part"), std::string::npos);
  EXPECT_EQ(Url("http://[::1]:8080/").port, "8080");
}

TEST(HttpUrlTest, WhatIsNoPlainHttpUrlIsRefused) {
  for (const std::string_view text :
       {"", "hub.example/a", "ftp://hub.example/a", "file:///etc/passwd", "http://",
        "http://u:p@hub.example/", "http://user@hub.example/", "http://hub.example/a b",
        "http://hub.example/a\r\nX: y", "http://hub.example:99999/", "http://hub.example/\x01"}) {
    EXPECT_EQ(ParseHttpUrl(text).status().code(), StatusCode::kInvalidArgument) << text;
  }
  const Status status = ParseHttpUrl("http://user:hunter2@hub.example/").status();
  EXPECT_EQ(status.message().find("hunter2"), std::string::npos);
  EXPECT_FALSE(ParseHttpUrl("http://a/" + std::string(20'000, 'x')).ok());
}

TEST(HttpUrlTest, LocationsAreResolved) {
  const HttpUrl base = Url("https://hub.example/repo/resolve/main/file?x=1");
  EXPECT_EQ(ResolveHttpUrl(base, "/other")->text, "https://hub.example/other");
  EXPECT_EQ(ResolveHttpUrl(base, "next")->text, "https://hub.example/repo/resolve/main/next");
  EXPECT_EQ(ResolveHttpUrl(base, "//cdn.example/f")->text, "https://cdn.example/f");
  EXPECT_EQ(ResolveHttpUrl(base, "http://cdn.example/f")->scheme, "http");
  EXPECT_FALSE(ResolveHttpUrl(base, "file:///etc/passwd").ok());
  EXPECT_FALSE(ResolveHttpUrl(base, "https://u:p@cdn.example/").ok());
  EXPECT_FALSE(ResolveHttpUrl(base, std::string("/a\nb")).ok());
}

HttpRequest WithSecrets(std::string method) {
  HttpRequest request;
  request.method = std::move(method);
  request.headers = {{"Authorization", "Bearer s"}, {"X-Api-Key", "s"},    {"Cookie", "s"},
                     {"Range", "bytes=5-"},         {"If-Range", "\"e\""}, {"Accept", "*/*"}};
  return request;
}

TEST(HttpRedirectTest, SecretsStayWithTheirOrigin) {
  const HttpUrl from = Url("https://hub.example/a");
  for (const std::string_view other :
       {"https://cdn.example/a", "https://hub.example:8443/a", "https://a.hub.example/a"}) {
    const auto next = RequestAfterRedirect(WithSecrets("GET"), 302, from, Url(other));
    ASSERT_TRUE(next.ok());
    std::string names;
    for (const HttpHeader& header : next->headers) names += header.name + " ";
    EXPECT_EQ(names, "Range If-Range Accept ") << other;
  }
  const auto same =
      RequestAfterRedirect(WithSecrets("GET"), 302, from, Url("https://hub.example/b"));
  ASSERT_TRUE(same.ok());
  EXPECT_EQ(same->headers.size(), 6u);
  EXPECT_EQ(same->url, "https://hub.example/b");
}

TEST(HttpRedirectTest, AnUpgradeToHttpsIsAnotherOriginToo) {
  const auto next = RequestAfterRedirect(WithSecrets("GET"), 301, Url("http://hub.example/a"),
                                         Url("https://hub.example/a"));
  ASSERT_TRUE(next.ok());
  EXPECT_EQ(next->headers.size(), 3u);
}

TEST(HttpRedirectTest, FromHttpsToHttpIsRefused) {
  EXPECT_EQ(RequestAfterRedirect(WithSecrets("GET"), 302, Url("https://hub.example/a"),
                                 Url("http://hub.example/a"))
                .status()
                .code(),
            StatusCode::kPermissionDenied);
}

TEST(HttpRedirectTest, MethodsAndBodies) {
  HttpRequest post;
  post.method = "POST";
  post.body = "text of a user";
  post.headers = {{"Content-Type", "application/json"}};
  const HttpUrl from = Url("http://one.example/a");
  const HttpUrl same = Url("http://one.example/b");
  const HttpUrl other = Url("http://two.example/b");
  for (const int status : {301, 302, 303}) {
    const auto next = RequestAfterRedirect(post, status, from, other);
    ASSERT_TRUE(next.ok());
    EXPECT_EQ(next->method, "GET");
    EXPECT_TRUE(next->body.empty());
    EXPECT_TRUE(next->headers.empty());
  }
  for (const int status : {307, 308}) {
    const auto next = RequestAfterRedirect(post, status, from, same);
    ASSERT_TRUE(next.ok());
    EXPECT_EQ(next->method, "POST");
    EXPECT_EQ(next->body, post.body);
    EXPECT_EQ(RequestAfterRedirect(post, status, from, other).status().code(),
              StatusCode::kPermissionDenied);
  }
}

TEST(HttpRequestTest, LineBreaksCannotBeSmuggledIn) {
  const auto check = [](std::string name, std::string value) {
    HttpRequest request;
    request.headers = {{std::move(name), std::move(value)}};
    return CheckHttpRequest(request).code();
  };
  EXPECT_EQ(check("X-Note", "fine, with\ttab and \xC3\xA9"), StatusCode::kOk);
  EXPECT_EQ(check("X-Note", ""), StatusCode::kOk);
  for (const std::string& value :
       {std::string("a\r\nEvil: 1"), std::string("a\nb"), std::string("a\rb"),
        std::string("a\0b", 3), std::string("a\x7f")}) {
    EXPECT_EQ(check("X-Note", value), StatusCode::kInvalidArgument);
  }
  for (const std::string name : {"", "X Note", "X:Note", "X\r\nEvil", "X-N\xC3\xB6te", "Host",
                                 "content-length", "Transfer-Encoding"}) {
    EXPECT_EQ(check(name, "v"), StatusCode::kInvalidArgument) << name;
  }
  EXPECT_EQ(check("X-Big", std::string(70'000, 'x')), StatusCode::kInvalidArgument);
  HttpRequest request;
  request.headers = {{"Authorization", "Bearer hunter2\n"}};
  EXPECT_EQ(CheckHttpRequest(request).message().find("hunter2"), std::string::npos);
}

TEST(HttpRequestTest, MethodsAndLimits) {
  HttpRequest request;
  request.method = "GET /evil HTTP/1.1\r\n";
  EXPECT_FALSE(CheckHttpRequest(request).ok());
  request = {};
  request.body = "x";
  EXPECT_FALSE(CheckHttpRequest(request).ok());
  request = {};
  request.timeout = std::chrono::milliseconds(0);
  EXPECT_FALSE(CheckHttpRequest(request).ok());
  request.stall_timeout = std::chrono::seconds(5);
  EXPECT_TRUE(CheckHttpRequest(request).ok());
  request.connect_timeout = std::chrono::milliseconds(0);
  EXPECT_FALSE(CheckHttpRequest(request).ok());
}

}  // namespace
}  // namespace gloss
