#include "base/subprocess.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <string_view>

#include "base/file_system.h"
#include "base/unique_fd.h"

namespace gloss {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kMaxErrorBytes = size_t{16} << 10;
constexpr int kTickMilliseconds = 10;
constexpr std::string_view kDefaultPath = "/usr/local/bin:/usr/bin:/bin";

/// The same file at a number above standard error, closed on exec. The child's dup2 onto 0, 1 and 2
/// must not meet its own sources there, which happens when the caller closed its standard files.
UniqueFd AboveStandardFiles(int fd) {
  if (fd < 0 || fd > STDERR_FILENO) return UniqueFd(fd);
  const int higher = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  close(fd);
  return UniqueFd(higher);
}

struct Pipe {
  UniqueFd read;
  UniqueFd write;
};

Result<Pipe> MakePipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return StatusFromErrno(errno, "pipe");
  Pipe pipe{AboveStandardFiles(ends[0]), AboveStandardFiles(ends[1])};
  if (!pipe.read.valid() || !pipe.write.valid()) return StatusFromErrno(errno, "pipe");
  return pipe;
}

/// The input as a file in memory: the child may seek in it, and nobody has to feed a pipe.
Result<UniqueFd> MakeInputFile(std::string_view content) {
  UniqueFd file = AboveStandardFiles(memfd_create("input", MFD_CLOEXEC));
  if (!file.valid()) return StatusFromErrno(errno, "memfd_create");
  while (!content.empty()) {
    const ssize_t count = write(file.get(), content.data(), content.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return StatusFromErrno(errno, "memory for a helper process's input");
    content.remove_prefix(static_cast<size_t>(count));
  }
  if (lseek(file.get(), 0, SEEK_SET) != 0) return StatusFromErrno(errno, "lseek");
  return file;
}

std::string SearchPath() {
  const char* path = std::getenv("PATH");
  return path != nullptr && *path != '\0' ? path : std::string(kDefaultPath);
}

Result<std::string> FindProgram(const std::string& name, std::string_view path) {
  if (name.find('/') != std::string::npos) {
    if (access(name.c_str(), X_OK) == 0) return name;
    return StatusFromErrno(errno, name);
  }
  while (!name.empty() && !path.empty()) {
    const size_t colon = path.find(':');
    const std::string_view folder = path.substr(0, colon);
    path.remove_prefix(colon == std::string_view::npos ? path.size() : colon + 1);
    // A relative folder on PATH would run whatever lies in the current folder.
    if (!folder.starts_with('/')) continue;
    std::string candidate = std::string(folder) + "/" + name;
    if (IsRegularFile(candidate) && access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return Status(StatusCode::kNotFound, name + ": no such program on PATH");
}

/// The wanted limit, or the one that this process is under already when that is lower.
rlimit Within(__rlimit_resource resource, rlim_t wanted) {
  rlimit current{RLIM_INFINITY, RLIM_INFINITY};
  getrlimit(resource, &current);
  wanted = std::min(wanted, current.rlim_max);
  return {wanted, wanted};
}

/// All that the child needs, made before fork: after it only async-signal-safe calls are allowed.
struct ChildPlan {
  std::string program;
  std::vector<char*> argv;
  std::vector<char*> environment;
  rlimit memory{};
  rlimit cpu{};
  int input = -1;
  int output = -1;
  int error = -1;
  int failure = -1;  ///< Gets errno when the program cannot be started.
};

[[noreturn]] void RunChild(const ChildPlan& plan) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  struct sigaction standard{};
  standard.sa_handler = SIG_DFL;
  sigaction(SIGPIPE, &standard, nullptr);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  const rlimit no_core{0, 0};
  const bool ready =
      setrlimit(RLIMIT_CORE, &no_core) == 0 && setrlimit(RLIMIT_CPU, &plan.cpu) == 0 &&
      setrlimit(RLIMIT_AS, &plan.memory) == 0 && dup2(plan.input, STDIN_FILENO) >= 0 &&
      dup2(plan.output, STDOUT_FILENO) >= 0 && dup2(plan.error, STDERR_FILENO) >= 0;
  if (ready) {
    close_range(STDERR_FILENO + 1, UINT_MAX, CLOSE_RANGE_CLOEXEC);
    execve(plan.program.c_str(), plan.argv.data(), plan.environment.data());
  }
  const int error_number = errno;
  [[maybe_unused]] const ssize_t told = write(plan.failure, &error_number, sizeof(error_number));
  _exit(127);
}

/// A running child. Its end is the end of its whole process group, and it leaves no zombie.
class Child {
 public:
  explicit Child(pid_t pid) : pid_(pid) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (pid_ > 0) static_cast<void>(KillGroupAndReap());
  }

  /// Leaves the ended child unreaped, so that its process group number is not given away yet.
  bool HasEnded() const {
    siginfo_t info{};
    const int rc = waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
    return rc != 0 ? errno != EINTR : info.si_pid == pid_;
  }

  /// 128 + signal when a signal ended the child.
  Result<int> KillGroupAndReap() {
    kill(-pid_, SIGKILL);
    int state = 0;
    pid_t rc;
    do {
      rc = waitpid(pid_, &state, 0);
    } while (rc < 0 && errno == EINTR);
    const int error_number = errno;
    pid_ = -1;
    if (rc < 0) return StatusFromErrno(error_number, "waitpid");
    return WIFSIGNALED(state) ? 128 + WTERMSIG(state) : WEXITSTATUS(state);
  }

 private:
  pid_t pid_;
};

pid_t Fork(const ChildPlan& plan) {
  // No handler of the caller may run in the child, which shares nothing but a copy of its memory.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = fork();
  if (pid == 0) RunChild(plan);
  const int error_number = errno;
  if (pid > 0) setpgid(pid, pid);  // Whoever of the two comes first: the group exists from here on.
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error_number;
  return pid;
}

enum class ReadState { kOpen, kClosed, kFull };

/// Takes what the pipe holds now. Bytes above max_bytes are dropped, and kFull says so.
ReadState Drain(int fd, std::string& into, size_t max_bytes) {
  std::array<char, 1 << 16> block;
  bool is_full = false;
  while (true) {
    const ssize_t count = read(fd, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return is_full ? ReadState::kFull : ReadState::kOpen;
    if (count <= 0) return ReadState::kClosed;
    const size_t room = max_bytes - into.size();
    into.append(block.data(), std::min(room, static_cast<size_t>(count)));
    if (static_cast<size_t>(count) > room) is_full = true;
    if (is_full) return ReadState::kFull;
  }
}

/// Reads both pipes until the child has ended and said all, or until a limit or `stop`.
class OutputCollector {
 public:
  OutputCollector(UniqueFd output, UniqueFd error, const SubprocessLimits& limits)
      : output_(std::move(output)), error_(std::move(error)), limits_(limits) {
    fcntl(output_.get(), F_SETFL, O_NONBLOCK);
    fcntl(error_.get(), F_SETFL, O_NONBLOCK);
  }

  Status Collect(const Child& child, const std::stop_token& stop, SubprocessResult& result) {
    const Clock::time_point deadline = Clock::now() + limits_.wall_time;
    while (true) {
      if (stop.stop_requested()) return {StatusCode::kCancelled, "stopped on request"};
      if (Clock::now() >= deadline) {
        return {StatusCode::kTimeout, "ran longer than the limit of " +
                                          std::to_string(limits_.wall_time.count()) + " ms"};
      }
      // Asked before the pipes are read: what an ended child wrote is all there. Who else may still
      // hold a pipe (a grandchild) is not waited for.
      const bool has_ended = child.HasEnded();
      GLOSS_RETURN_IF_ERROR(ReadBoth(result));
      if (has_ended) return Status::Ok();
      Wait();
    }
  }

 private:
  Status ReadBoth(SubprocessResult& result) {
    if (output_.valid()) {
      const ReadState state = Drain(output_.get(), result.standard_output, limits_.output_bytes);
      if (state == ReadState::kClosed) output_.Reset();
      if (state == ReadState::kFull) {
        return {StatusCode::kTooLarge,
                "wrote more than the limit of " + std::to_string(limits_.output_bytes) + " bytes"};
      }
    }
    if (error_.valid() &&
        Drain(error_.get(), result.standard_error, kMaxErrorBytes) == ReadState::kClosed) {
      error_.Reset();
    }
    return Status::Ok();
  }

  void Wait() {
    // A descriptor of -1 is skipped by poll.
    std::array<pollfd, 2> entries{pollfd{output_.get(), POLLIN, 0},
                                  pollfd{error_.get(), POLLIN, 0}};
    // Once the pipes are closed the child is about to end.
    const bool is_ending = !output_.valid() && !error_.valid();
    poll(entries.data(), entries.size(), is_ending ? 1 : kTickMilliseconds);
  }

  UniqueFd output_;
  UniqueFd error_;
  const SubprocessLimits& limits_;
};

Status ReadStartFailure(const UniqueFd& failure, const std::string& program) {
  int error_number = 0;
  ssize_t count;
  do {
    count = read(failure.get(), &error_number, sizeof(error_number));
  } while (count < 0 && errno == EINTR);
  if (count != sizeof(error_number)) return Status::Ok();
  return StatusFromErrno(error_number, program);
}

std::vector<char*> PointersTo(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (std::string& value : strings) pointers.push_back(value.data());
  pointers.push_back(nullptr);
  return pointers;
}

Status CheckArguments(const std::vector<std::string>& argv) {
  if (argv.empty()) return {StatusCode::kInvalidArgument, "no program given"};
  for (const std::string& argument : argv) {
    if (argument.find('\0') != std::string::npos) {
      return {StatusCode::kInvalidArgument, argv[0] + ": an argument holds a NUL byte"};
    }
  }
  return Status::Ok();
}

}  // namespace

Result<SubprocessResult> RunSubprocess(const std::vector<std::string>& argv,
                                       std::string_view standard_input,
                                       const SubprocessLimits& limits, std::stop_token stop) {
  GLOSS_RETURN_IF_ERROR(CheckArguments(argv));
  const std::string path = SearchPath();
  std::vector<std::string> arguments = argv;
  std::vector<std::string> environment{"PATH=" + path, "LC_ALL=C.UTF-8"};
  ChildPlan plan;
  GLOSS_ASSIGN_OR_RETURN(plan.program, FindProgram(argv[0], path));
  plan.argv = PointersTo(arguments);
  plan.environment = PointersTo(environment);
  // The wall clock stops the child; this stops it too should this process be suspended.
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(limits.wall_time).count() + 1;
  plan.memory = Within(RLIMIT_AS, limits.memory_bytes);
  plan.cpu = Within(RLIMIT_CPU, static_cast<rlim_t>(std::max<long>(seconds, 1)));

  GLOSS_ASSIGN_OR_RETURN(const UniqueFd input, MakeInputFile(standard_input));
  GLOSS_ASSIGN_OR_RETURN(Pipe output, MakePipe());
  GLOSS_ASSIGN_OR_RETURN(Pipe error, MakePipe());
  GLOSS_ASSIGN_OR_RETURN(Pipe failure, MakePipe());
  plan.input = input.get();
  plan.output = output.write.get();
  plan.error = error.write.get();
  plan.failure = failure.write.get();

  const pid_t pid = Fork(plan);
  if (pid < 0) return StatusFromErrno(errno, "fork");
  Child child(pid);
  output.write.Reset();
  error.write.Reset();
  failure.write.Reset();
  GLOSS_RETURN_IF_ERROR(ReadStartFailure(failure.read, plan.program));

  SubprocessResult result;
  OutputCollector collector(std::move(output.read), std::move(error.read), limits);
  GLOSS_RETURN_IF_ERROR(collector.Collect(child, stop, result).WithContext(argv[0]));
  GLOSS_ASSIGN_OR_RETURN(result.exit_code, child.KillGroupAndReap());
  return result;
}

}  // namespace gloss
