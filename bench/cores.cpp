// What a processor does in a second of what searches are made of: `arithmetic`, `faults` (fresh pages), or `processes` (fork and end).
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace {

constexpr std::size_t kPage = 4096, kPages = 256;

void arithmetic() {
  static volatile std::uint64_t number = 1;
  for (int i = 0; i < 10'000; ++i) number = number * 6364136223846793005U + 1;
}

void faults() {
  void* const mapped = mmap(nullptr, kPage * kPages, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) std::abort();
  for (std::size_t i = 0; i < kPages; ++i) static_cast<volatile char*>(mapped)[i * kPage] = 1;
  munmap(mapped, kPage * kPages);
}

void processes() {
  static const std::vector<char> memory(kPage * kPages, 1);
  const pid_t child = fork();
  if (child == 0) _exit(0);
  if (child < 0 || waitpid(child, nullptr, 0) != child) std::abort();
}

}  // namespace

int main(int count, char** words) {
  const std::map<std::string, std::function<void()>> all{
      {"arithmetic", arithmetic}, {"faults", faults}, {"processes", processes}};
  const auto what = all.find(count > 1 ? words[1] : "");
  if (what == all.end()) return 2;
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  std::uint64_t rounds = 0;
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  for (; seconds() < 2; ++rounds) what->second();
  std::printf("{\"rate\": %f}\n", static_cast<double>(rounds) / seconds());
}
