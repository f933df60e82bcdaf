// Calls whose arguments the report shows: "parse (text=0x55..004 \"[1,\", depth=2) at parser.c:7".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "api/api_model.h"
#include "crash/report.h"

namespace reenact {

/// What one argument was: null, a number of an integer or an enumeration, a real number, or a text.
using ReportedValue = std::variant<std::nullptr_t, std::int64_t, double, std::string>;

/// A call of the report's. A test may well make it as it was made there.
struct ReportedCall {
  CallableId callable;
  std::vector<std::optional<ReportedValue>> values;  // by parameter; nullopt: not shown, or nothing that a literal says
};

/// What `shown`, as gdb prints it, says of a parameter of that type; nullopt: nothing (an address, a structure, an unknown name).
[[nodiscard]] std::optional<ReportedValue> reported_value(std::string_view shown, const Type& type);

/// The calls of `api` that are frames of the report's and of which it shows something. Of a recursion the outermost frame counts: what is
/// deeper in was made of its arguments. Lengths are left out, as they are those of what they measure.
[[nodiscard]] std::vector<ReportedCall> reported_calls(const ApiModel& api, const CrashReport& report);

}  // namespace reenact
