// What is to be tested: a class, a function, or all functions of a source file, by the name a user gives; or what a change touched.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "explore/changes.h"
#include "session/subject.h"

namespace reenact {

struct Unit {
  std::string name;  // qualified: "tinyxml2::XMLDocument", "cJSON_Parse", "scanner.c"; "changes since v1.2"
  std::vector<CallableId> calls;  // of its public part, or public ones that lead to it: every test makes one of them
  /// Its code, whose coverage counts. Helpers local to its files are among them, and those that only a class calls.
  std::vector<FunctionId> functions;
};

/// The unit of that name: a class or a function, qualified or not, else a source file by its name with or without extension. Where the
/// public can call nothing of it, the public calls that lead to it are made. Errors (kUsage): there is none (with the nearest names),
/// there are several (all of them), or no public call leads to it.
[[nodiscard]] Expected<Unit> find_unit(const Subject& subject, const std::string& name);

/// The functions that `changes`, since `revision`, touched, with the calls that are these functions or, where the public cannot
/// call one, lead to it. Errors (kUsage): no function of the project was touched, or none that a public call
/// leads to.
[[nodiscard]] Expected<Unit> find_touched(const Subject& subject, const Changes& changes, const std::string& revision);

}  // namespace reenact
