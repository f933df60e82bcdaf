// The same function under libFuzzer and AddressSanitizer. Prints how many tests ran, and the processor time they took.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "../throughput/cpu_time.h"
#include "settings.h"

namespace {

std::uint64_t tests = 0;
double cpu_start = 0;

void print_rate() {
  std::printf("{\"tests\": %llu, \"cpu\": %.6f}\n", static_cast<unsigned long long>(tests),
              reenact::bench::cpu_seconds() - cpu_start);
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  cpu_start = reenact::bench::cpu_seconds();
  std::atexit(print_rate);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ++tests;
  settings::count(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
