#include "strategy/backward/elements.h"

namespace reenact::backward {
namespace {

/// LLVM writes an access as (type of the whole, type of what is accessed, offset); of a plain `*p` both types are the same.
bool is_plain(const llvm::MDNode* tag) {
  return tag->getNumOperands() >= 2 && tag->getOperand(0) == tag->getOperand(1);
}

}  // namespace

ElementsApart::Plain ElementsApart::plain_of(const Access& one, const Access& other) {
  if (one.tag == nullptr || other.tag == nullptr || is_plain(one.tag) == is_plain(other.tag)) return Plain::kNeither;
  return is_plain(one.tag) ? Plain::kFirst : Plain::kSecond;
}

/// Is one the address of `p[i]`, the other of `q->field`, and q not p?
bool ElementsApart::is_element_and_field(Expr one, Expr other) const {
  const Sum a = sum_of(e_, one), b = sum_of(e_, other);
  const bool first_is_element = a.terms.size() > 1;
  const Sum &element = first_is_element ? a : b, &field = first_is_element ? b : a;
  if (element.terms.size() <= 1 || field.terms.size() > 1) return false;
  if (field.terms.empty()) return places_.under(e_, one) != places_.under(e_, other);
  return !element.terms.contains(field.terms.begin()->first);
}

/// `p[0]`, where p was read from memory, and `q->field`, where q is not p.
bool ElementsApart::is_pointee_and_field(Expr pointee, Expr field) const {
  const Sum a = sum_of(e_, pointee), b = sum_of(e_, field);
  if (a.terms.size() != 1 || b.terms.size() > 1) return false;
  const auto& [pointer, factor] = *a.terms.begin();
  return factor == 1 && e_.is(pointer, Op::kRead) && !b.terms.contains(pointer);
}

bool ElementsApart::are_apart(Expr one, Expr other, Plain plain) const {
  if (is_element_and_field(one, other)) return true;
  if (plain == Plain::kNeither) return false;
  return plain == Plain::kFirst ? is_pointee_and_field(one, other) : is_pointee_and_field(other, one);
}

bool ElementsApart::are_apart(const Access& one, const Access& other) const {
  return are_apart(one.address, other.address, plain_of(one, other));
}

void ElementsApart::remember(Expr question, Expr one, Expr other, Plain plain) {
  if (!e_.is(question, Op::kEq)) return;
  const Expr first = e_[question].a();
  if (plain != Plain::kNeither && first != one && first != other)
    plain = Plain::kNeither;  // simplified: whose it is cannot be told
  else if (plain != Plain::kNeither && first == other)
    plain = plain == Plain::kFirst ? Plain::kSecond : Plain::kFirst;
  open_.insert_or_assign(question, plain);
}

Expr ElementsApart::question(const Access& one, const Access& other) {
  const Expr question = e_.make(Op::kEq, one.address, other.address);
  remember(question, one.address, other.address, plain_of(one, other));
  return question;
}

Expr ElementsApart::answer(Expr before, Expr one, Expr other, Expr after) {
  const auto at = open_.find(before);
  if (at == open_.end()) return after;
  const Plain plain = at->second;
  if (are_apart(one, other, plain)) return e_.truth(false);
  remember(after, one, other, plain);
  return after;
}

}  // namespace reenact::backward
