// Lengths that are written into a struct's fields one by one: `message.data = "ab"; message.size = 9;`, or set by calls:
// `message.setData("ab"); message.setSize(9);`; and `message.size = 9;` of a `struct { size_t size; char data[]; }`.
#pragma once

#include <cstdint>
#include <optional>

#include "testcase/test_case.h"

namespace reenact {

/// Does `call` fill the struct in beside `write`, which puts a length into it: does it write another field, or set the buffer? Then it
/// does not rely on the length yet.
[[nodiscard]] bool fills_beside(const Statement& call, const Statement& write, const ApiModel& api);

/// What a length describes: a buffer that was given for a parameter.
struct Described {
  const Parameter* buffer = nullptr;
  Argument given = {};                       // null: nothing was written there, and the struct is a new one
  bool is_of_library = false;                // the library has made the struct, and filled the field itself
  std::optional<std::uint64_t> at_end = {};  // instead of a buffer, the elements of the array at the struct's own end
};

/// Of the length that statement `write` puts into a field: the buffer in the struct when statement `use` begins. nullopt: the
/// field is no length, or the buffer is written by other means than a field or its setter.
/// REQUIRES: statement `write` is a call; write < use <= test.size().
[[nodiscard]] std::optional<Described> described_by_field(const TestCase& test, const ApiModel& api, std::size_t write,
                                                          std::size_t use);

/// What the test itself put into the field that statement `read` reads, by a write or in an aggregate's braces; null where nobody did. nullopt:
/// the struct is not of the test's own making. REQUIRES: `read` is a call of CallableKind::kFieldRead.
[[nodiscard]] std::optional<Argument> put_into_field(const TestCase& test, const ApiModel& api, StatementIndex read);

/// Does the length that statement `write` puts into a field stay within the buffer beside it, for statement `use`?
/// What is not known counts as within.
[[nodiscard]] bool field_length_agrees(const TestCase& test, const ApiModel& api, std::size_t write, std::size_t use);

}  // namespace reenact
