#include "cli/console.h"

#include <gtest/gtest.h>

#include <map>

namespace gloss::cli {
namespace {

GetEnvironment From(std::map<std::string, std::string> values) {
  return [values = std::move(values)](const std::string& name) -> std::optional<std::string> {
    const auto found = values.find(name);
    if (found == values.end()) return std::nullopt;
    return found->second;
  };
}

bool Color(When when, const std::map<std::string, std::string>& environment) {
  return InspectConsole(when, From(environment)).color;
}

TEST(ConsoleTest, ColorFollowsTheConventions) {
  // Standard output of a test is no terminal.
  EXPECT_FALSE(Color(When::kAuto, {}));
  EXPECT_TRUE(Color(When::kAlways, {}));
  EXPECT_TRUE(Color(When::kAlways, {{"NO_COLOR", "1"}}));
  EXPECT_TRUE(Color(When::kAuto, {{"CLICOLOR_FORCE", "1"}}));
  EXPECT_FALSE(Color(When::kAuto, {{"CLICOLOR_FORCE", "0"}}));
  EXPECT_FALSE(Color(When::kAuto, {{"CLICOLOR_FORCE", "1"}, {"NO_COLOR", "1"}}));
  EXPECT_FALSE(Color(When::kNever, {{"FORCE_COLOR", "1"}}));
}

TEST(ConsoleTest, UnicodeFollowsTheFirstLocaleVariableThatIsSet) {
  const auto unicode = [](const std::map<std::string, std::string>& environment) {
    return InspectConsole(When::kAuto, From(environment)).unicode;
  };
  EXPECT_TRUE(unicode({{"LANG", "de_DE.UTF-8"}}));
  EXPECT_TRUE(unicode({{"LC_ALL", "C.utf8"}, {"LANG", "C"}}));
  EXPECT_FALSE(unicode({{"LC_ALL", "C"}, {"LANG", "de_DE.UTF-8"}}));
  EXPECT_FALSE(unicode({}));
}

TEST(ConsoleTest, WidthIgnoresNonsense) {
  EXPECT_EQ(InspectConsole(When::kAuto, From({{"COLUMNS", "132"}})).width, 132U);
  EXPECT_EQ(InspectConsole(When::kAuto, From({{"COLUMNS", "-3"}})).width, 80U);
}

TEST(ProgressTest, BarIsProportionalAndFits) {
  EXPECT_EQ(FormatProgress("embed", 1, 2, 80, false), "[============------------] 1/2 embed");
  EXPECT_EQ(FormatProgress("embed", 0, 0, 80, false), "[------------------------] 0/0 embed");
  EXPECT_EQ(FormatProgress("a long name of a stage", 5, 4, 40, false),
            "[========================] 4/4 a long n");
}

}  // namespace
}  // namespace gloss::cli
