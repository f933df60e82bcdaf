// Which contracts the report itself shows to be broken: a test of its crash may break them from the start.
#pragma once

#include "api/api_model.h"
#include "crash/report.h"
#include "testcase/contracts.h"

namespace reenact {

/// kReleased: the memory was freed by a call that users make to free what they hold, or twice. kKept: so, or by `delete`. kNull: a frame was given a
/// null pointer. kLength: a size below zero was handed on. kNamed: a value was read that its enumeration has not.
[[nodiscard]] ContractSet demanded_contracts(const CrashReport& report, const ApiModel& api);

/// Marks the pointers that the report shows to have been given to its outermost function (Parameter::shown): `b` of
/// `#1 tag_same (a=0x5555555592a0, b=0x555555559300)`, where what is null lies further inside.
void keep_shown_pointers(const CrashReport& report, ApiModel& api);

}  // namespace reenact
