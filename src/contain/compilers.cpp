#include "contain/compilers.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <optional>
#include <set>

#include "base/program_start.h"
#include "contain/bubblewrap.h"
#include "contain/compile/job.h"
#include "contain/confinement.h"
#include "contain/containment.h"
#include "contain/own_programs.h"

namespace reenact {

namespace fs = std::filesystem;

namespace {

/// More that wait for work are not worth their memory.
constexpr std::size_t kMostIdle = 3;
constexpr std::chrono::milliseconds kInterruptionNoticed{50};
constexpr int kKilled = 128 + SIGKILL;

int niceness_of_this_thread() { return getpriority(PRIO_PROCESS, 0); }

void close_end(int& end) {
  if (end >= 0) close(end);
  end = -1;
}

bool is_in(const fs::path& folder, const fs::path& root) {
  const fs::path relative = folder.lexically_relative(root);
  return !relative.empty() && *relative.begin() != "..";
}

}  // namespace

/// A process `compile`, contained.
class Compilers::Server {
 public:
  /// `readable`: parts of /tmp and /dev/shm.
  Server(const std::vector<fs::path>& roots, std::set<fs::path> readable)
      : readable_(std::move(readable)), niceness_(niceness_of_this_thread()) {
    std::array<int, 2> sockets{}, lifeline{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0) return;
    socket_ = sockets[0];
    int theirs = sockets[1];
    if (pipe2(lifeline.data(), O_CLOEXEC) == 0) {
      lifeline_ = lifeline[1];
      start(roots, theirs, lifeline[0]);
      close_end(lifeline[0]);
    }
    close_end(theirs);
  }
  ~Server() {
    close_end(socket_);
    if (process_ > 0 && !(is_idle_ && has_ended_soon())) {
      kill(-process_, SIGKILL);  // all in it follow
      waitpid(process_, nullptr, 0);
    }
    close_end(lifeline_);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  [[nodiscard]] bool is_started() const { return process_ > 0; }
  /// Its process inherits how nice the thread was that started it.
  [[nodiscard]] bool suits(const std::set<fs::path>& readable) const {
    return niceness_ == niceness_of_this_thread() && std::ranges::includes(readable_, readable);
  }

  /// nullopt: it is no longer of use, for its process is gone, time is up, or the user interrupts.
  [[nodiscard]] std::optional<compile::Answer> run(const compile::Job& job, const ProcessOptions& options) {
    is_idle_ = false;
    const auto deadline = std::chrono::steady_clock::now() + options.time_limit;
    if (!compile::send(socket_, packed(job))) return std::nullopt;
    pollfd polled{socket_, POLLIN, 0};
    while (true) {
      if (options.interrupted != nullptr && options.interrupted->load()) return std::nullopt;
      if (std::chrono::steady_clock::now() >= deadline) return std::nullopt;
      if (poll(&polled, 1, static_cast<int>(kInterruptionNoticed.count())) > 0) break;
    }
    const auto message = compile::receive(socket_);
    is_idle_ = message.has_value();
    return message ? compile::answer_of(*message) : std::nullopt;
  }

 private:
  /// By itself, as nobody has work for it any more: whoever asks for our processor time then hears of its commands'.
  [[nodiscard]] bool has_ended_soon() const {
    constexpr int kLooks = 200;
    for (int i = 0; i < kLooks; ++i) {
      if (waitpid(process_, nullptr, WNOHANG) != 0) return true;
      usleep(1000);
    }
    return false;
  }

  void start(const std::vector<fs::path>& roots, int socket, int lifeline) {
    const auto programs = own_programs();
    if (!programs) return;
    const fs::path program = *programs / "compile";
    Confinement confinement = reader_confinement({readable_.begin(), readable_.end()});
    confinement.readable.push_back(program);
    std::error_code failed;
    std::ranges::copy_if(roots, std::back_inserter(confinement.writable),
                         [&](const fs::path& root) { return fs::is_directory(root, failed); });
    confinement.limits.wall_seconds = 0;  // of each command, run() says how long
    confinement.kept_descriptor = socket;
    const auto command = contained(confinement, {program.string(), std::to_string(socket)});
    if (!command) return;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, lifeline, 0);
    for (const int stream : {1, 2}) posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, socket, socket);  // which keeps it open
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    const std::vector<std::string> environment = kept_variables();
    const int failure = posix_spawnp(&process_, command->front().c_str(), &actions, &attributes,
                                     null_terminated(*command).data(), null_terminated(environment).data());
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (failure != 0) process_ = -1;
  }

  std::set<fs::path> readable_;
  int niceness_, socket_ = -1, lifeline_ = -1;
  pid_t process_ = -1;
  bool is_idle_ = true;  // no command is running
};

Compilers::Compilers(std::vector<fs::path> roots) : roots_(std::move(roots)) {}
Compilers::~Compilers() = default;

bool Compilers::may_serve(const fs::path& folder) const {
  return containment_here().landlock >= 1 &&
         std::ranges::any_of(roots_, [&](const fs::path& root) { return is_in(folder, root); });
}

std::unique_ptr<Compilers::Server> Compilers::take(const std::vector<fs::path>& readable) {
  std::set<fs::path> shown = shown_of({readable});
  const fs::path programs = own_programs().value_or(fs::path());
  for (const fs::path& always : shown_of({roots_, {programs}})) shown.erase(always);
  {
    const std::lock_guard lock(mutex_);
    const auto suitable = std::ranges::find_if(idle_, [&](const auto& each) { return each->suits(shown); });
    if (suitable != idle_.end()) {
      auto server = std::move(*suitable);
      idle_.erase(suitable);
      return server;
    }
  }
  auto server = std::make_unique<Server>(roots_, std::move(shown));
  return server->is_started() ? std::move(server) : nullptr;
}

void Compilers::give_back(std::unique_ptr<Server> server) {
  std::unique_ptr<Server> oldest;  // ends without the lock
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(server));
  if (idle_.size() <= kMostIdle) return;
  oldest = std::move(idle_.front());
  idle_.erase(idle_.begin());
}

Expected<ProcessResult> Compilers::run(const fs::path& folder, const std::vector<fs::path>& readable,
                                       const std::vector<std::string>& command, const ProcessOptions& options) {
  const auto alone = [&] { return run_contained(tools_confinement(folder, readable), command, options); };
  if (!may_serve(folder)) return alone();
  auto server = take(readable);
  if (server == nullptr) return alone();
  const auto started = std::chrono::steady_clock::now();
  const auto answer = server->run({.directory = options.directory.string(),
                                   .folder = folder.string(),
                                   .environment = options.environment,
                                   .command = command},
                                  options);
  if (!answer) {
    server.reset();
    if (options.interrupted != nullptr && options.interrupted->load()) return interrupted_error();
    if (std::chrono::steady_clock::now() - started >= options.time_limit)
      return ProcessResult{.exit_status = kKilled, .timed_out = true, .out = {}, .err = {}};
    return alone();  // which says what is wrong
  }
  give_back(std::move(server));
  return ProcessResult{.exit_status = shell_status_of(answer->wait_status), .out = {}, .err = answer->words};
}

Expected<ProcessResult> run_compiler(Compilers* compilers, const fs::path& folder, std::vector<fs::path> readable,
                                     const std::vector<std::string>& command, const ProcessOptions& options) {
  if (compilers != nullptr) return compilers->run(folder, readable, command, options);
  return run_contained(tools_confinement(folder, std::move(readable)), command, options);
}

}  // namespace reenact
