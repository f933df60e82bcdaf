// What functions store in fields, against what branches ask of them.
#pragma once

#include <vector>

#include "base/ids.h"
#include "program/program_model.h"

namespace reenact {

/// kMaybe: the bits known of the value do not decide.
enum class Satisfies { kNever, kMaybe, kAlways };

/// Does a value make `test` come out as `outcome`?
[[nodiscard]] Satisfies satisfies(const Produced& value, const Comparison& test, bool outcome);

/// Something asked of a field so that a line runs.
struct FieldNeed {
  FieldId field;
  Comparison comparison;
  bool outcome = true;
  auto operator<=>(const FieldNeed&) const = default;
};

/// Functions with a store that makes a need true: surely, or perhaps.
struct FieldWriters {
  std::vector<FunctionId> sure, possible;
};

[[nodiscard]] FieldWriters writers_for(const FieldNeed& need, const ProgramModel& program);

}  // namespace reenact
