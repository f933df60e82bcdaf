// How the arguments of a call are made so that a draft's conditions about them can hold.
//
//   crash(list, name, points)      list.size() == 2 && list[1].y == 5 && name[0] == 'x' && points == null
//   list     two elements; the second is an object that is wanted, of which y == 5 is asked
//   name     a text; the solver says its characters when the test is finished
//   points   null
#pragma once

#include <map>
#include <span>

#include "strategy/backward/draft_clauses.h"

namespace reenact::backward {

/// What a function is passed for one parameter.
struct Given {
  Expr value;
  bool is_address = false;
};

class ArgumentPlanner {
 public:
  /// All must outlive it.
  ArgumentPlanner(Workshop& workshop, const ApiModel& api);

  /// Adds the plans of all parameters of the call to it; `known`: the parameter that has one already. False: one of them cannot be
  /// made.
  [[nodiscard]] bool plan(Draft& draft, PlannedCall& call, std::span<const Given> given,
                          const std::optional<std::pair<std::size_t, Plan>>& known = std::nullopt);

 private:
  /// How a std::vector is filled.
  struct Sequence {
    CallableId make, add;
    std::optional<CallableId> of_values;  // makes it of a literal
    std::uint64_t element = 0;            // bytes
  };
  [[nodiscard]] bool plan_length(Draft& draft, PlannedCall& call, const Parameter& parameter, const Given& given);
  [[nodiscard]] std::optional<Plan> scalar(Draft& draft, const Parameter& parameter, const Given& given);
  [[nodiscard]] bool asks_for_length(const Draft& draft, std::span<const Parameter> parameters, std::size_t measured,
                                     std::span<const Given> given);
  [[nodiscard]] std::optional<Plan> pointed(Draft& draft, const Parameter& parameter, Expr address,
                                            bool has_length = false);
  [[nodiscard]] std::optional<Plan> literal_at(Draft& draft, const Parameter& parameter, Expr address);
  [[nodiscard]] std::optional<Plan> text_object(Draft& draft, TypeId type, Expr address);
  [[nodiscard]] std::optional<Plan> sequence(Draft& draft, const Sequence& how, Expr address);
  [[nodiscard]] std::optional<Plan> sequence_of(Draft& draft, const Sequence& how, Expr address, std::size_t count);
  [[nodiscard]] std::optional<Plan> element(Draft& draft, const Sequence& how, Expr address);
  [[nodiscard]] const Sequence* sequence_for(TypeId type);
  [[nodiscard]] Expr new_place() { return e_.constant(workshop_.places().allocate(Thing::Kind::kText), 64); }
  [[nodiscard]] Expr at(Expr address, std::uint64_t offset) {
    return e_.make(Op::kAdd, address, e_.constant(offset, 64));
  }

  Workshop& workshop_;
  Expressions& e_;
  const ApiModel& api_;
  DraftClauses clauses_;
  std::map<TypeId, std::optional<Sequence>> sequences_;
};

/// The bridge's function for a callable: `void reenact_thunk_7(void* out, void* const* in) { ::new (out) Point{}; }`. It has the code of
/// what nobody wrote: implicit constructors, writes of fields, default arguments.
[[nodiscard]] llvm::Function* thunk_of(const Callable& callable, Bitcode& bitcode);
[[nodiscard]] bool is_thunk(const llvm::Function& body);

}  // namespace reenact::backward
