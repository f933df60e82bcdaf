#include "session/find_session.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>

#include "program/function_names.h"
#include "session/worker_options.h"
#include "strategy/guided/neighbourhood.h"

namespace reenact {
namespace {

bool is_statement(const Callable& callable) {
  switch (callable.kind) {
    case CallableKind::kConstructor:
    case CallableKind::kMethod:
    case CallableKind::kStaticMethod:
    case CallableKind::kFunction:
    case CallableKind::kOperator:
    case CallableKind::kFieldWrite:
      return !callable.name.starts_with("std::") && !callable.owner.starts_with("std::");
    default:
      return false;
  }
}

/// Where a call is defined and declared, as far as it is known.
std::vector<std::string> files_of(const Callable& callable, const ProgramModel& program) {
  std::vector<std::string> result;
  if (const auto function = program.find(callable.linkage_name)) result.push_back(program[*function].file);
  if (callable.owner.starts_with('/')) result.push_back(callable.owner);  // a free function's header
  for (const std::string& include : callable.includes)
    if (!include.starts_with('<')) result.push_back(include);
  return result;
}

bool fits_glob(const std::string& file, const std::string& glob) {
  return fnmatch(glob.c_str(), file.c_str(), 0) == 0 || fnmatch(("*/" + glob).c_str(), file.c_str(), 0) == 0;
}

bool is_in_library(const Callable& callable, const std::vector<std::string>& files, const std::string& library) {
  if (callable.name.starts_with(library + "::")) return true;
  return std::ranges::any_of(files,
                             [&](const std::string& file) { return ("/" + file).contains("/" + library + "/"); });
}

bool is_in(const Callable& callable, const ProgramModel& program, const ApiPart& part) {
  if (part.libraries.empty() && part.files.empty()) return true;
  const std::vector<std::string> files = files_of(callable, program);
  return std::ranges::any_of(part.libraries,
                             [&](const std::string& library) { return is_in_library(callable, files, library); }) ||
         std::ranges::any_of(part.files, [&](const std::string& glob) {
           return std::ranges::any_of(files, [&](const std::string& file) { return fits_glob(file, glob); });
         });
}

std::string words_of(const ApiPart& part) {
  std::string result;
  for (const std::string& library : part.libraries) result += fmt::format(" --library {}", library);
  for (const std::string& glob : part.files) result += fmt::format(" --files '{}'", glob);
  return result.empty() ? result : result.substr(1);
}

}  // namespace

std::vector<CallableId> calls_of(const ApiModel& api, const ProgramModel& program, const ApiPart& part) {
  std::vector<CallableId> result;
  for (const Callable& callable : api.callables)
    if (callable.usable && is_statement(callable) && is_in(callable, program, part)) result.push_back(callable.id);
  return result;
}

Expected<std::unique_ptr<FindSession>> FindSession::open(const FindTarget& target) {
  auto subject = prepare_subject(target.subject);
  if (!subject) return std::unexpected(subject.error());
  leave_out_loops(subject->api);
  learn_of_callers(*subject, target.callers);
  std::unique_ptr<FindSession> session(new FindSession(std::move(*subject)));
  if (const auto ok = session->find_calls(target); !ok) return std::unexpected(ok.error());
  if (const auto ok = session->start(target); !ok) return std::unexpected(ok.error());
  return session;
}

Expected<void> FindSession::find_calls(const FindTarget& target) {
  const std::string& function = target.description.function;
  if (!function.empty() && Beacon(target.description, subject_.program).functions().empty())
    return usage_error(fmt::format("--function {}: the project has no such function{}", function,
                                   nearest_functions(subject_.program, function)));
  goal_.program = &subject_.program;
  calls_.unit = calls_of(subject_.api, subject_.program, target.part);
  if (!calls_.unit.empty()) {
    pool_ = constants_around(goal_, calls_, subject_.api, CallGraph(subject_.program));
    pool_.examples = subject_.examples.texts;
    return {};
  }
  const std::string what = words_of(target.part);
  if (what.empty())
    return usage_error("the project has no public call\n  next step: name its public headers with --header FILE");
  return usage_error(fmt::format(
      "{}: none of the {} public calls belongs to it\n  next step: see `reenact find --help` for how a part "
      "is named",
      what, calls_of(subject_.api, subject_.program, {}).size()));
}

Expected<void> FindSession::start(const FindTarget& target) {
  // No function enabled: the fitness asks for the outcome and the stack only.
  const auto run = worker_options(target.subject, target.scratch);
  if (!run) return std::unexpected(run.error());
  auto islands = Islands::make(
      {.count = target.jobs,
       .rejections = *rejections_,
       .start = [&](SeenOperands*) { return ForkServer::start(subject_.worker, subject_.program, subject_.api, *run); },
       .fitness = [&] { return std::make_unique<Beacon>(target.description, subject_.program); },
       .pool = pool_});
  if (!islands) return std::unexpected(islands.error());
  islands_ = std::move(*islands);
  return {};
}

Portfolio::Result FindSession::search(const BeaconOptions& options, Budget& budget, Random& random,
                                      SearchObserver* observer) {
  Portfolio portfolio({"beacon"},
                      [&](std::size_t, std::size_t island, const SearchContext& context) {
                        return std::make_unique<BeaconSearch>(options, calls_.unit, islands_.pool(island), context);
                      },
                      {goal_, subject_.api, budget, observer});
  return portfolio.run(islands_.all(random));
}

}  // namespace reenact
