#include "session/find_session.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>

#include "goal/neighbourhood.h"
#include "program/function_names.h"
#include "session/worker_options.h"

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
  std::unique_ptr<FindSession> session(new FindSession(std::move(*subject)));
  session->fitness_ = std::make_unique<Beacon>(target.description, session->subject_.program);
  if (const auto ok = session->make_goal(target); !ok) return std::unexpected(ok.error());
  if (const auto ok = session->start_server(target); !ok) return std::unexpected(ok.error());
  return session;
}

Expected<void> FindSession::make_goal(const FindTarget& target) {
  const std::string& function = target.description.function;
  if (!function.empty() && fitness_->functions().empty())
    return usage_error(fmt::format("--function {}: the subject has no such function{}", function,
                                   nearest_functions(subject_.program, function)));
  goal_.report = &report_;
  goal_.program = &subject_.program;
  goal_.api = &subject_.api;
  goal_.unit_calls = calls_of(subject_.api, subject_.program, target.part);
  if (!goal_.unit_calls.empty()) {
    pool_ = constants_around(goal_);
    return {};
  }
  const std::string what = words_of(target.part);
  if (what.empty())
    return usage_error("the subject has no public call\n  next step: name its public headers with --header FILE");
  return usage_error(fmt::format(
      "{}: none of the {} public calls belongs to it\n  next step: see `reenact find --help` for how a part "
      "is named",
      what, calls_of(subject_.api, subject_.program, {}).size()));
}

Expected<void> FindSession::start_server(const FindTarget& target) {
  // No function enabled: the fitness asks for the outcome and the stack only.
  const auto run = worker_options(target.subject, target.scratch, target.jobs);
  if (!run) return std::unexpected(run.error());
  auto server = ForkServer::start(subject_.worker, subject_.program, subject_.api, *run);
  if (!server) return std::unexpected(server.error());
  server_ = std::move(*server);
  return {};
}

Expected<SearchResult> FindSession::search(const BeaconOptions& options, Fitness& fitness, Budget& budget,
                                           Random& random, SearchObserver* observer) {
  return BeaconSearch(options, pool_).search({goal_, fitness, *server_, budget, random, observer});
}

}  // namespace reenact
