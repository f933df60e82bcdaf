// What all callers of a function keep, though no declaration says so: learnt from the subject's own calls, those of its tests
// and programs among them.
//
//   crunch(name, sizeof name);                  in two functions, and no call that is otherwise:
//   crunch(line.data(), line.size());           the second argument is the length of the first
//   report_on(&state); if (s) report_on(s);     in two functions, and no null: null is not passed
//   walk w; start_walk(&w, tree);               in two functions: it sets the struct up, which others get afterwards
//
// Rule of agreement: every call agrees, and in at least kCallers functions one shows it by itself. A function that hands on
// its own arguments shows what is known of these, until nothing new is known. A function that provides for null itself
// (`if (!state) return;`) may be given null, whatever its callers do.
#pragma once

#include <cstdint>
#include <vector>

#include "api/api_model.h"
#include "base/declare.h"
#include "program/passed_arguments.h"

namespace reenact {

/// One caller may happen to do anything.
inline constexpr std::size_t kCallers = 2;

/// `--no-callers`: nothing is learnt.
/// `--no-used-pointers`: null may be given to what a function uses on every way to its end.
/// `--no-released`: only names and comments say what a function frees.
/// `--no-room`: a number's address is given to what a function fills with many.
struct CallerOptions {
  bool callers = true;
  bool used_pointers = true;
  bool released = true;
  bool room = true;
};
void declare(CallerOptions& options, OptionVisitor& visitor);

/// What was learnt.
struct LearntOfCallers {
  std::size_t lengths = 0, nonnull = 0, set_up = 0, used = 0, filled = 0;  // parameters
};

/// Marks in `api`, as far as `wanted`:
///   callers        the lengths, the parameters that need an object, and those that set up a struct;
///   used_pointers  the pointers that functions use whatever they do (PassingFunction::uses, fills), as ones that are not null. For a crash
///                  that null has no part in: else it may be what the crash is about;
///   released       what functions free on every way, or hand on to who does (PassingFunction::hands_on);
///   room           what functions fill where nobody says how much (PassingFunction::fills): arrays are given. For a crash that is no
///                  overflow.
LearntOfCallers learn_from_callers(ApiModel& api, const std::vector<PassingFunction>& functions,
                                   const CallerOptions& wanted = {});

}  // namespace reenact
