#include "session/earlier_findings.h"

#include <fmt/format.h>

#include "build/toolchain.h"

namespace reenact {
namespace {

/// Those whose findings are hardly ever harmless: the run ends at the first.
constexpr const char* kChecks = "array-bounds,integer-divide-by-zero,nonnull-attribute,null,return,unreachable";

void refuse(Verdict& verdict, const std::string& words) {
  verdict.status = VerdictStatus::kNotReproduced;
  verdict.frames_matched = 0;
  verdict.difference = fmt::format("the test itself goes wrong before the crash: {}", words);
  verdict.not_compared.clear();
}

}  // namespace

Sanitizers sanitizers_of_earlier_findings() { return {.address = true, .undefined = kChecks}; }

CheckRequest with_sanitizers(CheckRequest request, TestBuild sanitized) {
  sanitized.compile_flags.emplace_back("-D_GLIBCXX_ASSERTIONS");
  request.build = std::move(sanitized);
  if (const auto tools = find_toolchain()) request.small_gtest = tools->small_gtest;
  request.work_dir /= "sanitized";
  return request;
}

void judge_earlier_finding(Verdict& verdict, const CheckRequest& request, SubjectOptions options, bool is_contrived,
                           const std::function<Expected<TestBuild>(const SubjectOptions&, bool whole)>& build) {
  options.sanitizers = sanitizers_of_earlier_findings();
  options.progress = nullptr;
  const auto finding_of = [&](bool whole) -> Expected<std::optional<EarlierFinding>> {
    auto built = build(options, whole);
    if (!built) return std::unexpected(built.error());
    return earlier_finding(with_sanitizers(request, std::move(*built)), verdict.observed);
  };
  auto finding = finding_of(false);
  if (!finding && finding.error().kind == ErrorKind::kSubject) finding = finding_of(true);
  if (!finding) {
    verdict.not_compared.push_back(
        fmt::format("whether the test does wrong before the crash: it does not build with sanitizers ({})",
                    in_short(finding.error().message)));
    return;
  }
  if (!*finding) return;
  if ((*finding)->is_of_the_test || is_contrived)
    refuse(verdict, (*finding)->words);
  else
    verdict.earlier = (*finding)->words;
}

}  // namespace reenact
