// Citation constraints against a real llama-server on loopback (`make llama-server`), with its
// grammar and with a server that does not know grammars: after reading, no false tag is ever left.

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "backends/remote/remote_generator.h"
#include "backends/remote/remote_server.h"
#include "base/http_transport.h"
#include "base/subprocess.h"
#include "base/unique_fd.h"
#include "models/tag_test_support.h"
#include "text/segmenter.h"
#include "writing/tag_cleaning.h"

namespace gloss {
namespace {

constexpr const char* kProgram = GLOSSATOR_MODEL_CACHE "/../llama-server/llama-server";
constexpr const char* kModel = GLOSSATOR_MODEL_CACHE "/SmolLM2-135M-Instruct.Q4_1.gguf";

int FreePort() {
  const UniqueFd socket_fd(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  if (bind(socket_fd.get(), generic, size) != 0) return 0;
  if (getsockname(socket_fd.get(), generic, &size) != 0) return 0;
  return ntohs(address.sin_port);
}

/// Passes requests on, but for their grammar, and where asked their schema: a server that ignores
/// them.
class DeafTransport : public HttpTransport {
 public:
  DeafTransport(std::shared_ptr<HttpTransport> inner, std::vector<std::string> ignored)
      : inner_(std::move(inner)), ignored_(std::move(ignored)) {}

  Result<HttpResponse> Send(const HttpRequest& request, const HttpBodySink& sink,
                            std::stop_token stop) override {
    HttpRequest changed = request;
    for (const std::string& name : ignored_) {
      const size_t at = changed.body.find("\"" + name + "\":");
      if (at != std::string::npos) changed.body.insert(at + 1, "not_");
    }
    return inner_->Send(changed, sink, std::move(stop));
  }

 private:
  std::shared_ptr<HttpTransport> inner_;
  std::vector<std::string> ignored_;
};

class LlamaServerCitationsTest : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* file : {kProgram, kModel}) {
      if (!std::filesystem::exists(file)) GTEST_SKIP() << "not on this machine: " << file;
    }
    url_ = "http://127.0.0.1:" + std::to_string(FreePort());
    process_ = std::jthread([this](const std::stop_token& stop) {
      SubprocessLimits limits;
      limits.wall_time = std::chrono::minutes(10);
      limits.memory_bytes = size_t{16} << 30;
      ended_ = RunSubprocess({kProgram, "--model", kModel, "--host", "127.0.0.1", "--port",
                              url_.substr(url_.rfind(':') + 1), "--threads", "1", "--threads-batch",
                              "1", "--ctx-size", "4096", "--parallel", "2", "--no-webui"},
                             "", limits, stop)
                   .status();
      done_ = true;
    });
    document_.text = "It rains. It snows. Tea is hot. The council met. Bees make honey.";
    document_.language = "en";
    Segment(document_);
    AssignTags({&document_, 1});
    for (const Sentence& sentence : document_.sentences) tags_.push_back(sentence.tag);
  }

  std::unique_ptr<RemoteGenerator> Connect(const std::shared_ptr<HttpTransport>& transport) {
    ServerOptions options;
    options.url = url_;
    for (int attempt = 0; attempt < 120 && !done_; ++attempt) {
      auto server = RemoteServer::Connect(options, [](const std::string&) { return std::nullopt; },
                                          transport, MakeSystemClock(), {});
      if (server.ok()) {
        auto generator = RemoteGenerator::Connect(std::move(*server), {});
        EXPECT_TRUE(generator.ok()) << generator.status().ToString();
        return generator.ok() ? std::move(*generator) : nullptr;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
    }
    ADD_FAILURE() << "llama-server did not start: " << ended_.ToString();
    return nullptr;
  }

  /// The model has seen good and false tags in every answer.
  std::vector<GenerationRequest> Tempting() const {
    std::vector<GenerationRequest> requests(6);
    for (size_t i = 0; i < requests.size(); ++i) {
      GenerationRequest& request = requests[i];
      const std::string wrong = tags_[i % tags_.size()].substr(0, 7) + "0";
      for (const std::string& tag :
           {tags_[0], std::string("deadbe12"), wrong, tags_[1], std::string("a3f5e824")}) {
        request.messages.push_back({"user", "Write a line and cite it."});
        request.messages.push_back(
            {"assistant", "It rains a lot <" + tag + "> here <" + tag + ">."});
      }
      request.messages.push_back({"user", "Write a line and cite it."});
      request.max_tokens = 60;
      request.temperature = i < 3 ? 0.0F : 1.0F;
      request.seed = i;
      request.citations = CitationConstraint{.tags = tags_};
    }
    return requests;
  }

  /// Reads what was written, as the product does, and checks that nothing false is left.
  void ExpectCleanAfterReading(const std::string& text) const {
    const CleanedText cleaned =
        CleanTags(text, TagIndex({&document_, 1}), {tags_.begin(), tags_.end()});
    const TagsFound found = ReadTags(cleaned.text, tags_);
    EXPECT_THAT(found.bad, testing::IsEmpty()) << text;
    EXPECT_THAT(found.closing, testing::IsEmpty()) << text;
    for (const auto& [tag, count] : found.good) EXPECT_EQ(count, 1) << text;
  }

  Document document_;
  std::vector<std::string> tags_;
  std::string url_;
  Status ended_;
  std::atomic<bool> done_{false};
  std::jthread process_;
};

TEST_F(LlamaServerCitationsTest, WithItsGrammarNoFalseTagIsWritten) {
  const auto generator = Connect(MakeCurlTransport({}));
  ASSERT_NE(generator, nullptr);
  const std::vector<GenerationRequest> requests = Tempting();
  const auto result = generator->Generate(requests, {});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  size_t good = 0;
  for (const auto& item : result.items) {
    EXPECT_TRUE(item->citations_enforced) << item->text;
    const TagsFound found = ReadTags(item->text, tags_);
    EXPECT_THAT(found.bad, testing::IsEmpty()) << item->text;
    good += found.good.size();
    ExpectCleanAfterReading(item->text);
  }
  EXPECT_GT(good, 0U) << "the model was not tempted";
}

TEST_F(LlamaServerCitationsTest, WithASchemaAloneNoFalseTagIsWritten) {
  const auto generator = Connect(
      std::make_shared<DeafTransport>(MakeCurlTransport({}), std::vector<std::string>{"grammar"}));
  ASSERT_NE(generator, nullptr);
  const auto result = generator->Generate(Tempting(), {});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  for (const auto& item : result.items) {
    // A model this small may not get to the end of a sentence; then the text says nothing at all.
    const TagsFound found = ReadTags(item->text, tags_);
    EXPECT_THAT(found.bad, testing::IsEmpty()) << item->text;
    for (const auto& [tag, count] : found.good) EXPECT_EQ(count, 1) << item->text;
    ExpectCleanAfterReading(item->text);
  }
}

TEST_F(LlamaServerCitationsTest, WithoutAGrammarNoneIsLeftAfterReading) {
  const auto generator = Connect(std::make_shared<DeafTransport>(
      MakeCurlTransport({}), std::vector<std::string>{"grammar", "response_format"}));
  ASSERT_NE(generator, nullptr);
  const auto result = generator->Generate(Tempting(), {});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  size_t false_tags = 0;
  for (const auto& item : result.items) {
    EXPECT_FALSE(item->citations_enforced);
    false_tags += ReadTags(item->text, tags_).bad.size();
    ExpectCleanAfterReading(item->text);
  }
  EXPECT_GT(false_tags, 0U) << "the model was not tempted";
}

}  // namespace
}  // namespace gloss
