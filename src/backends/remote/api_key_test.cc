#include "backends/remote/api_key.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_system.h"

namespace gloss {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kKey = "sk-very-secret-0123456789";

std::optional<std::string> Environment(const std::string& name) {
  if (name == "MY_KEY") return "  " + std::string(kKey) + "\n";
  if (name == "EMPTY") return " \n";
  if (name == "TWO_LINES") return "a\nX-Evil: b";
  return std::nullopt;
}

class ApiKeyTest : public testing::Test {
 protected:
  void TearDown() override { unlink(path_.c_str()); }

  void WriteKeyFile(mode_t mode) {
    ASSERT_TRUE(WriteFileAtomically(path_, std::string(kKey) + "\n").ok());
    ASSERT_EQ(chmod(path_.c_str(), mode), 0);
  }

  std::string path_ = testing::TempDir() + "api_key_test_" + std::to_string(getpid());
};

TEST_F(ApiKeyTest, FromTheEnvironment) {
  const auto key = ReadApiKey("MY_KEY", "", Environment);
  ASSERT_TRUE(key.ok()) << key.status().ToString();
  EXPECT_EQ(key->AuthorizationValue(), "Bearer " + std::string(kKey));
  EXPECT_TRUE(ReadApiKey("", "", Environment)->empty());
}

TEST_F(ApiKeyTest, MistakesAreNamedWithoutWhatMayBeAKey) {
  EXPECT_EQ(ReadApiKey("EMPTY", "", Environment).status().code(), StatusCode::kInvalidArgument);
  const Status lines = ReadApiKey("TWO_LINES", "", Environment).status();
  EXPECT_EQ(lines.code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(lines.message(), Not(HasSubstr("Evil")));
  // The key itself in place of the variable's name.
  for (const std::string given : {"sk-very-secret", "sk_live_secret"}) {
    const Status status = ReadApiKey(given, "", Environment).status();
    EXPECT_FALSE(status.ok());
    EXPECT_THAT(status.message(), Not(HasSubstr("secret")));
  }
  EXPECT_FALSE(ReadApiKey("MY_KEY", path_, Environment).ok());
}

TEST_F(ApiKeyTest, FromAFileThatOnlyItsOwnerReads) {
  WriteKeyFile(0600);
  const auto key = ReadApiKey("", path_, Environment);
  ASSERT_TRUE(key.ok()) << key.status().ToString();
  EXPECT_EQ(key->AuthorizationValue(), "Bearer " + std::string(kKey));
  for (const mode_t mode : {0644U, 0640U, 0604U, 0620U}) {
    WriteKeyFile(mode);
    const Status status = ReadApiKey("", path_, Environment).status();
    EXPECT_EQ(status.code(), StatusCode::kPermissionDenied) << mode;
    EXPECT_THAT(status.message(), HasSubstr("chmod 600"));
    EXPECT_THAT(status.message(), Not(HasSubstr(std::string(kKey))));
  }
  EXPECT_EQ(ReadApiKey("", path_ + ".none", Environment).status().code(), StatusCode::kNotFound);
}

TEST_F(ApiKeyTest, ScrubsEveryOccurrence) {
  const ApiKey key{std::string(kKey)};
  const std::string text = std::string(kKey) + " and " + std::string(kKey);
  EXPECT_EQ(key.Scrub(text), "[key] and [key]");
  EXPECT_EQ(ApiKey().Scrub(text), text);
}

}  // namespace
}  // namespace gloss
