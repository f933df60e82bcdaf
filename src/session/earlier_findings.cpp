#include "session/earlier_findings.h"

#include <fmt/format.h>

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

void judge_earlier_finding(Verdict& verdict, CheckRequest request, SubjectOptions options, bool is_contrived,
                           const std::function<void(TestBuild&)>& complete) {
  options.sanitizers = {.address = true, .undefined = kChecks};
  options.progress = nullptr;
  auto build = build_clean(options);
  if (build) {
    complete(*build);
    build->compile_flags.emplace_back("-D_GLIBCXX_ASSERTIONS");
    request.build = std::move(*build);
  }
  const auto finding = build ? earlier_finding(request, verdict.observed)
                             : Expected<std::optional<EarlierFinding>>(std::unexpected(build.error()));
  if (!finding) {
    verdict.not_compared.emplace_back(
        "whether the test does wrong before the crash: it does not build with sanitizers");
    return;
  }
  if (!*finding) return;
  if ((*finding)->is_of_the_test || is_contrived)
    refuse(verdict, (*finding)->words);
  else
    verdict.earlier = (*finding)->words;
}

}  // namespace reenact
