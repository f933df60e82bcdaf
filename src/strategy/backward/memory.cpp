#include "strategy/backward/memory.h"

#include <fmt/format.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TypeBasedAliasAnalysis.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace reenact::backward {
bool may_alias(const llvm::MDNode* a, const llvm::MDNode* b) {
  if (a == nullptr || b == nullptr || a == b) return true;
  static llvm::TargetLibraryInfoImpl library{llvm::Triple("x86_64-unknown-linux-gnu")};
  static llvm::TargetLibraryInfo info(library);
  static llvm::AAResults results(info);
  llvm::SimpleAAQueryInfo query(results);
  llvm::TypeBasedAAResult types;
  const auto somewhere = [](const llvm::MDNode* tag) {
    return llvm::MemoryLocation(nullptr, llvm::LocationSize::beforeOrAfterPointer(),
                                llvm::AAMDNodes(const_cast<llvm::MDNode*>(tag), nullptr, nullptr, nullptr));
  };
  return types.alias(somewhere(a), somewhere(b), query, nullptr) != llvm::AliasResult::NoAlias;
}

Expr Memory::array(unsigned bits) { return e_.array(fmt::format("M{}", bits), kAddressBits, bits); }

/// Of a thing with a place of its own; none: it is not known.
Expr Memory::size_of(const Thing& thing) {
  std::optional<std::uint64_t> size;
  if (thing.variable != nullptr) {
    if (const auto bytes = thing.variable->getAllocationSize(thing.variable->getModule()->getDataLayout()))
      size = bytes->getFixedValue();
  } else if (thing.kind == Thing::Kind::kGlobal && thing.global->getValueType()->isSized()) {
    size = thing.global->getParent()->getDataLayout().getTypeAllocSize(thing.global->getValueType());
  }
  return size ? e_.constant(*size, 64) : Expr{};
}

/// What an address is counted from: the thing that it lies in, or the one pointer that was read from memory. None: it is not known.
Expr Memory::base_in(const Sum& sum) {
  if (const Thing* const thing = places_.at(sum.constant)) return e_.constant(thing->base, kAddressBits);
  Expr base;
  for (const auto& [term, factor] : sum.terms) {
    const bool is_read = e_.is(term, Op::kRead) && factor == 1;
    if (is_read && base != Expr{}) return {};
    if (is_read) base = term;
  }
  return base;
}

Expr Memory::size_behind(Expr address) {
  const auto of = [&](Expr base) {
    const Thing* const thing = e_.value(base) ? places_.at(static_cast<std::uint64_t>(*e_.value(base))) : nullptr;
    const Expr known = thing == nullptr ? Expr{} : size_of(*thing);
    return known != Expr{} ? known : e_.make(Op::kRead, e_.array("size", kAddressBits, 64), base);
  };
  const Expr base = base_in(sum_of(e_, address));
  return base == Expr{} ? of(address) : e_.make(Op::kSub, of(base), e_.make(Op::kSub, address, base));
}

Expr Memory::is_freed(Expr address) {
  return e_.make(Op::kEq, e_.make(Op::kRead, e_.array("freed", kAddressBits, 8), address), e_.constant(1, 8));
}

bool Memory::is_freed_read(Expr read) const {
  return e_.is(read, Op::kRead) && e_.is(e_[read].a(), Op::kArray) &&
         e_.symbol(e_.symbol_of(e_[read].a())).path.starts_with("freed");
}

bool Memory::is_size(Expr read) const {
  return e_.is(read, Op::kRead) && e_.is(e_[read].a(), Op::kArray) &&
         e_.symbol(e_.symbol_of(e_[read].a())).path == "size";
}

bool Memory::reads(Expr condition) {
  if (has_reads_.size() <= condition.index()) has_reads_.resize(std::max(e_.size(), condition.index() + 1));
  if (const auto known = has_reads_[condition.index()]) return *known;
  bool found = e_.is(condition, Op::kRead) && !e_.is(e_[condition].a(), Op::kTable);
  const symbolic::Node node = e_[condition];
  for (unsigned i = 0; i < symbolic::operand_count(node.kind()) && !found; ++i) found = reads(Expr{node.operands[i]});
  has_reads_[condition.index()] = found;
  return found;
}

const std::vector<Expr>& Memory::reads_in(Expr condition) {
  const auto [at, is_new] = reads_in_.try_emplace(condition);
  std::vector<Expr>& found = at->second;  // stays where it is, whatever is asked next
  if (!is_new || !reads(condition)) return found;
  Step step;
  const auto note = [&](Expr, unsigned, Expr read) {
    found.push_back(read);
    return read;
  };
  (void)rewrite(condition, note, step);
  return found;
}

const llvm::MDNode* Memory::tag_of(Expr read) const {
  const auto at = tags_.find(read.value);
  return at == tags_.end() ? nullptr : at->second;
}

Expr Memory::substitute(Expr condition, const std::unordered_map<Expr, Expr>& replacements, Step& step) {
  if (replacements.empty()) return condition;
  for (const auto& [replaced, by] : replacements) step.done.try_emplace(replaced.value, by);
  const Expr first = std::ranges::min_element(replacements, {}, [](const auto& each) { return each.first; })->first;
  return rewrite(condition, [](Expr, unsigned, Expr read) { return read; }, step, first);
}

Expr Memory::rewrite(Expr condition, const Change& change, Step& step, Expr changed_from) {
  // Operands have lower numbers than what is made of them.
  const auto stays = [&](Expr each) {
    return e_[each].is_array() || (changed_from == Expr{} ? !reads(each) : each < changed_from);
  };
  if (stays(condition)) return condition;
  std::vector<Expr> waiting{condition};
  while (!waiting.empty()) {
    const Expr next = waiting.back();
    if (step.done.contains(next.value)) {
      waiting.pop_back();
      continue;
    }
    symbolic::Node node = e_[next];
    const unsigned count = symbolic::operand_count(node.kind());
    const std::size_t before = waiting.size();
    for (unsigned i = 0; i < count; ++i)
      if (const Expr operand{node.operands[i]}; !stays(operand) && !step.done.contains(operand.value))
        waiting.push_back(operand);
    if (waiting.size() > before) continue;
    waiting.pop_back();
    bool changed = false;
    for (unsigned i = 0; i < count; ++i) {
      const auto done = step.done.find(node.operands[i]);
      if (done == step.done.end() || done->second.value == node.operands[i]) continue;
      changed = true;
      node.operands[i] = done->second.value;
    }
    step.done[next.value] = changed_to(next, node, changed, change, step);
  }
  return step.done.lookup(condition.value);
}

/// What becomes of `before`, of which `node` is what its operands were made to.
Expr Memory::changed_to(Expr before, const symbolic::Node& node, bool changed, const Change& change, Step& step) {
  if (node.kind() == Op::kRead && e_.is(node.a(), Op::kArray)) {
    const auto of = [&](Expr each) { return e_.is(each, Op::kRead) ? change(e_[each].b(), node.width, each) : each; };
    // The rules may make more of it, a constant of a table for one.
    if (!changed) return of(before);
    carry_bounds(e_[before].b(), node.b(), change, step);
    if (node.a() != array(node.width))
      return of(is_size(before) ? size_behind(node.b()) : e_.make(Op::kRead, node.a(), node.b()));
    return read_each(node.b(), node.width, step,
                     [&](Expr address) { return of(plain_read(address, node.width, tag_of(before))); });
  }
  if (!changed) return before;
  // is_within() of what was filled or copied, as soon as it is known what that was.
  if ((node.kind() == Op::kUlt || node.kind() == Op::kUle) && leads_elsewhere(e_[before].a(), node.a()))
    return e_.truth(false);
  const bool is_null =
      node.kind() == Op::kEq && e_.width(node.a()) == kAddressBits && e_.value(node.b()) == symbolic::Bits{0};
  const Expr base = is_null ? pointer_counted_from(node.a()) : Expr{};
  const Expr result = base == Expr{} ? e_.make(node) : e_.make(Op::kEq, base, node.b());
  return node.kind() == Op::kEq ? elements_.answer(before, node.a(), node.b(), result) : result;
}

/// `begin` of `begin + 4 * i`: only null plus something could be null, and nobody counts from null. None: it is no such sum.
Expr Memory::pointer_counted_from(Expr address) {
  const Expr base = base_in(sum_of(e_, address));
  if (base == Expr{} || base == address || !e_.is(base, Op::kRead)) return {};
  return accessed_type(tag_of(base)) == "any pointer" ? base : Expr{};
}

Expr Memory::overlapping(Expr read, Expr value, std::int64_t from_value, unsigned bits) {
  const std::int64_t size = e_.width(value) / 8;
  if (from_value >= 0 && from_value + bits / 8 <= size)
    return e_.extract(value, static_cast<unsigned>(from_value) * 8, bits);
  Expr result;
  for (unsigned i = 0; i < bits / 8; ++i) {
    const std::int64_t at = from_value + i;
    const Expr byte =
        at >= 0 && at < size ? e_.extract(value, static_cast<unsigned>(at) * 8, 8) : e_.extract(read, i * 8, 8);
    result = i == 0 ? byte : e_.make(Op::kConcat, byte, result);
  }
  return result;
}

/// Is `offset`, which was `before` until more was known, the way from one thing to another? No copy is as long as that.
bool Memory::leads_elsewhere(Expr before, Expr offset) {
  if (e_.width(offset) != kAddressBits) return false;
  struct Ends {
    std::size_t from = 0, to = 0;
  };
  const auto ends_of = [&](Expr difference) {
    const Sum sum = sum_of(e_, difference);
    Ends ends{.from = places_.at(-sum.constant) != nullptr ? 1U : 0U,
              .to = places_.at(sum.constant) != nullptr ? 1U : 0U};
    for (const auto& [term, factor] : sum.terms) {
      if (!places_.is_allocated(term)) continue;
      ends.to += factor == 1 ? 1 : 0;
      ends.from += factor == -std::uint64_t{1} ? 1 : 0;
    }
    return ends;
  };
  constexpr std::uint64_t kFarthest = std::uint64_t{1} << 31;
  const Ends now = ends_of(offset), were = ends_of(before);
  if (now.from == 1 && now.to == 1) return true;
  // Of two places that are known only their distance is left.
  const auto distance = e_.value(offset);
  const auto far = distance ? static_cast<std::uint64_t>(*distance) : 0;
  return were.from + were.to > 0 && far > kFarthest && far < -kFarthest;
}

void Memory::note_element(Expr address, const Array& of) {
  if (!e_.value(address)) arrays_.insert_or_assign(address, of);
}

/// An address that became another one is still that of an element.
void Memory::carry_bounds(Expr before, Expr after, const Change& change, Step& step) {
  const auto known = arrays_.find(before);
  if (known == arrays_.end() || arrays_.contains(after)) return;
  const Array array = known->second;
  note_element(after, {.begin = rewrite(array.begin, change, step, kAll), .bytes = array.bytes});
}

/// Is the one an element of an array that the other one is no part of? `&keys_[i]` and `&size_`, whatever i is.
bool Memory::is_outside_of_array(Expr element, Expr other) const {
  constexpr std::int64_t kWidest = 16;  // bytes of an access
  const auto known = arrays_.find(element);
  if (known == arrays_.end()) return false;
  const auto is_outside = [&](Expr begin, std::uint64_t bytes) {
    const auto behind = distance(e_, known->second.begin, begin);
    return behind &&
           (*behind >= static_cast<std::int64_t>(known->second.bytes) || *behind <= -static_cast<std::int64_t>(bytes));
  };
  if (is_outside(other, kWidest)) return true;
  const auto array = arrays_.find(other);
  return array != arrays_.end() && is_outside(array->second.begin, array->second.bytes);
}

/// Do they lead into different things? What an allocation gave is none of those that are known to have come to be later on the path,
/// nor what another one gave.
bool Memory::are_apart(Expr a, Expr b) {
  const auto thing_in = [&](Expr address) -> std::optional<Expr> {
    const Sum sum = sum_of(e_, address);
    if (const Thing* const thing = places_.at(sum.constant)) return e_.constant(thing->base, kAddressBits);
    std::optional<Expr> fresh;
    for (const auto& [term, factor] : sum.terms) {
      if (!places_.is_allocated(term)) continue;
      if (fresh || factor != 1) return std::nullopt;
      fresh = term;
    }
    return fresh;
  };
  if (is_outside_of_array(a, b) || is_outside_of_array(b, a)) return true;
  const auto one = thing_in(a), other = thing_in(b);
  return one && other && *one != *other;
}

/// A place in an object's table of virtual functions: nothing writes there.
bool Memory::is_in_table_of_functions(Expr address) const {
  const Sum sum = sum_of(e_, address);
  return sum.terms.size() == 1 && sum.terms.begin()->second == 1 &&
         accessed_type(tag_of(sum.terms.begin()->first)) == "vtable pointer";
}

/// The byte of a value that lies `offset` behind its beginning; behind the value `otherwise`.
Expr Memory::byte_of(Expr value, Expr offset, Expr otherwise) {
  const unsigned width = e_.width(value);
  const Expr bits = e_.make(Op::kMul, offset, e_.constant(8, 64));
  const Expr shifted = e_.make(Op::kLShr, value, width < 64 ? e_.extract(bits, 0, width) : bits);
  return e_.ite(e_.make(Op::kUlt, offset, e_.constant(width / 8, 64)), e_.extract(shifted, 0, 8), otherwise);
}

Memory::Rewritten Memory::before_store(Expr condition, Expr address, Expr value, const llvm::MDNode* tag, Step& step) {
  Rewritten result;
  const std::int64_t size = e_.width(value) / 8;
  result.condition = rewrite(
      condition,
      [&](Expr at, unsigned bits, Expr read) {
        if (is_size(read) || e_[read].a() != array(bits)) return read;
        if (const auto behind = distance(e_, address, at)) {
          if (*behind >= size || *behind + bits / 8 <= 0) return read;
          return overlapping(read, value, *behind, bits);
        }
        if (are_apart(address, at) || is_in_table_of_functions(at)) return read;
        if (!may_alias(tag, tag_of(read))) return read;
        const ElementsApart::Access store{address, tag, e_.width(value)}, later{at, tag_of(read), bits};
        if (elements_apart_) {
          result.is_guess = true;  // by now, or once more is known of the addresses
          if (elements_.are_apart(store, later)) return read;
        }
        if (bits != e_.width(value)) {
          if (bits == 8 && e_.width(value) <= 64) return byte_of(value, e_.make(Op::kSub, at, address), read);
          result.is_guess = true;
          return read;
        }
        return e_.ite(elements_apart_ ? elements_.question(later, store) : e_.make(Op::kEq, at, address), value, read);
      },
      step);
  return result;
}

Memory::Rewritten Memory::before_copy(Expr condition, Expr to, Expr from, Expr count, const llvm::MDNode* members,
                                      Step& step) {
  Rewritten result;
  const auto fixed = e_.value(count);
  result.condition = rewrite(
      condition,
      [&](Expr at, unsigned bits, Expr read) {
        if (is_size(read) || e_[read].a() != array(bits)) return read;
        const Expr offset = e_.make(Op::kSub, at, to);
        const auto copied = [&] { return this->read(e_.make(Op::kAdd, from, offset), bits, tag_of(read), step); };
        if (const auto behind = e_.value(offset); behind && fixed) {
          if (*behind + bits / 8 <= *fixed) return copied();
          if (*behind >= *fixed) return read;
          result.is_guess = true;  // it begins in the copy and ends behind it
          return read;
        }
        if (are_apart(to, at) || is_in_table_of_functions(at)) return read;
        if (elements_apart_ && elements_.is_apart_from_object({at, tag_of(read), bits}, to, members)) {
          result.is_guess = true;
          return read;
        }
        return e_.ite(is_within(offset, bits / 8, count), copied(), read);
      },
      step);
  return result;
}

/// Do `size` bytes at that offset lie within the first `count`? offset < count, offset + size <= count
Expr Memory::is_within(Expr offset, unsigned size, Expr count) {
  if (size == 1) return e_.make(Op::kUlt, offset, count);
  const Expr bytes = e_.constant(size, 64);
  return e_.make(Op::kAnd, e_.make(Op::kUle, bytes, count), e_.make(Op::kUle, offset, e_.make(Op::kSub, count, bytes)));
}

Memory::Rewritten Memory::before_fill(Expr condition, Expr to, Expr byte, Expr count, Step& step) {
  Rewritten result;
  result.condition = rewrite(
      condition,
      [&](Expr at, unsigned bits, Expr read) {
        if (is_size(read) || e_[read].a() != array(bits)) return read;
        Expr filled = byte;
        for (unsigned i = 8; i < bits; i += 8) filled = e_.make(Op::kConcat, filled, byte);
        if (are_apart(to, at) || is_in_table_of_functions(at)) return read;
        return e_.ite(is_within(e_.make(Op::kSub, at, to), bits / 8, count), filled, read);
      },
      step);
  return result;
}

Memory::Rewritten Memory::before_free(Expr condition, Expr pointer, Step& step) {
  Rewritten result;
  std::unordered_map<Expr, Expr> decided;
  for (const Expr read : reads_in(condition)) {
    if (!is_freed_read(read)) continue;
    const Expr at = e_[read].b(), was_freed = e_.make(Op::kEq, read, e_.constant(1, 8));
    constexpr std::int64_t kFarthest = 1LL << 31;
    const auto behind = distance(e_, pointer, at);
    const Thing* const one = places_.under(e_, pointer);
    const Thing* const other = places_.under(e_, at);
    const bool is_known = behind || (one != nullptr && other != nullptr);
    const bool is_it = behind ? *behind >= 0 && *behind < kFarthest : one == other;
    if (is_known && !is_it) continue;
    result.is_guess = result.is_guess || !is_known;
    decided[was_freed] = is_known ? e_.truth(true) : e_.make(Op::kOr, e_.make(Op::kEq, at, pointer), was_freed);
  }
  result.condition = substitute(condition, decided, step);
  return result;
}

Memory::Rewritten Memory::before_anything(Expr condition, std::string_view by, Step& step) {
  if (!reads(condition)) return {condition, false, false};
  if (!step.unknown_memory) step.unknown_memory = ++unknown_memories_;
  const std::size_t number = *step.unknown_memory;
  const Expr result = rewrite(
      condition,
      [&](Expr at, unsigned bits, Expr read) {
        if (is_freed_read(read))
          return e_.make(Op::kRead, e_.array(fmt::format("freed before {} #{}", by, number), 64, bits), at);
        if (is_size(read) || e_[read].a() != array(bits) || is_in_table_of_functions(at)) return read;
        return e_.make(Op::kRead, e_.array(fmt::format("memory behind {} #{} of {} bits", by, number, bits), 64, bits),
                       at);
      },
      step);
  return {result, true, false};
}

/// No value from before is an address in a thing that comes to be: where x has nothing to do with it, `x == address` is false, and x lies
/// at no offset into it (`x - address <= 16` is false).
Expr Memory::without_address(Expr condition, std::uint64_t base) {
  const auto is_in = [&](std::uint64_t address) {
    const Thing* const thing = places_.at(address);
    return thing != nullptr && thing->base == base;
  };
  std::unordered_map<Expr, bool> holds;
  const std::function<bool(Expr)> holds_address = [&](Expr each) -> bool {
    if (const auto known = holds.find(each); known != holds.end()) return known->second;
    const auto value = e_.value(each);
    bool found = value && e_.width(each) == 64 &&
                 (is_in(static_cast<std::uint64_t>(*value)) || is_in(-static_cast<std::uint64_t>(*value)));
    const symbolic::Node node = e_[each];
    for (unsigned i = 0; i < symbolic::operand_count(node.kind()); ++i)
      found = holds_address(Expr{node.operands[i]}) || found;
    return holds[each] = found;
  };
  if (!holds_address(condition)) return condition;
  /// Something else's address less one of the thing's, or the other way round.
  const auto is_offset = [&](Expr each) {
    const Sum sum = sum_of(e_, each);
    const bool leads_away = is_in(sum.constant) && std::ranges::any_of(sum.terms, [](const auto& term) {
                              return term.second == -std::uint64_t{1};
                            });
    return (is_in(-sum.constant) || leads_away) && !sum.terms.empty() &&
           std::ranges::none_of(sum.terms, [&](const auto& term) { return holds_address(term.first); });
  };
  std::unordered_map<Expr, Expr> decided;
  for (const auto& [each, holds_it] : std::unordered_map(holds)) {
    const symbolic::Node node = e_[each];
    if (!holds_it || symbolic::operand_count(node.kind()) != 2 || e_.width(node.a()) != 64) continue;
    if (node.kind() == Op::kEq) {
      const bool left = e_.value(node.a()) && holds.at(node.a()), right = e_.value(node.b()) && holds.at(node.b());
      if ((left && !holds.at(node.b())) || (right && !holds.at(node.a()))) decided.emplace(each, e_.truth(false));
    } else if (node.kind() == Op::kUle || node.kind() == Op::kUlt) {
      if (is_offset(node.a()) && !holds.at(node.b())) decided.emplace(each, e_.truth(false));
      if (is_offset(node.b()) && !holds.at(node.a())) decided.emplace(each, e_.truth(true));
    }
  }
  Step step;
  return substitute(condition, decided, step);
}

Memory::Rewritten Memory::at_start(Expr condition, bool is_nothing_freed, Step& step) {
  Rewritten result;
  result.condition = rewrite(
      condition,
      [&](Expr at, unsigned bits, Expr read) {
        const auto address = e_.value(at);
        if (is_nothing_freed && read == e_.make(Op::kRead, e_.array("freed", kAddressBits, 8), at))
          return e_.constant(0, 8);
        if (is_size(read) || !address || e_[read].a() != array(bits)) return read;
        const auto initial = places_.initial_at(static_cast<std::uint64_t>(*address), bits);
        return initial ? e_.constant(*initial, bits) : read;
      },
      step);
  return result;
}

Memory::Rewritten Memory::before_thing(Expr condition, std::uint64_t base, Expr size,
                                       std::optional<std::uint8_t> initial, Step& step) {
  const Expr start = e_.constant(base, 64);
  const auto is_inside = [&](Expr address) {
    const Thing* const thing = places_.under(e_, address);
    return thing != nullptr && thing->base == base;
  };
  bool reads_unwritten = false;
  Expr result = rewrite(
      condition,
      [&](Expr at, unsigned bits, Expr read) {
        if (!is_inside(at)) return read;
        if (is_freed_read(read)) return e_.constant(0, 8);
        if (is_size(read)) return size == Expr{} ? read : e_.make(Op::kSub, size, e_.make(Op::kSub, at, start));
        if (initial && *initial == 0) return e_.constant(0, bits);
        reads_unwritten = true;
        return e_.symbol(fmt::format("{} #{}", kNeverWritten, ++unknown_values_), bits);
      },
      step);
  // What is asked of one value may stand in another: they get fewer from the inside.
  for (Expr before; before != result;) {
    before = result;
    result = without_address(result, base);
  }
  return {result, false, reads_unwritten};
}

}  // namespace reenact::backward
