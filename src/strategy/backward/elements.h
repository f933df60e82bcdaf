// Which accesses are taken to be apart while tests are composed: elements of arrays, and fields of other objects.
//
//   numbers_[i] = 3;  ... count_ == 3       count_ is not taken for one of the numbers
//
// Else each store to `numbers_[i]` may be one to every number that an object holds, and formulas double with each. Going backward, a store is
// met before its address is known (`slot(i) = 3`: what slot returns comes later). So a question that had to be left open,
// `&count_ == address`, is remembered, and answered when the address turns out to be an element's.
#pragma once

#include <llvm/IR/Metadata.h>

#include <unordered_map>

#include "strategy/backward/address.h"

namespace reenact::backward {

class ElementsApart {
 public:
  /// All must outlive it.
  ElementsApart(Expressions& expressions, const Places& places) : e_(expressions), places_(places) {}

  struct Access {
    Expr address;
    const llvm::MDNode* tag = nullptr;  // LLVM's `!tbaa`, or null
  };
  [[nodiscard]] bool are_apart(const Access& one, const Access& other) const;
  /// `one.address == other.address`, remembered as a question.
  [[nodiscard]] Expr question(const Access& one, const Access& other);
  /// What became of `before`, whose operands were rewritten to `one` and `other`, when it was `after`: false, or `after`, remembered.
  [[nodiscard]] Expr answer(Expr before, Expr one, Expr other, Expr after);

 private:
  /// A question's operand that is accessed as a plain number where the other is accessed as a member: `*p` and `q->count`.
  enum class Plain : std::uint8_t { kNeither, kFirst, kSecond };
  [[nodiscard]] static Plain plain_of(const Access& one, const Access& other);
  [[nodiscard]] bool are_apart(Expr one, Expr other, Plain plain) const;
  [[nodiscard]] bool is_element_and_field(Expr one, Expr other) const;
  [[nodiscard]] bool is_pointee_and_field(Expr pointee, Expr field) const;
  void remember(Expr question, Expr one, Expr other, Plain plain);

  Expressions& e_;
  const Places& places_;
  std::unordered_map<Expr, Plain> open_;  // by the order of the question's own operands
};

}  // namespace reenact::backward
