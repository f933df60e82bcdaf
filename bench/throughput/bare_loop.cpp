// The floor: the calls of a file of tests, made in a loop and nothing else. A test ends with its first
// exception, as in the engine. Compiled and linked with the subject's units by throughput.py, without any
// instrumentation.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "cpu_time.h"
#include "tests_file.h"
#include "yaml-cpp/yaml.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: bare_loop TESTS SECONDS\n");
    return 2;
  }
  const auto tests = reenact::bench::read_tests(argv[1]);
  const std::chrono::duration<double> least(std::atof(argv[2]));
  std::uint64_t ran = 0, calls = 0, threw = 0;
  const double cpu_before = reenact::bench::cpu_seconds();
  const auto start = std::chrono::steady_clock::now();
  std::chrono::duration<double> elapsed{};
  // Whole rounds only, so that every round weighs the tests alike.
  do {
    for (const auto& test : tests) {
      try {
        for (const std::string& text : test) {
          ++calls;
          (void)YAML::Load(text);
        }
      } catch (const std::exception&) {
        ++threw;
      }
    }
    ran += tests.size();
    elapsed = std::chrono::steady_clock::now() - start;
  } while (!tests.empty() && elapsed < least);
  std::printf("{\"tests\": %llu, \"calls\": %llu, \"threw\": %llu, \"seconds\": %.6f, \"cpu\": %.6f}\n",
              static_cast<unsigned long long>(ran), static_cast<unsigned long long>(calls),
              static_cast<unsigned long long>(threw), elapsed.count(), reenact::bench::cpu_seconds() - cpu_before);
}
