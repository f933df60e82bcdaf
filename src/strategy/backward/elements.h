// Which accesses are taken to be apart while tests are composed: elements of arrays, and fields of other objects; characters of texts, and
// numbers and pointers that objects hold.
//
//   numbers_[i] = 3;  ... count_ == 3       count_ is not taken for one of the numbers
//
// Else each store to `numbers_[i]` may be one to every number that an object holds, and formulas double with each. Going backward, a store is
// met before its address is known (`slot(i) = 3`: what slot returns comes later). So a question that had to be left open,
// `&count_ == address`, is remembered, and answered when the address turns out to be an element's.
#pragma once

#include <llvm/IR/Metadata.h>

#include <string_view>
#include <unordered_map>

#include "strategy/backward/address.h"

namespace reenact::backward {

/// "int", "any pointer", "omnipotent char": what LLVM's tag (`!tbaa`) of an access calls the type of what is accessed; "" of null.
[[nodiscard]] std::string_view accessed_type(const llvm::MDNode* tag);

class ElementsApart {
 public:
  /// All must outlive it.
  ElementsApart(Expressions& expressions, const Places& places) : e_(expressions), places_(places) {}

  struct Access {
    Expr address;
    const llvm::MDNode* tag = nullptr;  // LLVM's `!tbaa`, or null
    unsigned bits = 0;                  // how many are accessed; 0: nobody asks
  };
  [[nodiscard]] bool are_apart(const Access& one, const Access& other) const;
  /// The same of an access and of an object at `to` that another one is assigned to, `members` being LLVM's `!tbaa.struct` or null.
  [[nodiscard]] bool is_apart_from_object(const Access& one, Expr to, const llvm::MDNode* members) const;
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
  [[nodiscard]] bool is_text_and_number(const Access& text, const Access& number) const;
  [[nodiscard]] bool share_no_term(Expr one, Expr other) const;
  [[nodiscard]] bool is_pointee_and_field(Expr pointee, Expr field) const;
  void remember(Expr question, Expr one, Expr other, Plain plain);

  Expressions& e_;
  const Places& places_;
  std::unordered_map<Expr, Plain> open_;  // by the order of the question's own operands
};

}  // namespace reenact::backward
