#include "contain/program/supervisor.h"

#include <poll.h>
#include <seccomp.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace reenact::contain {
namespace {

volatile std::sig_atomic_t asked_to_end = 0;

std::string of_process(pid_t process, const char* file) { return "/proc/" + std::to_string(process) + "/" + file; }

/// All that descends from this process. Orphans do, too: they are adopted by it.
std::vector<pid_t> descendants() {
  std::vector<pid_t> found{getpid()};
  for (std::size_t i = 0; i < found.size() && i < 100'000; ++i) {
    const std::string id = std::to_string(found[i]);
    // Children belong to threads; those of a thread that has ended, to another one. Ours are the first thread's.
    std::ifstream children("/proc/" + id + "/task/" + id + "/children");
    for (pid_t child = 0; children >> child;) found.push_back(child);
  }
  found.erase(found.begin());
  return found;
}

struct Use {
  std::uint64_t tasks = 0, resident_mb = 0;
};

Use use_of(const std::vector<pid_t>& processes) {
  static const auto page_kb = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) / 1024;
  Use use;
  std::uint64_t kb = 0;
  for (const pid_t process : processes) {
    std::uint64_t size = 0, resident = 0, shared = 0;
    if (std::ifstream(of_process(process, "statm")) >> size >> resident >> shared) kb += resident * page_kb;
    std::ifstream status(of_process(process, "status"));
    for (std::string line; std::getline(status, line);)
      if (line.rfind("Threads:", 0) == 0) use.tasks += std::stoull(line.substr(8));
  }
  use.resident_mb = kb / 1024;
  return use;
}

/// Answers the kernel's questions about new processes and threads, and signals where these are asked about.
class Answers {
 public:
  Answers(int questions, std::uint64_t most_tasks) : questions_(questions), most_(most_tasks) {
    if (seccomp_notify_alloc(&question_, &answer_) != 0) questions_ = -1;
  }
  ~Answers() { seccomp_notify_free(question_, answer_); }
  Answers(const Answers&) = delete;
  Answers& operator=(const Answers&) = delete;

  [[nodiscard]] int descriptor() const { return questions_; }

  void one() {
    std::memset(question_, 0, sizeof *question_);
    if (seccomp_notify_receive(questions_, question_) != 0) {
      if (errno != ENOENT && errno != EINTR) questions_ = -1;  // ENOENT: who asked is dead
      return;
    }
    const bool is_allowed = is_signal() ? is_to_descendant() : may_have_one_more();
    std::memset(answer_, 0, sizeof *answer_);
    answer_->id = question_->id;
    answer_->error = is_allowed ? 0 : is_signal() ? -EPERM : -EAGAIN;
    answer_->flags = is_allowed ? SECCOMP_USER_NOTIF_FLAG_CONTINUE : 0;
    (void)seccomp_notify_respond(questions_, answer_);
  }

 private:
  [[nodiscard]] bool is_signal() const {
    const int call = question_->data.nr;
    return call == SYS_kill || call == SYS_tkill || call == SYS_tgkill || call == SYS_rt_sigqueueinfo ||
           call == SYS_rt_tgsigqueueinfo;
  }
  /// Not to groups (0 and below), where others may be.
  [[nodiscard]] bool is_to_descendant() const {
    const auto target = static_cast<pid_t>(question_->data.args[0]);
    const std::vector<pid_t> ours = descendants();
    return target > 0 && std::ranges::find(ours, target) != ours.end();
  }
  /// Counting takes longer than a fork does: only once what the last count left free is used up.
  bool may_have_one_more() {
    if (most_ == 0) return true;
    if (free_ == 0) {
      const std::uint64_t tasks = use_of(descendants()).tasks;
      free_ = tasks < most_ ? most_ - tasks : 0;
    }
    if (free_ == 0) return false;
    --free_;
    return true;
  }

  int questions_;
  std::uint64_t most_, free_ = 0;
  seccomp_notif* question_ = nullptr;
  seccomp_notif_resp* answer_ = nullptr;
};

/// Nobody answers questions by now, so that nothing new appears.
void kill_all() {
  for (int round = 0; round < 1000; ++round) {
    const std::vector<pid_t> left = descendants();
    for (const pid_t process : left) kill(process, SIGKILL);
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    if (left.empty()) return;
    usleep(1000);
  }
}

class Supervision {
 public:
  Supervision(pid_t program, const Ears& ears, const Settings& settings)
      : program_(program), settings_(settings), answers_(ears.questions, settings.tasks), lifeline_(ears.lifeline) {}

  int run() {
    while (!reap() && asked_to_end == 0 && passed_limit() == nullptr) wait();
    if (const char* limit = passed_limit(); !ended_ && limit != nullptr)
      std::fprintf(stderr, "contain: ended: more %s than a contained program may have\n", limit);
    return status_;
  }

 private:
  static constexpr int kLookEveryMs = 50;

  void wait() {
    // A descriptor below 0 is passed over.
    std::array<pollfd, 2> polled{{{answers_.descriptor(), POLLIN, 0}, {lifeline_, 0, 0}}};
    sigset_t none;
    sigemptyset(&none);
    const timespec moment{0, kLookEveryMs * 1'000'000L};
    const int ready = ppoll(polled.data(), polled.size(), &moment, &none);  // a signal ends it early
    if (ready > 0 && polled[1].revents != 0)
      asked_to_end = 1;
    else if (ready > 0 && (polled[0].revents & POLLIN) != 0)
      answers_.one();
    else if (ready > 0)
      usleep(1000);  // nobody is left who could ask
  }

  /// True: the program has ended.
  bool reap() {
    int status = 0;
    for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) > 0;) {
      if (ended != program_) continue;
      status_ = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
      ended_ = true;
    }
    return ended_;
  }

  const char* passed_limit() {
    const auto now = std::chrono::steady_clock::now();
    if (passed_ != nullptr || now < next_look_) return passed_;
    next_look_ = now + std::chrono::milliseconds(kLookEveryMs);
    const Use use = use_of(descendants());
    if (settings_.wall_seconds != 0 && now > start_ + std::chrono::seconds(settings_.wall_seconds)) passed_ = "time";
    if (settings_.resident_mb != 0 && use.resident_mb > settings_.resident_mb) passed_ = "memory";
    // Twice: those asked about at the same time are not seen in one another's count.
    if (settings_.tasks != 0 && use.tasks > 2 * settings_.tasks) passed_ = "processes";
    return passed_;
  }

  pid_t program_;
  const Settings& settings_;
  Answers answers_;
  int lifeline_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now(), next_look_ = start_;
  const char* passed_ = nullptr;
  int status_ = 128 + SIGKILL;
  bool ended_ = false;
};

void on_signals(bool heeds_termination) {
  // Delivered while we wait only, so that none is missed between looking and waiting.
  sigset_t heard;
  sigemptyset(&heard);
  sigaddset(&heard, SIGCHLD);
  sigaddset(&heard, SIGTERM);
  sigprocmask(SIG_BLOCK, &heard, nullptr);
  struct sigaction action{};
  action.sa_handler = [](int) {};
  sigaction(SIGCHLD, &action, nullptr);
  if (!heeds_termination) return;
  action.sa_handler = [](int) { asked_to_end = 1; };
  sigaction(SIGTERM, &action, nullptr);
}

}  // namespace

int supervise(pid_t program, const Ears& ears, const Settings& settings) {
  // In a namespace a signal could come from the program only.
  on_signals(!settings.namespaced);
  const int status = Supervision(program, ears, settings).run();
  kill_all();
  return status;
}

}  // namespace reenact::contain
