// The `glossator` program: command line → settings → one command.

#include <pthread.h>
#include <signal.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <stop_token>
#include <thread>

#include "base/nearest_word.h"
#include "cli/command.h"
#include "engine/version.h"

namespace gloss::cli {
namespace {

constexpr std::string_view kProjectConfig = ".glossator.toml";

/// The user's own configuration file, or "" when no home folder is known.
std::string UserConfigPath() {
  if (const auto xdg = ProcessEnvironment("XDG_CONFIG_HOME"); xdg && !xdg->empty()) {
    return *xdg + "/glossator/config.toml";
  }
  if (const auto home = ProcessEnvironment("HOME"); home && !home->empty()) {
    return *home + "/.config/glossator/config.toml";
  }
  return "";
}

/// The configuration files that apply, strongest first.
Result<std::vector<ConfigLayer>> ReadLayers(const CommonOptions& common) {
  std::vector<ConfigLayer> layers;
  if (!common.config_file.empty()) {
    GLOSS_ASSIGN_OR_RETURN(ConfigValues values, ReadConfigFile(common.config_file));
    layers.push_back({common.config_file, std::move(values)});
    return layers;
  }
  if (common.no_config) return layers;
  for (const std::string& path : {std::string(kProjectConfig), UserConfigPath()}) {
    std::error_code error;
    if (path.empty() || !std::filesystem::exists(path, error)) continue;
    GLOSS_ASSIGN_OR_RETURN(ConfigValues values, ReadConfigFile(path));
    layers.push_back({path, std::move(values), path == kProjectConfig});
  }
  return layers;
}

/// Turns the first Ctrl-C (or SIGTERM) into a stop request and the second into an end at once.
class InterruptWatcher {
 public:
  InterruptWatcher() {
    signal(SIGPIPE, SIG_IGN);  // NOLINT(cert-err33-c): a closed pipe shows as a failed write.
    signal(SIGXFSZ, SIG_IGN);  // NOLINT(cert-err33-c): so does a limit on the size of files.
    signal(SIGXFSZ, SIG_IGN);  // NOLINT(cert-err33-c): so does a limit on the size of files.
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGINT);
    sigaddset(&signals_, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
    thread_ = std::thread([this] { Watch(); });
  }
  ~InterruptWatcher() {
    done_ = true;
    pthread_kill(thread_.native_handle(), SIGTERM);
    thread_.join();
  }
  InterruptWatcher(const InterruptWatcher&) = delete;
  InterruptWatcher& operator=(const InterruptWatcher&) = delete;

  std::stop_token token() const { return source_.get_token(); }

 private:
  void Watch() {
    int signal_number = 0;
    while (sigwait(&signals_, &signal_number) == 0 && !done_) {
      if (source_.stop_requested()) std::_Exit(kExitInterrupted);
      source_.request_stop();
      WriteStderr("glossator: stopping; what is done so far is reported (again: stop at once)\n");
    }
  }

  sigset_t signals_{};
  std::stop_source source_;
  std::atomic<bool> done_{false};
  std::thread thread_;
};

ExitCode Main(int argc, char** argv) {
  CLI::App app("Checks text against its sources, claim by claim.", "glossator");
  app.set_version_flag("--version", std::string("glossator ") + std::string(kProductVersion));
  app.require_subcommand(0, 1);
  app.footer(
      "Examples:\n"
      "  glossator ground answer.txt --source report.pdf\n"
      "  glossator ground answer.txt --source a.pdf --source b.md -o report.html\n"
      "  glossator summarize report.pdf\n"
      "  glossator ask \"How long did it last?\" --source report.pdf\n"
      "  glossator gate report.json --baseline old.json\n"
      "  glossator load report.pdf\n"
      "  glossator doctor\n\n"
      "Exit codes: 0 all checked and passed; 1 a claim failed the gate; 2 wrong flag or setting;\n"
      "3 an input could not be read; 4 a model is missing or failed; 5 a bug;\n"
      "6 the baseline cannot be compared.");

  std::map<std::string, std::unique_ptr<Command>> commands;
  commands["ground"] = MakeGroundCommand(app);
  commands["summarize"] = MakeSummarizeCommand(app);
  commands["ask"] = MakeAskCommand(app);
  commands["synth"] = MakeSynthCommand(app);
  commands["gate"] = MakeGateCommand(app);
  commands["load"] = MakeLoadCommand(app);
  commands["tag"] = MakeTagCommand(app);
  commands["verify"] = MakeVerifyCommand(app);
  commands["judge"] = MakeJudgeCommand(app);
  commands["models"] = MakeModelsCommand(app);
  commands["runs"] = MakeRunsCommand(app);
  commands["doctor"] = MakeDoctorCommand(app);

  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    app.exit(help);
    return kExitOk;
  } catch (const CLI::CallForVersion& version) {
    app.exit(version);
    return kExitOk;
  } catch (const CLI::Error& error) {
    std::vector<std::string> names;
    for (const auto& [name, command] : commands) names.push_back(name);
    std::string message = error.what();
    if (argc > 1 && app.get_subcommands().empty()) {
      const std::string nearest = NearestWord(argv[1], names);
      if (!nearest.empty()) message += ": did you mean \"" + nearest + "\"?";
    }
    PrintError(Status(StatusCode::kInvalidArgument, message));
    WriteStderr("Run \"glossator --help\" for the commands and flags.\n");
    return kExitUsage;
  }
  if (app.get_subcommands().empty()) {
    WriteStderr(app.help());
    return kExitUsage;
  }

  Command& command = *commands.at(app.get_subcommands().front()->get_name());
  auto layers = ReadLayers(command.common());
  if (!layers.ok()) {
    PrintError(layers.status());
    return kExitUsage;
  }
  std::map<std::string, std::vector<std::string>> keys;
  for (const auto& [name, each] : commands) keys[name] = each->settings().Keys();
  Status status = CheckConfigKeys(*layers, keys);
  if (status.ok()) status = command.settings().ApplyDefaults(ProcessEnvironment, *layers);
  if (!status.ok()) {
    PrintError(status);
    return kExitUsage;
  }
  const InterruptWatcher interrupt;
  return command.Run(interrupt.token());
}

}  // namespace
}  // namespace gloss::cli

int main(int argc, char** argv) {
  try {
    return gloss::cli::Main(argc, argv);
  } catch (const std::exception& error) {
    gloss::cli::WriteStderr(std::string("glossator: internal error: ") + error.what() + "\n");
    return gloss::cli::kExitInternal;
  }
}
