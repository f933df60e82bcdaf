#include "session/other_tests.h"

#include <fmt/format.h>

#include <chrono>

#include "print/test_names.h"
#include "testcase/minimise.h"

namespace reenact {
namespace {

constexpr std::chrono::milliseconds kMinimisingEach{500};  // per crash: on request, but there may be dozens

}  // namespace

OtherTests OtherTestWriter::write(const std::vector<OtherCrash>& crashes) {
  OtherTests result;
  for (std::size_t i = 0; i < crashes.size() && !context_.stop(); ++i) write_one(crashes[i], i, result);
  return result;
}

void OtherTestWriter::write_one(const OtherCrash& crash, std::size_t index, OtherTests& result) {
  if (!crashes_so(crash.test, crash.key)) {
    result.notes.push_back(
        fmt::format("no test for {}: it does not happen in a process of its own", crash.description));
    return;
  }
  const auto start = context_.clock.now();
  const TestCase small = minimise(
      crash.test, context_.api, [&](const TestCase& candidate) { return crashes_so(candidate, crash.key); },
      [&] { return context_.stop() || context_.clock.now() - start > kMinimisingEach; });
  PrintOptions options = options_for(crash);
  if (!context_.choose_prelude(small, options)) {
    result.notes.push_back(fmt::format("no test for {}: the printed test does not compile", crash.description));
    return;
  }
  result.tests.push_back({fmt::format("{:02}-{}", result.tests.size() + 1, options.suite),
                          print_test(small, context_.api, options), index});
}

bool OtherTestWriter::crashes_so(const TestCase& test, const CrashKey& key) {
  bool same = false;
  return context_.executor.run_alone(test, [&](const Observation& run) {
    same = run.raised && crash_key(run) == key;
  }) && same;
}

PrintOptions OtherTestWriter::options_for(const OtherCrash& crash) const {
  PrintOptions options;
  options.suite = crash.function ? test_suite(context_.program[*crash.function].linkage_name) : "Crash";
  options.name = test_name(crash.kind, crash.exception_type);
  options.comment = {crash.description + ".", "Met while another crash was looked for; not verified."};
  options.format = context_.format;
  options.expect_crash = context_.expect_crash && can_expect(context_.format, crash.kind);
  options.kind = crash.kind;
  options.exception_type = crash.exception_type;
  options.message = crash.message;
  return options;
}

}  // namespace reenact
