// What a draft's conditions say, and what becomes of them where something is known.
#pragma once

#include <set>
#include <string>

#include "strategy/backward/draft.h"
#include "strategy/backward/trace.h"

namespace reenact::backward {

/// Changes answer false where a condition became false: then the draft is of no use.
class DraftClauses {
 public:
  /// It must outlive this.
  explicit DraftClauses(Workshop& workshop) : workshop_(workshop), e_(workshop.expressions()) {}

  /// Can all hold, and `also` with them? True if the solver does not know.
  [[nodiscard]] bool can_hold(const Draft& draft, Expr also = {});
  /// Does any speak of it? True of what is no symbol.
  [[nodiscard]] bool is_about(const Draft& draft, Expr symbol);
  /// Does any have it as a part?
  [[nodiscard]] bool has_part(const Draft& draft, Expr part);
  /// In how many places does the address of something that is read hang on what is read of the thing at `symbol`, and on something else?
  /// `request[context->backend->header_length + 1]`: once on the context's.
  [[nodiscard]] std::size_t addresses_that_hang_on(const Draft& draft, Expr symbol);
  /// The global variables that it speaks of, as fields of the program model are named: "@counter".
  [[nodiscard]] std::set<std::string> globals_of(const Draft& draft);
  [[nodiscard]] bool replace(Draft& draft, Expr symbol, Expr value);
  /// `value` lies at `address` when what the draft speaks of begins.
  [[nodiscard]] bool store(Draft& draft, Expr address, Expr value);
  /// `count` bytes there are those at `from`.
  [[nodiscard]] bool copy(Draft& draft, Expr address, Expr from, std::uint64_t count);
  /// The thing at `place` is new; `initial`: as Memory::before_thing.
  [[nodiscard]] bool come_to_be(Draft& draft, std::uint64_t place, std::optional<std::uint8_t> initial = std::nullopt,
                                std::uint64_t bytes = 0);
  void demand(Draft& draft, Expr condition) { draft.clauses.push_back({condition, Asked::kWanted, nullptr, 0}); }

 private:
  [[nodiscard]] bool change(Draft& draft, const std::function<Expr(Expr, Memory::Step&)>& how);

  Workshop& workshop_;
  Expressions& e_;
};

}  // namespace reenact::backward
