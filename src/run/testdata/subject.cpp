#define _GLIBCXX_ASSERTIONS
#include "subject.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cassert>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace subject {
namespace {

// The build names a file outside the scratch folder: -DVICTIM="...".
constexpr const char* kVictim = VICTIM;

void escaped_if(bool escaped, const char* what) {
  if (escaped) throw Escaped(what);
}

/// The compiler must neither see the value nor the end of a loop.
int opaque(int value) {
  asm volatile("" : "+r"(value));
  return value;
}

struct Mapping {
  std::string name;
  char* first = nullptr;
  char* last = nullptr;  // behind it
};

/// What this process shares with the engine.
Mapping shared_memory() {
  FILE* maps = std::fopen("/proc/self/maps", "r");
  char line[512];
  while (maps != nullptr && std::fgets(line, sizeof line, maps) != nullptr) {
    unsigned long first = 0, last = 0;
    if (std::strstr(line, "memfd:") == nullptr || std::sscanf(line, "%lx-%lx", &first, &last) != 2) continue;
    return {std::string(line, std::strcspn(line, " ")), reinterpret_cast<char*>(first), reinterpret_cast<char*>(last)};
  }
  throw std::logic_error("nothing is shared");
}

void thrower(int number) {
  if (number < 10) throw std::invalid_argument("too small: " + std::to_string(number));  // @thrower
}

}  // namespace

int add(int a, int b) { return a + b; }

int classify(int number) {
  if (number < 0) return -1;
  if (number == 0) return 0;
  return 1;
}

void remember() {
  static int calls = 0;
  if (++calls > 1) throw std::logic_error("called before");
}

void throw_error(int number) {
  throw std::runtime_error("number " + std::to_string(number));  // @throw_error
}

void throw_number(int number) { throw number; }

void throw_in_callee(int number) {
  thrower(number);  // @throw_in_callee
  add(number, 1);
}

void catch_and_go_on(int number) {
  try {
    thrower(number);
  } catch (const std::invalid_argument&) {
    std::abort();  // @catch_and_go_on
  }
}

void fail_assertion(int number) {
  assert(number > 100 && "too small");  // @fail_assertion
}

void call_abort() {
  std::abort();  // @call_abort
}

void throw_through_noexcept() {
  []() noexcept { throw_error(5); }();
}

void read_null() {
  int* volatile nothing = nullptr;
  opaque(*nothing);  // @read_null
}

void read_null_behind_a_caught_exception() {
  try {
    throw_error(1);
  } catch (const std::runtime_error&) {
  }
  int* volatile nothing = nullptr;
  opaque(*nothing);  // @read_null_behind
}

void write_wild() {
  int* volatile wild = reinterpret_cast<int*>(std::uintptr_t{0x123456789000});
  *wild = 1;  // @write_wild
}

void recurse(int depth) {
  recurse(opaque(depth) + 1);  // @recurse
  opaque(depth);
}

void recurse_some(int depth) {
  if (opaque(depth) == 0) std::abort();
  recurse_some(depth - 1);
  opaque(depth);
}

void divide(int a, int b) {
  volatile int quotient = a / b;  // @divide
  (void)quotient;
}

void call_exit(int status) { std::exit(status); }
void leave_at_once(int status) { _exit(status); }

void loop_forever() {
  while (opaque(1) == 1) {  // @loop_forever
  }
}

void loop_forever_unseen() {
  asm volatile("1: jmp 1b");  // @loop_forever_unseen
}

void loop_forever_deaf() {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  loop_forever_unseen();
}

void recurse_often(int depth) {
  if (opaque(depth) == 0) return;
  recurse_often(depth - 1);
  recurse_often(depth - 1);
}

int loop_for(int rounds) {
  int result = 0;
  for (int i = 0; i < opaque(rounds); ++i) result ^= opaque(i);
  return result;
}

int loop_and_crash(int rounds) {
  const int result = loop_for(rounds);
  std::abort();  // @loop_and_crash
  return result;
}

void flood_memory() {
  std::vector<std::vector<char>> blocks;
  while (opaque(1) == 1) blocks.emplace_back(64 << 20, 'x');
}

void flood_output() {
  const std::string line(1 << 16, 'x');
  for (int i = 0; i < 2'000; ++i) std::printf("%s\n", line.c_str());
  std::fflush(stdout);
}

void flood_file() {
  const std::string megabyte(1 << 20, 'x');
  const int file = open("flood", O_CREAT | O_WRONLY, 0600);
  for (int i = 0; i < 1'000; ++i)
    if (write(file, megabyte.data(), megabyte.size()) < 0) return;
  throw Escaped("1 GB written");
}

void lock_twice() {
  std::mutex lock;
  lock.lock();
  if (opaque(1) != 0) lock.lock();  // @lock_twice
}

void crash_with_lock(int crash) {
  static std::mutex lock;
  const std::lock_guard held(lock);
  if (opaque(crash) != 0) read_null();
}

void crash_in_thread() { std::thread(read_null).join(); }

void leave_thread_running() {
  std::thread([] {
    while (true) usleep(1'000);
  }).detach();
}

void fork_often() {
  int born = 0;
  for (int i = 0; i < 50; ++i) {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    born += child > 0;
  }
  while (wait(nullptr) > 0) {
  }
  escaped_if(born > 0, "fork");
}

void fork_as_32_bit_program() {
#ifdef __x86_64__
  long child = 2;  // i386's number of fork
  asm volatile("int $0x80" : "+a"(child) : : "memory", "r8", "r9", "r10", "r11");
  if (child == 0) _exit(0);
  escaped_if(child > 0, "fork through int 0x80");
#endif
}

void start_program() {
  escaped_if(std::system("true") == 0, "system");
  FILE* pipe = popen("true", "r");
  escaped_if(pipe != nullptr, "popen");
  char* const arguments[] = {const_cast<char*>("/bin/true"), nullptr};
  execv("/bin/true", arguments);  // would look like exit(0)
}

void close_everything() {
  for (int i = 0; i < 1'024; ++i) close(i);
}

void signal_others() {
  escaped_if(kill(getppid(), 0) == 0, "kill the parent");
  escaped_if(kill(-1, 0) == 0, "kill all");
  escaped_if(kill(0, 0) == 0, "kill the group");
}

void queue_signals_to_others() { escaped_if(sigqueue(getppid(), 0, {}) == 0, "sigqueue to the parent"); }

void signal_others_through_a_file() {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  escaped_if(fcntl(ends[0], F_SETOWN, getppid()) == 0, "F_SETOWN");
}

void limit_others() {
  rlimit limits{};
  escaped_if(prlimit(getppid(), RLIMIT_CPU, nullptr, &limits) == 0, "prlimit");
}

void outlive_others() { escaped_if(prctl(PR_SET_PDEATHSIG, 0) == 0, "no signal at the parent's death"); }

void write_outside() {
  escaped_if(open(kVictim, O_WRONLY | O_APPEND) >= 0, "open for writing");
  escaped_if(truncate(kVictim, 0) == 0, "truncate");
  escaped_if(open((std::string(kVictim) + ".new").c_str(), O_CREAT | O_WRONLY, 0600) >= 0, "create");
  escaped_if(mkdir((std::string(kVictim) + ".folder").c_str(), 0700) == 0, "mkdir");
}

void remove_outside() {
  escaped_if(unlink(kVictim) == 0, "unlink");
  escaped_if(rename(kVictim, "taken") == 0, "rename");
  escaped_if(link(kVictim, "linked") == 0, "link");
}

void change_mode_outside() { escaped_if(chmod(kVictim, 0700) == 0, "chmod"); }

void change_attributes_outside() {
  const int file = open(kVictim, O_RDONLY);
  if (file < 0) throw std::runtime_error("no victim");
  escaped_if(fchmod(file, 0700) == 0, "fchmod");
  escaped_if(fchmodat(AT_FDCWD, kVictim, 0700, 0) == 0, "fchmodat");
  escaped_if(fchown(file, getuid(), getgid()) == 0, "fchown");
  escaped_if(chown(kVictim, getuid(), getgid()) == 0, "chown");
  escaped_if(futimens(file, nullptr) == 0, "futimens");
  escaped_if(utimensat(AT_FDCWD, kVictim, nullptr, 0) == 0, "utimensat");
  escaped_if(fsetxattr(file, "user.mark", "1", 1, 0) == 0, "fsetxattr");
  int flags = 0;
  escaped_if(ioctl(file, FS_IOC_GETFLAGS, &flags) == 0 && ioctl(file, FS_IOC_SETFLAGS, &flags) == 0, "FS_IOC_SETFLAGS");
}

void use_network() {
  escaped_if(socket(AF_INET, SOCK_STREAM, 0) >= 0, "TCP socket");
  escaped_if(socket(AF_INET, SOCK_DGRAM, 0) >= 0, "UDP socket");
  escaped_if(socket(AF_UNIX, SOCK_STREAM, 0) >= 0, "local socket");
}

void write_into_scratch() {
  FILE* file = std::fopen("note", "w");
  if (file == nullptr) throw std::runtime_error("no file");
  std::fputs("written", file);
  std::fclose(file);
}

void make_folders() {
  for (const char* name : {"a", "a/b", "a/b/c"})
    if (mkdir(name, 0700) != 0) throw std::runtime_error("no folder");
  if (symlink("/tmp", "a/b/link") != 0) throw std::runtime_error("no link");
}

void expect_no_files() {
  DIR* folder = opendir(".");
  int files = 0;
  while (readdir(folder) != nullptr) ++files;
  closedir(folder);
  if (files > 2) throw std::runtime_error("files of another test");
}

void scribble_over_shared_memory() {
  const Mapping shared = shared_memory();
  std::memset(shared.first, 0x7f, static_cast<std::size_t>(shared.last - shared.first));
}

void scribble_over_observations() {
  constexpr std::ptrdiff_t part = 16 << 20;  // they are at the end; what is before are tests
  std::memset(shared_memory().last - part, 'x', part);
}

void shorten_shared_memory() {
  const int file = open(("/proc/self/map_files/" + shared_memory().name).c_str(), O_RDWR);
  escaped_if(file >= 0 && ftruncate(file, 0) == 0, "ftruncate");
}

Bomb::~Bomb() {
  if (armed_) std::abort();  // @Bomb
}

int read_behind_array(int index) {
  std::vector<int> numbers(4);
  return opaque(numbers.data()[opaque(index)]);  // @read_behind_array
}

int read_freed() {
  int* volatile number = new int(3);
  delete number;
  return opaque(*number);  // @read_freed
}

bool allocate(int bytes) {
  void* volatile block = std::malloc(static_cast<std::size_t>(opaque(bytes)));  // @allocate
  const bool done = block != nullptr;
  std::free(block);
  return done;
}

void clear_megabytes(int count) {
  const std::size_t size = static_cast<std::size_t>(opaque(count)) << 20;
  void* volatile block = std::malloc(size + 1);
  std::memset(block, 0, size);
  std::free(block);
}

int shift(int by) {
  return opaque(1) << opaque(by);  // @shift
}

namespace {
int numbers_of_all[4];
}

int find(int which) {
  int local[4] = {1, 2, 3, 4};
  int* volatile here = local;
  int* volatile heap = new int[4]();
  int* volatile all = numbers_of_all;
  int result = 0;
  switch (opaque(which)) {
    case 0:
      result = here[opaque(4)];  // @find
      break;
    case 1:
      result = here[opaque(-1)];
      break;
    case 2:
      result = all[opaque(4)];
      break;
    case 3:
      heap[opaque(4)] = 1;
      break;
    case 4:
      heap[opaque(-1)] = 1;
      break;
    case 5:
      delete[] heap;
      result = *reinterpret_cast<volatile char*>(heap);
      return result;
    case 6:
      delete[] heap;
      *reinterpret_cast<volatile long long*>(heap) = 1;
      return result;
    default:
      struct Large {
        char bytes[16];
      };
      result = reinterpret_cast<Large*>(heap + opaque(1))->bytes[opaque(15)];
  }
  delete[] heap;
  return result;
}

int find_in_library_call(int which) {
  char* volatile text = static_cast<char*>(std::malloc(8));
  char other[32] = "longer than eight characters";
  char* volatile source = other;
  int result = 0;
  std::memset(text, 'x', 8);
  switch (opaque(which)) {
    case 0:
      std::memcpy(text, source, static_cast<std::size_t>(opaque(9)));  // @find_in_library_call
      break;
    case 1:
      std::memmove(source, text, static_cast<std::size_t>(opaque(9)));
      break;
    case 2:
      std::memset(text, 0, static_cast<std::size_t>(opaque(9)));
      break;
    case 3:
      result = static_cast<int>(std::strlen(text));
      break;
    case 4:
      std::strcpy(text, source);
      break;
    case 5:
      result = std::strcmp(text, "xxxxxxxxx");
      break;
    case 6:
      std::sprintf(text, "%s", source);
      break;
    case 7:
      std::printf("%d %s %5.1f", 1, text, 2.0);
      break;
    case 8:
      std::snprintf(source, 20, "%.*s", opaque(9), text);
      break;
    default:
      result = std::memcmp(text, source, static_cast<std::size_t>(opaque(9)));
  }
  std::free(text);
  return result;
}

void release_wrongly(int which) {
  void* volatile block = std::malloc(16);
  switch (opaque(which)) {
    case 0:
      std::free(block);
      std::free(block);  // @release_wrongly
      break;
    case 1:
      std::free(static_cast<char*>(block) + 8);
      break;
    case 2:
      delete static_cast<int*>(block);
      break;
    case 3:
      std::free(new int(3));
      break;
    case 4:
      std::free(const_cast<void**>(&block));
      break;
    case 5:
      std::free(block);
      block = std::realloc(block, 32);
      break;
    default:
      block = std::malloc(std::size_t{2} << 20);
      std::free(block);
      std::free(block);
  }
}

int fill_stack() {
  char many[4096];
  std::memset(many, opaque(1), sizeof many);
  return many[opaque(7)];
}

void fill_megabytes(int there, int written) {
  const std::size_t megabyte = 1 << 20;
  char* memory = static_cast<char*>(std::malloc(static_cast<std::size_t>(opaque(there)) * megabyte));
  std::memset(memory, 1, static_cast<std::size_t>(opaque(written)) * megabyte);  // @fill_megabytes
  opaque(memory[opaque(7)]);
  std::free(memory);
}

int fill_large_stack() {
  char many[1 << 20];
  std::memset(many, opaque(1), sizeof many);
  return many[opaque(7)];
}

int assert_of_library(int index) {
  std::vector<int> numbers(4);
  return numbers[static_cast<std::size_t>(opaque(index))];
}

}  // namespace subject
