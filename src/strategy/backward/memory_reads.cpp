// What is read where: constants, tables, and addresses that are one of several.
#include <algorithm>
#include <span>

#include "strategy/backward/memory.h"
#include "symbolic/symbols.h"

namespace reenact::backward {
namespace {

constexpr std::size_t kMostChoices = 64;  // places that one address may be
constexpr std::uint64_t kMostPointers = 32;
constexpr std::uint64_t kMostElements = 512;  // of constant data that is read at an unknown index

}  // namespace

bool Memory::holds_anyway(Expr condition, const symbolic::Assignment& values) {
  Step step;
  for (const symbolic::SymbolId id : symbolic::symbols_of(e_, condition)) {
    const symbolic::Symbol symbol = e_.symbol(id);
    if (symbol.index_width == 0 && !symbol.path.starts_with(kNeverWritten))
      step.done.try_emplace(e_.symbol(symbol.path, symbol.width).value, e_.constant(values.value(id), symbol.width));
  }
  const auto element = [&](Expr at, unsigned bits, Expr read) {
    const auto address = e_.value(at);
    return address ? e_.constant(values.element(e_.symbol_of(e_[read].a()), *address), bits) : read;
  };
  return e_.value(rewrite(condition, element, step, kAll)) == symbolic::Bits{1};
}

Expr Memory::read(Expr address, unsigned bits, const llvm::MDNode* tag) {
  Step step;
  return read(address, bits, tag, step);
}

Expr Memory::read(Expr address, unsigned bits, const llvm::MDNode* tag, Step& step) {
  return read_each(address, bits, step, [&](Expr each) { return plain_read(each, bits, tag); });
}

/// A choice that is a term of the address with a known number of outcomes: `c ? 3 : 5` of `p + (c ? 3 : 5)`. None: there is none.
Expr Memory::choice_in(Expr address) {
  for (const auto& [term, factor] : sum_of(e_, address).terms) {
    std::size_t outcomes = 1;
    Expr rest = term;
    for (; e_.is(rest, Op::kIte) && outcomes <= kMostChoices; rest = e_[rest].c()) {
      // A chain: what is chosen first is no choice again.
      if (e_.is(e_[rest].b(), Op::kIte)) break;
      ++outcomes;
    }
    if (outcomes > 1 && outcomes <= kMostChoices && !e_.is(rest, Op::kIte)) return term;
  }
  return {};
}

/// What lies at `address`, by what lies at each of the places that it may be.
Expr Memory::read_each(Expr address, unsigned bits, Step& step, const std::function<Expr(Expr)>& plain) {
  const Expr choice = step.left_for_choices > 0 ? choice_in(address) : Expr{};
  if (choice == Expr{}) {
    if (const auto known = e_.value(address))
      if (const auto value = places_.constant_at(static_cast<std::uint64_t>(*known), bits))
        return e_.constant(*value, bits);
    const Expr found = element(address, bits);
    return found == Expr{} ? plain(address) : found;
  }
  const std::size_t cost = symbolic::reachable(e_, std::span(&address, 1)).size();
  step.left_for_choices -= std::min(step.left_for_choices, cost);
  const symbolic::Node node = e_[choice];
  const auto with = [&](Expr outcome) {
    return read_each(symbolic::substitute(e_, address, {{choice, outcome}}), bits, step, plain);
  };
  const Expr then = with(node.b()), otherwise = with(node.c());
  return e_.ite(node.a(), then, otherwise);
}

/// `table[i]` of constant data: what lies at base + stride * i; none: it is no such address.
Expr Memory::element(Expr address, unsigned bits) {
  const Sum sum = sum_of(e_, address);
  const Thing* const thing = places_.at(sum.constant);
  if (thing == nullptr || sum.terms.size() != 1 || bits > 64) return {};
  const auto size = places_.constant_size(*thing);
  const auto [index, stride] = *sum.terms.begin();
  const std::uint64_t begin = sum.constant - thing->base, base = thing->base, width = bits / 8;
  // The address of the element with index 0 may lie in the middle: glibc's tables begin at -128.
  if (!size || begin > *size || stride < width || stride > *size) return {};
  const std::uint64_t first = begin % stride, in_front = begin / stride;
  if (first + width > *size) return {};
  const std::uint64_t count = (*size - first - width) / stride + 1;
  if (count > kMostElements) return {};
  std::vector<symbolic::Bits> elements;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto value = places_.constant_at(base + first + i * stride, bits);
    if (!value) return {};
    elements.push_back(*value);
  }
  const Expr number = e_.make(Op::kAdd, index, e_.constant(in_front, 64));
  // Addresses are told apart: what lies behind them is decided then.
  if (bits == 64 && count <= kMostPointers) {
    Expr result = e_.make(Op::kRead, array(bits), address);
    for (std::uint64_t i = count; i-- > 0;)
      result = e_.ite(e_.make(Op::kEq, number, e_.constant(i, 64)), e_.constant(elements[i], 64), result);
    return result;
  }
  // What is behind the table is not known.
  return e_.ite(e_.make(Op::kUlt, number, e_.constant(count, 64)),
                e_.make(Op::kRead, e_.table(elements, kAddressBits, bits), number),
                e_.make(Op::kRead, array(bits), address));
}

Expr Memory::plain_read(Expr address, unsigned bits, const llvm::MDNode* tag) {
  const Expr result = e_.make(Op::kRead, array(bits), address);
  if (const auto [at, is_new] = tags_.try_emplace(result.value, tag); !is_new && at->second != tag)
    at->second = nullptr;
  return result;
}

}  // namespace reenact::backward
