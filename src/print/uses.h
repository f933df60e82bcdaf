// What a test does with each of its variables: decides how the variable is declared, and after what it is named.
#pragma once

#include <cstddef>
#include <vector>

#include "testcase/test_case.h"

namespace reenact::print {

/// The uses of one statement's variable by the calls behind it.
struct Uses {
  std::size_t count = 0;           // arguments that refer to it; a (buffer, length) pair in one call counts once
  std::size_t last = 0;            // the last call that uses it; 0: none does
  bool by_address = false;         // may be written through: &v, or a reference that is not known to be const
  bool by_kept_reference = false;  // as a number that may not be changed, but may be remembered by its address
  bool c_string = false, buffer = false, length = false;
  bool only_length = true;  // nobody looks at the contents
  bool only_copied = true;  // into a std::string: the library does not see where it lies
  bool to_mutable_text = false;
  bool only_bytes = true;             // all pointers that are passed lead to `unsigned char`
  bool in_lambda = false;             // a callback refers to it
  bool pointer_address = false;       // the address of a pointer variable itself is taken (T**)
  const Parameter* first = nullptr;   // the first parameter it fills, for its name
  bool first_is_object = false;       // ... as the object of a method
  bool first_is_of_standard = false;  // ... of a class of the standard library, whose parameters' names say nothing
};

/// By statement. Keeps pointers into `api`. REQUIRES: valid(test, api).
[[nodiscard]] std::vector<Uses> uses_of(const TestCase& test, const ApiModel& api);

/// Does a call of this kind make a variable even if nobody uses it?
[[nodiscard]] bool declares_even_unused(CallableKind kind);

/// Is statement `user` the last call, and one that makes no variable? What it keeps of its arguments is of no use then: they may
/// be temporaries.
[[nodiscard]] bool keeps_nothing(const TestCase& test, const std::vector<Uses>& uses, const ApiModel& api,
                                 std::size_t user);

/// Is it written as a pointer: to data or to a function?
[[nodiscard]] bool is_pointer(const Type& type);

}  // namespace reenact::print
