// To which call an expression is handed over, as far as brackets and names tell: C and C++ as text, without comments and literals.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

namespace reenact {

/// What an expression is.
enum class Operand {
  kCall,   // `f(x)`, told by where its name begins; of `a.f(x)` that of `f`
  kValue,  // `*p`, `table[i]`, `item->next`, told by where it begins
};

/// A statement's text.
class ArgumentPlace {
 public:
  /// `is_operator(i)`: is an overloaded operator called that stands at the i-th character?
  ArgumentPlace(std::string_view code, std::function<bool(std::size_t)> is_operator)
      : code_(code), is_operator_(std::move(is_operator)) {}

  /// Where the names of the calls begin that get what begins at `at`, innermost first: as an argument that is just that, or inside of
  /// one that is just a call which gets it. Of a value that is an arm of `?:`, just that, the `?` stands among them.
  [[nodiscard]] std::vector<std::size_t> receivers(std::size_t at, Operand operand) const;

 private:
  struct Bracket {
    std::size_t callee;    // where the name in front begins; npos: it is no call's
    std::size_t argument;  // where the argument begins that is open
  };
  [[nodiscard]] std::vector<Bracket> open_at(std::size_t at) const;
  [[nodiscard]] std::size_t end_of(std::size_t at, Operand operand) const;
  [[nodiscard]] std::size_t behind_bracket(std::size_t at) const;
  [[nodiscard]] std::size_t conditional_around(std::size_t at) const;
  [[nodiscard]] std::size_t operator_before(std::size_t from, std::size_t at) const;
  [[nodiscard]] std::size_t next(std::size_t at) const;

  std::string_view code_;
  std::function<bool(std::size_t)> is_operator_;
};

}  // namespace reenact
