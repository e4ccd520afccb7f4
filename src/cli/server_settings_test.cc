#include "cli/server_settings.h"

#include <gtest/gtest.h>

#include <map>

namespace gloss::cli {
namespace {

GetEnvironment Environment(std::map<std::string, std::string> values) {
  return [values = std::move(values)](const std::string& name) -> std::optional<std::string> {
    const auto found = values.find(name);
    if (found == values.end()) return std::nullopt;
    return found->second;
  };
}

TEST(ServerSettingsTest, NoServerUnlessOneIsNamed) {
  const auto everything = Environment({{"OPENAI_BASE_URL", "http://elsewhere"},
                                       {"OPENAI_API_KEY", "k"},
                                       {"OLLAMA_HOST", "elsewhere"}});
  const RemoteOptions none = ToRemoteOptions({}, everything);
  EXPECT_FALSE(none.embedder || none.entailment || none.decomposer);
}

TEST(ServerSettingsTest, OneForAllAndOneForARole) {
  ServerSettings settings;
  settings.server = "http://all";
  settings.entailment_server = "http://judge";
  settings.embedder_server = "local";
  settings.kind = "vllm";
  settings.verifier = "json";
  settings.api_key_env = "KEY";
  settings.timeout = 7;
  settings.retries = 2;
  settings.jobs = 3;
  const RemoteOptions remote = ToRemoteOptions(settings, Environment({}));
  EXPECT_FALSE(remote.embedder.has_value());
  ASSERT_TRUE(remote.entailment && remote.decomposer);
  EXPECT_EQ(remote.entailment->url, "http://judge");
  EXPECT_EQ(remote.decomposer->url, "http://all");
  EXPECT_EQ(remote.decomposer->kind, ServerKind::kVllm);
  EXPECT_EQ(remote.decomposer->api_key_env, "KEY");
  EXPECT_EQ(remote.decomposer->timeout, std::chrono::seconds(7));
  EXPECT_EQ(remote.decomposer->retries, 2);
  EXPECT_EQ(remote.decomposer->jobs, 3);
  EXPECT_EQ(remote.verifier, VerifierKind::kJson);
}

TEST(ServerSettingsTest, OpenAiByItsVariables) {
  ServerSettings settings;
  settings.server = "openai";
  const auto named = Environment({{"OPENAI_BASE_URL", "http://proxy/v1"}, {"OPENAI_API_KEY", "k"}});
  RemoteOptions remote = ToRemoteOptions(settings, named);
  EXPECT_EQ(remote.embedder->url, "http://proxy/v1");
  EXPECT_EQ(remote.embedder->api_key_env, "OPENAI_API_KEY");
  settings.api_key_env = "MINE";
  EXPECT_EQ(ToRemoteOptions(settings, named).embedder->api_key_env, "MINE");
  settings.api_key_env.clear();
  remote = ToRemoteOptions(settings, Environment({}));
  EXPECT_TRUE(remote.embedder->url.starts_with("https://"));
  EXPECT_EQ(remote.embedder->api_key_env, "");
}

TEST(ServerSettingsTest, OllamaByItsHost) {
  ServerSettings settings;
  settings.server = "ollama";
  for (const auto& [host, url] :
       {std::pair("", "http://127.0.0.1:11434"), std::pair("0.0.0.0", "http://127.0.0.1:11434"),
        std::pair("0.0.0.0:9999", "http://127.0.0.1:9999"), std::pair("box", "http://box:11434"),
        std::pair("box:80", "http://box:80"), std::pair("[::1]", "http://[::1]:11434"),
        std::pair("https://box/ollama", "https://box/ollama")}) {
    const RemoteOptions remote = ToRemoteOptions(settings, Environment({{"OLLAMA_HOST", host}}));
    EXPECT_EQ(remote.embedder->url, url) << host;
    EXPECT_EQ(remote.embedder->kind, ServerKind::kOllama);
  }
}

TEST(ServerSettingsTest, AProjectFileCannotSayWhereTextsAndKeysGo) {
  for (const char* key : {"server", "embedder-server", "entailment-server", "decomposer-server",
                          "api-key-env", "api-key-file", "retries"}) {
    CLI::App app;
    Settings settings(app, "ground");
    ServerSettings options;
    AddServerSettings(settings, options);
    const bool is_harmless = std::string_view(key) == "retries";
    std::vector<ConfigLayer> layers = {{".glossator.toml", {{key, {"7"}}}, /*is_project=*/true}};
    const Status status = settings.ApplyDefaults(Environment({}), layers);
    EXPECT_EQ(status.ok(), is_harmless) << key;
    layers[0].is_project = false;
    EXPECT_TRUE(settings.ApplyDefaults(Environment({}), layers).ok()) << key;
  }
}

}  // namespace
}  // namespace gloss::cli
