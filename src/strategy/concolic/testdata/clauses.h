// Clauses written in short, for tests.
#pragma once

#include <string_view>
#include <vector>

#include "strategy/concolic/path_condition.h"

namespace reenact::concolic {

class Clauses {
 public:
  using Op = symbolic::Op;

  Expr symbol(std::string_view path) { return e.symbol(path, 32); }
  Expr number(std::int64_t value) { return e.constant(static_cast<symbolic::Bits>(value), 32); }
  Clause at_most(std::string_view path, std::int64_t bound) {
    return clause(e.make(Op::kSle, symbol(path), number(bound)));
  }
  Clause less(std::string_view a, std::string_view b) { return clause(e.make(Op::kSlt, symbol(a), symbol(b))); }
  Clause equal(std::string_view a, std::string_view b) { return clause(e.make(Op::kEq, symbol(a), symbol(b))); }
  Clause equals(std::string_view path, std::int64_t value) {
    return clause(e.make(Op::kEq, symbol(path), number(value)));
  }
  /// Each clause has edges of its own.
  Clause clause(Expr condition) {
    ++edges_;
    return {condition, {edges_, 1}, {edges_, 0}};
  }

  Expressions e;

 private:
  std::uint32_t edges_ = 0;
};

}  // namespace reenact::concolic
