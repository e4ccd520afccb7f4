#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>

#include "cli/settings.h"
#include "report/terminal.h"

namespace gloss::cli {

/// When to color, draw progress, and so on.
enum class When { kAuto, kAlways, kNever };

/// "auto", "always", "never".
std::optional<When> WhenFromName(std::string_view name);

/// What the terminal at hand can show.
struct Console {
  bool stdout_is_terminal = false;
  bool stderr_is_terminal = false;
  bool color = false;    ///< --color, NO_COLOR, CLICOLOR_FORCE, FORCE_COLOR, TERM=dumb.
  bool unicode = false;  ///< The locale's encoding is UTF-8.
  size_t width = 80;     ///< Columns: COLUMNS, the terminal's own, else 80.
};

/// What the renderers for terminals need to know of it.
TerminalOptions ToTerminalOptions(const Console& console);

Console InspectConsole(When color, const GetEnvironment& environment);

/// One line on standard error that shows how far the work is. Thread-safe.
///
/// On a terminal it redraws in place, at most ten times a second, and is wiped at the end;
/// elsewhere it writes nothing.
class ProgressLine {
 public:
  ProgressLine(bool enabled, bool unicode, size_t width)
      : enabled_(enabled), unicode_(unicode), width_(width) {}
  ~ProgressLine() { Clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void Update(std::string_view stage, size_t done, size_t total);
  void Clear();

 private:
  const bool enabled_;
  const bool unicode_;
  const size_t width_;
  std::mutex mutex_;
  bool drawn_ = false;
  std::string stage_;
  std::chrono::steady_clock::time_point last_draw_{};
};

/// "[=====>    ] 12/40 stage", at most `width` columns.
std::string FormatProgress(std::string_view stage, size_t done, size_t total, size_t width,
                           bool unicode);

/// Writes to standard output / standard error; output that fails (closed pipe, full disk) is told.
Status WriteStdout(std::string_view text);
void WriteStderr(std::string_view text);

/// "glossator: error: …" on standard error.
void PrintError(const Status& status);
void PrintWarning(std::string_view message);

}  // namespace gloss::cli
