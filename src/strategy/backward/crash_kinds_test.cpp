// Every kind of crash that is supported, each in several functions: testdata/crash_kinds.cpp says what must be found.
#include <fmt/format.h>

#include <map>

#include "strategy/backward/source_fixture.h"

namespace reenact {
namespace {

/// What stands behind "// CRASH".
struct Expected {
  CrashReport report;
  std::string words;
  Line line;
};

CrashKind kind_named(std::string name) {
  std::ranges::replace(name, '_', ' ');
  for (std::uint8_t i = 0; i <= static_cast<std::uint8_t>(CrashKind::kExit); ++i)
    if (to_string(static_cast<CrashKind>(i)) == name) return static_cast<CrashKind>(i);
  throw std::runtime_error("no kind is called " + name);
}

/// ` null_dereference(READ): p == nullptr`
Expected expected_of(const std::string& text) {
  Expected result;
  const auto colon = text.find(": ") == std::string::npos ? text.size() - 1 : text.find(": ");
  std::string kind = text.substr(1, colon - 1);
  std::string of;
  if (const auto bracket = kind.find('('); bracket != std::string::npos) {
    of = kind.substr(bracket + 1, kind.size() - bracket - 2);
    kind.resize(bracket);
  }
  result.report.kind = kind_named(kind);
  if (result.report.kind == CrashKind::kCppException)
    result.report.exception_type = of;
  else if (result.report.kind == CrashKind::kUndefinedBehaviour)
    result.report.ubsan_check = of;
  else if (!of.empty())
    result.report.access = of == "READ" ? Access::kRead : Access::kWrite;
  result.words = colon + 2 < text.size() ? text.substr(colon + 2) : "";
  return result;
}

std::vector<Expected> all_expected(const std::string& source) {
  constexpr std::string_view kMark = "// CRASH";
  std::vector<Expected> result;
  for (auto at = source.find(kMark); at != std::string::npos; at = source.find(kMark, at + 1)) {
    result.push_back(expected_of(source.substr(at + kMark.size(), source.find('\n', at) - at - kMark.size())));
    result.back().line = SourceCode::line_of(source, at);
  }
  return result;
}

std::string in_words(const ExplainedPrecondition& precondition) {
  std::string all;
  for (const ExplainedCondition& each : precondition.conditions) all += (all.empty() ? "" : " && ") + each.words;
  return all + (precondition.is_proven ? " (proven)" : " (guess)");
}

TEST(CrashKinds, HaveConditionsAndPreconditionsInWords) {
  const auto source =
      read_file(std::filesystem::path(REENACT_SOURCE_DIR) / "src/strategy/backward/testdata/crash_kinds.cpp");
  ASSERT_TRUE(source);
  SourceCode code;
  std::map<std::string, SourceCode::Built> builds;  // by UBSan's check
  std::map<CrashKind, int> found;
  for (const Expected& each : all_expected(*source)) {
    const std::string& check = each.report.ubsan_check;
    if (!builds.contains(check)) builds.emplace(check, code.build(*source, "a.cpp", check));
    SourceCode::Built& built = builds.at(check);
    const auto frame = SourceCode::frame_at(each.line, built.program);
    EXPECT_TRUE(frame) << each.line.value;
    if (!frame) continue;
    Goal goal{.report = &each.report, .program = &built.program, .frames = {*frame}, .target = FrameIndex(0U)};
    const CallGraph graph(built.program);
    const ManualClock clock;
    std::size_t steps = 0;
    const Explanation explanation = explain(goal, built.code, graph, {}, 3, clock, [&] { return ++steps > 3000; });
    const std::string where =
        fmt::format("{}:{} {}", built.program[frame->function].name, each.line.value, to_string(each.report.kind));
    const auto& preconditions = explanation.frames.at(0).preconditions;
    std::string all;
    for (const ExplainedPrecondition& one : preconditions) all += in_words(one) + "\n";
    const bool says_it = std::ranges::any_of(
        preconditions, [&](const ExplainedPrecondition& one) { return in_words(one).contains(each.words); });
    EXPECT_TRUE(says_it) << where << ": " << each.words << "\n" << all << explanation.stopped;
    found[each.report.kind] += says_it;
  }
  // Five of each kind of which there are five ways.
  for (const CrashKind kind :
       {CrashKind::kCppException, CrashKind::kNullDereference, CrashKind::kAssertion, CrashKind::kHeapOverflow,
        CrashKind::kStackBufferOverflow, CrashKind::kArithmetic, CrashKind::kUseAfterFree})
    EXPECT_GE(found[kind], 5) << to_string(kind);
}

}  // namespace
}  // namespace reenact
