// What a library demands of its callers, held against a test. A test that keeps all of it is *well-formed*: if it crashes,
// the library is to blame.
//
//   checksum(const uint8_t* data, size_t length)
//   checksum("ab", 2);                     // well-formed
//   checksum("ab", SIZE_MAX);              // kLength: any over-read anywhere would be "the" crash
//   Parser* p = open(); close(p); feed(p)  // kReleased
//   message.data = "ab"; message.size = 9; send(&message)  // kLength, too
//   log("%s")                              // kFormat
//   list_add(list_new(free), "ab")         // kFreed
//
// Only what the model shows is checked: an object that another call frees behind the scenes counts as kept.
#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <vector>

#include "api/api_model.h"
#include "testcase/test_case.h"

namespace reenact {

/// A kind of demand.
enum class Contract : std::uint8_t {
  kLength,    // a length is at most what its buffer or array has
  kNull,      // no null where the declaration says so
  kReleased,  // nothing is used behind the call that frees it, nor freed or handed over twice, nor anything freed that is not the test's
  kForged,    // the library's own structs are set up by its calls, and their private fields are left alone
  kIterator,  // an iterator comes from the object it is used with
  kPastEnd,  // nor is what `end()` returned read: `*list.end()`, or `*list.begin()` of a list that nothing was put into
  kStale,    // nor is it used behind a call that may have ended it: `list.erase(at); list.erase(at);`
  kFormat,   // a format asks for the arguments that follow it
  kExtent,   // an array has the elements that the declaration asks for: `const uint8_t key[16]`
  kShown,    // no null where the report shows a pointer
  kFreed,    // where `free` is handed over, the library is given heap blocks, each once
  kNamed,    // an enumeration has one of its names' values, or joins some where they are flags
  kKept,     // what is handed over at a registration outlives the object that keeps it (keeping.h)
};
inline constexpr std::size_t kContracts = 13;

/// Some of them.
using ContractSet = std::bitset<kContracts>;
[[nodiscard]] inline ContractSet only(Contract contract) {
  return ContractSet().set(static_cast<std::size_t>(contract));
}

/// A demand that a test does not keep.
struct BrokenContract {
  Contract what = Contract::kLength;
  StatementIndex call;          // that breaks it
  std::uint32_t parameter = 0;  // with that argument
  bool operator==(const BrokenContract&) const = default;
};

/// `release("ab")`: is a text or array of the test's own freed? Part of kReleased.
[[nodiscard]] inline bool frees_literal(const Parameter& parameter, const Argument& given) {
  return parameter.releases && (given.mode == PassMode::kBuffer || given.mode == PassMode::kCString);
}

/// `delete table.row(0);`: does the call delete what the test has not made with `new`? Part of kReleased.
[[nodiscard]] bool deletes_what_others_made(const TestCase& test, const ApiModel& api, const Parameter& parameter,
                                            const Argument& given);

/// A callback that frees what a test holds, and not what it is given, does so each time that it is called. Part of kReleased.
[[nodiscard]] inline bool frees_what_it_holds(const Callable& callable, const Parameter& parameter) {
  return callable.kind == CallableKind::kCallback && parameter.releases && !parameter.sources.empty();
}

/// Does the statement write what only the library itself is to write: a field that is called private, or a pointer to data in an object that
/// the library made (`buffer->data = other`)? Not `options->name = "a"`, nor user data (`void*`). Part of kForged.
[[nodiscard]] bool writes_what_is_the_librarys(const TestCase& test, const ApiModel& api, const Statement& statement);

/// In the order of the test. REQUIRES: valid(test, api).
[[nodiscard]] std::vector<BrokenContract> broken_contracts(const TestCase& test, const ApiModel& api);
/// Does `test` keep all but those of `open`? REQUIRES: valid(test, api).
[[nodiscard]] bool keeps_contracts(const TestCase& test, const ApiModel& api, ContractSet open = {});

/// "passes a length of 9 for 2 bytes to checksum". REQUIRES: `broken` is of `test`.
[[nodiscard]] std::string in_words(const BrokenContract& broken, const TestCase& test, const ApiModel& api);

/// Of all that `test` breaks, each once.
[[nodiscard]] std::vector<std::string> words_of_broken(const TestCase& test, const ApiModel& api);

/// Makes `test` keep contracts where that takes no new statement: lengths are made to agree, calls that free too early or
/// forge are left out. Those of `open` stay as they are. REQUIRES: valid(test, api); it is valid behind it, too.
void mend_contracts(TestCase& test, const ApiModel& api, ContractSet open = {});

/// Cuts the texts and arrays off that number `number` measures (Parameter::measured_by) and that are longer than it says; false: there are
/// none. REQUIRES: valid(test, api); it is valid behind it, too.
bool fit_arrays(TestCase& test, const ApiModel& api, std::size_t number);

}  // namespace reenact
