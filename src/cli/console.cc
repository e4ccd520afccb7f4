#include "cli/console.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "base/file_system.h"

namespace gloss::cli {
namespace {

constexpr auto kRedrawInterval = std::chrono::milliseconds(100);
constexpr size_t kBarWidth = 24;

bool IsSet(const GetEnvironment& environment, const std::string& name) {
  const auto value = environment(name);
  return value && !value->empty() && *value != "0";
}

bool WantsColor(When color, bool is_terminal, const GetEnvironment& environment) {
  if (color != When::kAuto) return color == When::kAlways;
  if (const auto no_color = environment("NO_COLOR"); no_color && !no_color->empty()) return false;
  if (IsSet(environment, "CLICOLOR_FORCE") || IsSet(environment, "FORCE_COLOR")) return true;
  return is_terminal && environment("TERM").value_or("") != "dumb";
}

bool LocaleIsUtf8(const GetEnvironment& environment) {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    auto value = environment(name);
    if (!value || value->empty()) continue;
    std::transform(value->begin(), value->end(), value->begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return value->find("utf-8") != std::string::npos || value->find("utf8") != std::string::npos;
  }
  return false;
}

size_t TerminalWidth(const GetEnvironment& environment) {
  if (const auto columns = environment("COLUMNS")) {
    const long value = std::strtol(columns->c_str(), nullptr, 10);
    if (value >= 20 && value <= 1000) return static_cast<size_t>(value);
  }
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20) return size.ws_col;
  return 80;
}

}  // namespace

std::optional<When> WhenFromName(std::string_view name) {
  if (name == "auto") return When::kAuto;
  if (name == "always") return When::kAlways;
  if (name == "never") return When::kNever;
  return std::nullopt;
}

TerminalOptions ToTerminalOptions(const Console& console) {
  TerminalOptions options;
  options.color = console.color;
  options.unicode = console.unicode;
  options.width = console.width;
  return options;
}

Console InspectConsole(When color, const GetEnvironment& environment) {
  Console console;
  console.stdout_is_terminal = isatty(STDOUT_FILENO) == 1;
  console.stderr_is_terminal = isatty(STDERR_FILENO) == 1;
  console.color = WantsColor(color, console.stdout_is_terminal, environment);
  console.unicode = LocaleIsUtf8(environment);
  console.width = TerminalWidth(environment);
  return console;
}

std::string FormatProgress(std::string_view stage, size_t done, size_t total, size_t width,
                           bool unicode) {
  done = std::min(done, total);
  const size_t filled = total == 0 ? 0 : kBarWidth * done / total;
  std::string bar;
  for (size_t i = 0; i < kBarWidth; ++i) {
    const bool full = i < filled;
    bar += unicode ? (full ? "━" : "─") : (full ? "=" : "-");
  }
  std::string line = fmt::format("[{}] {}/{} ", bar, done, total);
  const size_t columns = line.size() - bar.size() + kBarWidth;
  line += stage.substr(0, width > columns + 1 ? width - columns - 1 : 0);
  return line;
}

void ProgressLine::Update(std::string_view stage, size_t done, size_t total) {
  if (!enabled_) return;
  const std::lock_guard lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (drawn_ && stage == stage_ && now - last_draw_ < kRedrawInterval) return;
  drawn_ = true;
  stage_ = stage;
  last_draw_ = now;
  WriteStderr("\r\x1b[K" + FormatProgress(stage, done, total, width_, unicode_));
}

void ProgressLine::Clear() {
  if (!enabled_) return;
  const std::lock_guard lock(mutex_);
  if (drawn_) WriteStderr("\r\x1b[K");
  drawn_ = false;
}

Status WriteStdout(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) {
    return Status::Ok();
  }
  return StatusFromErrno(errno, "standard output");
}

void WriteStderr(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void PrintError(const Status& status) {
  WriteStderr(fmt::format("glossator: error: {}\n", status.message()));
}

void PrintWarning(std::string_view message) {
  WriteStderr(fmt::format("glossator: warning: {}\n", message));
}

}  // namespace gloss::cli
