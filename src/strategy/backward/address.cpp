#include "strategy/backward/address.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Module.h>

namespace reenact::backward {
namespace {

using symbolic::Bits;

void add_terms(const Expressions& e, Expr expr, std::uint64_t factor, Sum& sum) {
  const symbolic::Node node = e[expr];
  const auto constant_of = [&](Expr each) { return e.value(each); };
  switch (node.kind()) {
    case Op::kConstant:
      sum.constant += factor * static_cast<std::uint64_t>(*e.value(expr));
      return;
    case Op::kAdd:
      add_terms(e, node.a(), factor, sum);
      add_terms(e, node.b(), factor, sum);
      return;
    case Op::kSub:
      add_terms(e, node.a(), factor, sum);
      add_terms(e, node.b(), -factor, sum);
      return;
    case Op::kNeg:
      add_terms(e, node.a(), -factor, sum);
      return;
    case Op::kMul:
      if (const auto by = constant_of(node.b()))
        return add_terms(e, node.a(), factor * static_cast<std::uint64_t>(*by), sum);
      break;
    case Op::kShl:
      if (const auto by = constant_of(node.b()); by && *by < 64)
        return add_terms(e, node.a(), factor << static_cast<unsigned>(*by), sum);
      break;
    default:
      break;
  }
  if ((sum.terms[expr] += factor) == 0) sum.terms.erase(expr);
}

}  // namespace

Sum sum_of(const Expressions& expressions, Expr e) {
  Sum sum;
  add_terms(expressions, e, 1, sum);
  return sum;
}

std::optional<std::int64_t> distance(const Expressions& expressions, Expr a, Expr b) {
  if (a == b) return 0;
  const Sum from = sum_of(expressions, a), to = sum_of(expressions, b);
  if (from.terms != to.terms) return std::nullopt;
  return static_cast<std::int64_t>(to.constant - from.constant);
}

std::uint64_t Places::add(Thing thing) {
  thing.base = kFirst + kApart * things_.size();
  things_.push_back(std::move(thing));
  return things_.back().base;
}

std::uint64_t Places::of(llvm::GlobalValue& global) {
  const auto [at, is_new] = globals_.try_emplace(Bitcode::name_of(global), 0);
  if (is_new) {
    const bool is_function = llvm::isa<llvm::Function>(global);
    auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(&global);
    at->second = add({.kind = is_function ? Thing::Kind::kFunction : Thing::Kind::kGlobal,
                      .global = variable != nullptr ? &bitcode_.definition_of(*variable) : &global});
  }
  return at->second;
}

std::uint64_t Places::of(const llvm::AllocaInst& variable, std::uint32_t activation) {
  const auto [at, is_new] = locals_.try_emplace({&variable, activation}, 0);
  if (is_new) at->second = add({.kind = Thing::Kind::kLocal, .variable = &variable, .activation = activation});
  return at->second;
}

std::uint64_t Places::allocate(Thing::Kind kind) { return add({.kind = kind}); }

std::uint64_t Places::table(const std::string& name, const std::function<std::vector<std::uint8_t>()>& make) {
  const auto [at, is_new] = globals_.try_emplace("a table of the C library: " + name, 0);
  if (is_new) {
    Thing thing{.kind = Thing::Kind::kTable};
    thing.bytes = make();
    at->second = add(std::move(thing));
  }
  return at->second;
}

const Thing* Places::at(std::uint64_t address) const {
  // A little before the base is before the thing, not behind the one before.
  if (address + kApart / 2 < kFirst) return nullptr;
  const std::uint64_t number = (address + kApart / 2 - kFirst) / kApart;
  return number < things_.size() ? &things_[number] : nullptr;
}

const Thing* Places::under(const Expressions& expressions, Expr address) const {
  return at(sum_of(expressions, address).constant);
}

std::optional<Bits> Places::bits_at(const Thing& thing, std::uint64_t offset, unsigned bits) {
  auto* const variable = llvm::dyn_cast_or_null<llvm::GlobalVariable>(thing.global);
  if (variable == nullptr || !variable->hasInitializer() || bits > 64 || bits % 8 != 0) return std::nullopt;
  const llvm::DataLayout& layout = variable->getParent()->getDataLayout();
  if (offset + bits / 8 > layout.getTypeAllocSize(variable->getValueType())) return std::nullopt;
  llvm::Constant* const initial = variable->getInitializer();
  llvm::LLVMContext& context = variable->getContext();
  const llvm::APInt where(64, offset);
  // A pointer in a table first: its bits are no number to LLVM.
  if (bits == 64)
    if (llvm::Constant* held =
            llvm::ConstantFoldLoadFromConst(initial, llvm::PointerType::getUnqual(context), where, layout)) {
      llvm::APInt behind(64, 0);
      llvm::Value* const base = held->stripAndAccumulateConstantOffsets(layout, behind, true);
      if (llvm::isa<llvm::ConstantPointerNull>(base)) return behind.getZExtValue();
      if (auto* const global = llvm::dyn_cast<llvm::GlobalValue>(base)) return of(*global) + behind.getZExtValue();
    }
  llvm::Constant* const held =
      llvm::ConstantFoldLoadFromConst(initial, llvm::IntegerType::get(context, bits), where, layout);
  const auto* const number = llvm::dyn_cast_or_null<llvm::ConstantInt>(held);
  return number == nullptr ? std::nullopt : std::optional<Bits>(number->getZExtValue());
}

std::optional<std::uint64_t> Places::constant_size(const Thing& thing) const {
  if (thing.kind == Thing::Kind::kTable) return thing.bytes.size();
  const auto* const variable = llvm::dyn_cast_or_null<llvm::GlobalVariable>(thing.global);
  if (variable == nullptr || !variable->isConstant() || !variable->hasInitializer()) return std::nullopt;
  return variable->getParent()->getDataLayout().getTypeAllocSize(variable->getValueType()).getFixedValue();
}

std::optional<Bits> Places::constant_at(std::uint64_t address, unsigned bits) {
  const Thing* const thing = at(address);
  if (thing == nullptr || address < thing->base || !constant_size(*thing)) return std::nullopt;
  if (thing->kind != Thing::Kind::kTable) return initial_at(address, bits);
  const std::uint64_t offset = address - thing->base;
  if (bits % 8 != 0 || bits > 64 || offset + bits / 8 > thing->bytes.size()) return std::nullopt;
  Bits value = 0;
  for (unsigned i = bits / 8; i-- > 0;) value = value << 8 | thing->bytes[offset + i];
  return value;
}

std::optional<Bits> Places::initial_at(std::uint64_t address, unsigned bits) {
  const Thing* const found = at(address);
  if (found == nullptr) return std::nullopt;
  const Thing thing = *found;  // things move when one is added
  return address < thing.base ? std::nullopt : bits_at(thing, address - thing.base, bits);
}

}  // namespace reenact::backward
