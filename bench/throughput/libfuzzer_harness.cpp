// The same function under libFuzzer. Inputs of the initial corpus (BENCH_SKIP of them) are not timed:
// libFuzzer runs each of them once while it loads. With BENCH_DUMP every timed input is written down, for the
// bare loop.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>

#include "cpu_time.h"
#include "tests_file.h"
#include "yaml-cpp/yaml.h"

namespace {

std::uint64_t seen = 0, skipped = 0, bytes = 0;
std::chrono::steady_clock::time_point start;
double cpu_start = 0;
std::unique_ptr<reenact::bench::TestsFileWriter> dump;

void print_rate() {
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  const double cpu = reenact::bench::cpu_seconds() - cpu_start;
  dump.reset();
  std::printf("{\"tests\": %llu, \"bytes\": %llu, \"seconds\": %.6f, \"cpu\": %.6f}\n",
              static_cast<unsigned long long>(seen - skipped), static_cast<unsigned long long>(bytes), elapsed.count(),
              cpu);
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  if (const char* count = std::getenv("BENCH_SKIP")) skipped = std::strtoull(count, nullptr, 10);
  if (const char* path = std::getenv("BENCH_DUMP")) dump = std::make_unique<reenact::bench::TestsFileWriter>(path);
  std::atexit(print_rate);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (seen == skipped) {
    start = std::chrono::steady_clock::now();
    cpu_start = reenact::bench::cpu_seconds();
  }
  if (++seen > skipped) {
    bytes += size;
    if (dump) {
      dump->begin_test(1);
      dump->text(text);
    }
  }
  try {
    (void)YAML::Load(text);
  } catch (const std::exception&) {
  }
  return 0;
}
