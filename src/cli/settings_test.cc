#include "cli/settings.h"

#include <gtest/gtest.h>

#include <fstream>

namespace gloss::cli {
namespace {

GetEnvironment NoEnvironment() {
  return [](const std::string&) { return std::optional<std::string>(); };
}

/// Options of one command as a test reads them.
struct Fixture {
  CLI::App app;
  Settings settings{app, "ground"};
  double tau = 0.5;
  bool lossy = false;
  std::vector<std::string> fail_on = {"contradicted"};

  Fixture() {
    settings.Add("--tau", tau, "")->check(CLI::Range(0.0, 1.0));
    settings.AddFlag("--lossy", lossy, "");
    settings.Add("--fail-on", fail_on, "")->delimiter(',');
  }
};

TEST(SettingsTest, LayersApplyFromStrongestToWeakest) {
  Fixture fixture;
  fixture.app.parse("--tau 0.1");
  const GetEnvironment environment = [](const std::string& name) -> std::optional<std::string> {
    if (name == "GLOSSATOR_TAU" || name == "GLOSSATOR_LOSSY") {
      return name == "GLOSSATOR_TAU" ? "0.2" : "true";
    }
    return std::nullopt;
  };
  const std::vector<ConfigLayer> layers = {
      {"project", {{"ground.fail-on", {"unchecked", "conflicting"}}, {"lossy", {"false"}}}},
      {"user", {{"fail-on", {"supported"}}}}};
  ASSERT_TRUE(fixture.settings.ApplyDefaults(environment, layers).ok());
  EXPECT_EQ(fixture.tau, 0.1);
  EXPECT_TRUE(fixture.lossy);
  EXPECT_EQ(fixture.fail_on, (std::vector<std::string>{"unchecked", "conflicting"}));
  EXPECT_EQ(fixture.settings.origins().at("tau"), "flag");
  EXPECT_EQ(fixture.settings.origins().at("lossy"), "GLOSSATOR_LOSSY");
  EXPECT_EQ(fixture.settings.origins().at("fail-on"), "project");
}

TEST(SettingsTest, ListsFromTheEnvironmentAreSplitAtCommas) {
  Fixture fixture;
  fixture.app.parse("");
  const GetEnvironment environment = [](const std::string& name) -> std::optional<std::string> {
    if (name == "GLOSSATOR_FAIL_ON") return "supported,unchecked";
    return std::nullopt;
  };
  ASSERT_TRUE(fixture.settings.ApplyDefaults(environment, {}).ok());
  EXPECT_EQ(fixture.fail_on, (std::vector<std::string>{"supported", "unchecked"}));
}

TEST(SettingsTest, ValuesFromFilesAreCheckedLikeFlags) {
  Fixture fixture;
  fixture.app.parse("");
  const Status status =
      fixture.settings.ApplyDefaults(NoEnvironment(), {{"user.toml", {{"tau", {"7"}}}}});
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_NE(status.message().find("user.toml: tau"), std::string::npos) << status.message();
}

TEST(SettingsTest, UnknownKeysAreNamed) {
  const std::map<std::string, std::vector<std::string>> keys = {{"ground", {"tau", "fail-on"}}};
  EXPECT_TRUE(CheckConfigKeys({{"f", {{"tau", {"1"}}, {"ground.fail-on", {}}}}}, keys).ok());
  EXPECT_EQ(CheckConfigKeys({{"f", {{"fail-no", {"1"}}}}}, keys).message(),
            "f: unknown setting \"fail-no\": did you mean \"fail-on\"?");
  EXPECT_EQ(CheckConfigKeys({{"f", {{"zzzzzz", {"1"}}}}}, keys).message(),
            "f: unknown setting \"zzzzzz\"");
}

TEST(SettingsTest, FilesOfAllKindsOfValues) {
  const std::string path = ::testing::TempDir() + "settings_test.toml";
  std::ofstream(path) << "tau = 0.25\nlossy = true\n[ground]\nfail-on = [\"a\", \"b\"]\nseed = 7\n";
  const auto values = ReadConfigFile(path);
  ASSERT_TRUE(values.ok()) << values.status().ToString();
  EXPECT_EQ(values->at("tau"), std::vector<std::string>{"0.25"});
  EXPECT_EQ(values->at("lossy"), std::vector<std::string>{"true"});
  EXPECT_EQ(values->at("ground.fail-on"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(values->at("ground.seed"), std::vector<std::string>{"7"});

  std::ofstream(path) << "when = 2026-01-01\n";
  EXPECT_EQ(ReadConfigFile(path).status().code(), StatusCode::kParseError);
  std::ofstream(path) << "[a.b]\nc = 1\n";
  EXPECT_EQ(ReadConfigFile(path).status().code(), StatusCode::kParseError);
}

}  // namespace
}  // namespace gloss::cli
