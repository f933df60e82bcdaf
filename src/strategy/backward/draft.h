// A test on its way from its end to its beginning: the calls chosen so far, and what must still hold before them.
#pragma once

#include <vector>

#include "api/api_model.h"
#include "strategy/backward/state.h"

namespace reenact::backward {

/// How an argument of a call is made.
struct Plan {
  enum class Kind : std::uint8_t {
    kNull,
    kScalar,    // `value` itself
    kText,      // bytes at `value`, `count` of them, or as far as the first 0
    kString,    // the same in an object that `via` makes of it
    kNumbers,   // an array of numbers at `value`, `count` of them, or as many as are spoken of
    kSequence,  // what `via` makes of `elements`, or makes empty, and they are added by `add`
    kLength,    // of parameter `object`'s text or numbers
    kObject,    // number `object`
    kPlain,     // anything that the parameter takes
  };
  Kind kind = Kind::kNull;
  Expr value;
  TypeId type;             // of the literal
  std::size_t object = 0;  // kObject: its number; kLength: index of the parameter whose text it measures
  Expr count;              // kText, kString, kNumbers: of elements; none: nobody says it
  CallableId via, add;
  std::vector<Plan> elements;
};

/// A call with its arguments, and the object it makes.
struct PlannedCall {
  CallableId callable;
  std::vector<Plan> arguments;
  std::optional<std::size_t> makes;
};

/// An object that some call needs and none makes yet.
struct Wanted {
  std::size_t object = 0;
  Expr address;
  const Parameter* parameter = nullptr;  // that it is passed for
};

/// A call that a wanted object is passed to, as parameter `position`, as soon as it is made in a plain way. Nobody went back
/// through its code: it may bring about what the draft asks for, and the test tells whether it does.
struct TriedCall {
  CallableId callable;
  std::size_t position = 0, object = 0;
};

struct Draft {
  std::vector<Clause> clauses;
  std::vector<PlannedCall> calls;  // the last call of the test first
  std::vector<Wanted> wanted;
  std::vector<TriedCall> tried;
  std::size_t objects = 0;  // numbers given
  bool is_guess = false;
  std::size_t distance = 0;   // at least, in units of numbers, from what constructors make
  std::size_t beginning = 0;  // which of Composer::add's it comes from

  /// Few calls first, then few objects to make. There are thousands of pairs of calls to try, and one of them is dearer than a deduced call.
  [[nodiscard]] std::size_t cost() const { return 2 * calls.size() + wanted.size() + tried.size() * tried.size(); }
};

}  // namespace reenact::backward
