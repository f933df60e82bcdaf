#include "strategy/backward/elements.h"

#include <algorithm>

namespace reenact::backward {

std::string_view accessed_type(const llvm::MDNode* tag) {
  if (tag == nullptr || tag->getNumOperands() < 2) return {};
  const auto* const type = llvm::dyn_cast<llvm::MDNode>(tag->getOperand(1));
  const auto* const name =
      type == nullptr || type->getNumOperands() == 0 ? nullptr : llvm::dyn_cast<llvm::MDString>(type->getOperand(0));
  return name == nullptr ? std::string_view{} : std::string_view(name->getString());
}

namespace {

/// LLVM writes an access as (type of the whole, type of what is accessed, offset); of a plain `*p` both types are the same.
bool is_plain(const llvm::MDNode* tag) {
  return tag->getNumOperands() >= 2 && tag->getOperand(0) == tag->getOperand(1);
}

constexpr std::string_view kCharacter = "omnipotent char";

/// Of a text, as far as it tells.
bool is_character(const ElementsApart::Access& access) {
  const std::string_view type = accessed_type(access.tag);
  return access.bits == 8 && (type.empty() || type == kCharacter);
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

/// Is the first one an address that has nothing to do with the other one?
bool ElementsApart::share_no_term(Expr one, Expr other) const {
  const Sum a = sum_of(e_, one), b = sum_of(e_, other);
  return !a.terms.empty() &&
         std::ranges::none_of(b.terms, [&](const auto& term) { return a.terms.contains(term.first); });
}

/// A character behind a pointer, and a number or pointer of something that the pointer is not made of. C++ lets a `char*` look into
/// any object; what a caller passes as a text is none.
bool ElementsApart::is_text_and_number(const Access& text, const Access& number) const {
  const std::string_view written = accessed_type(number.tag);
  // Without a tag are accesses of models of the library: a container's length.
  const bool is_number = written.empty() ? number.bits > 8 : written != kCharacter;
  return is_number && is_character(text) && share_no_term(text.address, number.address);
}

bool ElementsApart::is_apart_from_object(const Access& one, Expr to, const llvm::MDNode* members) const {
  if (members == nullptr || !is_character(one) || !share_no_term(one.address, to)) return false;
  for (unsigned i = 2; i < members->getNumOperands(); i += 3)  // (offset, size, tag) of each
    if (accessed_type(llvm::dyn_cast_or_null<llvm::MDNode>(members->getOperand(i))) == kCharacter) return false;
  return true;
}

bool ElementsApart::are_apart(Expr one, Expr other, Plain plain) const {
  if (is_element_and_field(one, other)) return true;
  if (plain == Plain::kNeither) return false;
  return plain == Plain::kFirst ? is_pointee_and_field(one, other) : is_pointee_and_field(other, one);
}

bool ElementsApart::are_apart(const Access& one, const Access& other) const {
  return are_apart(one.address, other.address, plain_of(one, other)) || is_text_and_number(one, other) ||
         is_text_and_number(other, one);
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
