// LLVM's values as expressions: constants are what they are, anything else is a symbol until the path gets to where it is computed.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "strategy/backward/memory.h"

namespace reenact::backward {

/// One call of a function on a path. Its values are not those of another call.
using ActivationId = std::uint32_t;

/// The pointer that an address is made of.
[[nodiscard]] const llvm::Value& base_of(const llvm::Value& pointer);
/// May that pointer be null? A variable's address is not.
[[nodiscard]] bool may_be_null(const llvm::Value& base);

/// What a symbol stands for.
struct Origin {
  const llvm::Value* value = nullptr;  // null: see `what`
  ActivationId activation = 0;
  std::string what;  // "what strlen returns"
};

class Values {
 public:
  Values(Expressions& expressions, Places& places) : e_(expressions), places_(places) {}

  /// Bits of a value of that type; 0: it is nothing that expressions know (a vector, a struct, x86's long double).
  [[nodiscard]] static unsigned width_of(const llvm::Type& type);
  /// REQUIRES: width_of() its type > 0.
  [[nodiscard]] Expr of(const llvm::Value& value, ActivationId activation);
  /// What a call is passed; none: something that has no width.
  [[nodiscard]] std::optional<std::vector<Expr>> arguments(const llvm::CallBase& call, ActivationId activation);
  /// From now on a parameter of a call, or what is computed in it, is `value`: an object of a test whose place is known.
  void bind(const llvm::Value& bound, ActivationId activation, Expr value) { bound_[{&bound, activation}] = value; }
  void unbind(const llvm::Value& bound, ActivationId activation) { bound_.erase({&bound, activation}); }
  /// A part of a struct held in registers; its type has a width.
  [[nodiscard]] Expr part(const llvm::Value& value, ActivationId activation, std::span<const unsigned> indices,
                          unsigned width);
  /// A value of which nothing is known but whence it comes: "what strlen returns".
  [[nodiscard]] Expr unknown(std::string what, unsigned width);
  /// Of a symbol of of(), part() or unknown(); null: it is another.
  [[nodiscard]] const Origin* origin(Expr symbol) const;

  /// What an instruction without memory computes; none: it is not modelled.
  [[nodiscard]] Expr computed(const llvm::Instruction& instruction, ActivationId activation);
  /// base + indices of a getelementptr.
  [[nodiscard]] Expr address(const llvm::GEPOperator& gep, ActivationId activation);

 private:
  [[nodiscard]] Expr constant(const llvm::Constant& value, ActivationId activation);
  [[nodiscard]] Expr named(const std::string& name, unsigned width, const Origin& origin);
  [[nodiscard]] Expr binary(const llvm::BinaryOperator& operation, Expr a, Expr b);
  [[nodiscard]] Expr integers_compared(llvm::CmpInst::Predicate predicate, Expr a, Expr b);
  [[nodiscard]] Expr floats_compared(llvm::CmpInst::Predicate predicate, Expr a, Expr b);
  [[nodiscard]] Expr cast(const llvm::CastInst& cast, Expr from, unsigned width);
  std::size_t number_of(const llvm::Value& value);

  Expressions& e_;
  Places& places_;
  std::unordered_map<const llvm::Value*, std::size_t> numbers_;
  std::unordered_map<Expr, Origin> origins_;
  std::map<std::pair<const llvm::Value*, ActivationId>, Expr> bound_;
  std::size_t unknowns_ = 0;
};

}  // namespace reenact::backward
