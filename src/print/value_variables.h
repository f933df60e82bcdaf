// The texts, numbers and scalars of a printed test: which stand where they are used, which have a variable of their own,
// and of what type.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "print/body.h"
#include "print/print.h"
#include "print/uses.h"
#include "print/variable_names.h"
#include "testcase/test_case.h"

namespace reenact::print {

class ValueVariables {
 public:
  /// `uses` and `names`: of `test`. Declarations and what they include go to `body`. Keeps references to all.
  ValueVariables(const TestCase& test, const ApiModel& api, const PrintOptions& options, const std::vector<Uses>& uses,
                 VariableNames& names, Body& body)
      : test_(test), api_(api), options_(options), uses_(uses), names_(names), body_(body) {}

  /// Does the value of statement `i` stand where it is used? REQUIRES: `i` is no call.
  [[nodiscard]] bool is_inline(std::size_t i) const;
  /// Declares the variable of statement `i`, once, if it has one and is no call.
  void declare(std::size_t i);

  /// What is written for the contents of statement `i` where a pointer to them is wanted. REQUIRES: a text or numbers,
  /// declared unless inline.
  [[nodiscard]] std::string pointer_to(std::size_t i, const Parameter& parameter);
  /// What is written for their length, in bytes or elements.
  [[nodiscard]] std::string length_of(std::size_t i);
  /// The numbers of statement `i` in braces: "{1, 2}". REQUIRES: they are numbers.
  [[nodiscard]] std::string elements_of(std::size_t i);
  /// `text` as an expression of type const char*.
  [[nodiscard]] std::string expression_of(std::string_view text);

 private:
  /// What the variable is: `const char*`, `char[]`, std::string, std::vector, std::unique_ptr<char[]>. The array and the vectors are of
  /// bytes where all want these.
  enum class Holder { kPointer, kArray, kString, kVector, kBlock };

  [[nodiscard]] bool is_on_heap(const Uses& uses) const;
  [[nodiscard]] Holder holder_of(std::size_t i) const;
  [[nodiscard]] bool may_be_temporary(std::size_t i) const;
  [[nodiscard]] std::string literal(std::string_view text) const;
  /// "unsigned char" where the variable has elements of its own and all who get it want these, else "char".
  [[nodiscard]] const char* element_of(std::size_t i) const { return uses_[i].only_bytes ? "unsigned char" : "char"; }
  [[nodiscard]] std::string as_pointer(const std::string& expression, const Parameter& parameter) const;
  [[nodiscard]] std::string as_elements(std::size_t i, const std::string& expression, const Parameter& parameter) const;
  void declare_scalar(std::size_t i);
  void declare_text(std::size_t i);
  void declare_text_vector(std::size_t i);
  [[nodiscard]] std::string in_braces(std::string_view text, bool as_bytes) const;
  void declare_numbers(std::size_t i);
  void add_line(std::string line) { body_.lines.push_back(std::move(line)); }

  const TestCase& test_;
  const ApiModel& api_;
  const PrintOptions& options_;
  const std::vector<Uses>& uses_;
  VariableNames& names_;
  Body& body_;
  std::set<std::size_t> declared_;
};

}  // namespace reenact::print
