// A test's literals as symbols, and back: what a model says of them is a test with the same statements and other literals.
//
//   v0 = 5, v1 = "ab", f(v0, v1)   has the symbols   v0 (32 bits), v1[0], v1[1] (8 bits each)
//   v0 = "ab", f(v0.data, v0.size) has the symbols   v0[0], v0[1], v0:size (64 bits): another size makes the text shorter, or longer by zeros
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "strategy/concolic/path_condition.h"
#include "symbolic/evaluate.h"
#include "testcase/test_case.h"

namespace reenact::concolic {

class TestInputs {
 public:
  /// Both must outlive it.
  TestInputs(const ApiModel& api, Expressions& expressions) : api_(api), expressions_(expressions) {}

  /// The values of all literals of the test that can be symbols.
  [[nodiscard]] symbolic::Assignment values_of(const TestCase& test);
  /// The symbol of an input's number (abi/concolic.h); none: the test has no such literal.
  [[nodiscard]] Expr symbol(const TestCase& test, std::uint64_t number, unsigned width);
  /// What a literal's type demands of it: an enumeration has one of its values, a text no more than kLongest characters. Not to be
  /// negated.
  [[nodiscard]] PathCondition demands(const TestCase& test);
  /// `test` with the model's values; what the model does not name keeps its own. None: a value is not of its type.
  [[nodiscard]] std::optional<TestCase> changed(const TestCase& test, const symbolic::Assignment& model);

  /// Names what two tests must have in common for their path conditions to mean the same: statements, types, sizes of texts that are no
  /// inputs.
  [[nodiscard]] static std::uint64_t shape_of(const TestCase& test);
  /// `test` with each text made `size` characters long by zeros at its end; shorter ones only. What takes a text up to its end sees
  /// no difference, but a solver can now make it longer.
  [[nodiscard]] static TestCase with_longer_texts(const TestCase& test, std::size_t size);

 private:
  /// Longer literals than that are not asked for.
  static constexpr std::size_t kLongest = 4096;
  /// Bits of one element of the literal; 0: it is none, or of a width that runs do not see.
  [[nodiscard]] unsigned width_of(const Statement& statement) const;
  [[nodiscard]] Expr element(std::size_t statement, const Statement& literal, std::size_t index);
  [[nodiscard]] Expr size_of(std::size_t statement);
  /// The bits that a run has for an element, and back.
  [[nodiscard]] symbolic::Bits to_bits(const TestCase& test, const Statement& literal, std::size_t index) const;
  [[nodiscard]] bool set(TestCase& test, Statement& literal, std::size_t index, symbolic::Bits bits) const;

  /// An element of a literal.
  struct Element {
    std::size_t statement = 0, index = 0;
    unsigned width = 0;
    bool is_number = false;  // the literal is one, not an array of them or a text
    bool operator==(const Element&) const = default;
  };
  struct HashOfElement {
    std::size_t operator()(const Element& e) const {
      return (e.index << 24 ^ e.statement << 12 ^ e.width << 1 ^ (e.is_number ? 1 : 0)) * 0x9E3779B97F4A7C15;
    }
  };

  const ApiModel& api_;
  Expressions& expressions_;
  std::unordered_map<Element, Expr, HashOfElement> elements_;  // made so far: all are asked for twice a path
};

}  // namespace reenact::concolic
