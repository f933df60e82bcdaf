// dynamic_cast by the classes that the program has: an object's table of virtual functions says which one it is of.
#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>

#include "strategy/backward/library_models.h"

namespace reenact::backward {
namespace {

constexpr std::uint64_t kFirstFunction = 16;  // bytes of a table in front of where objects point
constexpr std::size_t kMostClasses = 64;

using TypeInfo = llvm::GlobalVariable;

/// What a type's information names (Itanium C++ ABI, 2.9.5).
struct Bases {
  std::vector<TypeInfo*> types;
  bool is_first = false;  // one public base, where the object begins: the type is told by __si_class_type_info
};
Bases bases_of(TypeInfo& type, Bitcode& bitcode) {
  Bases bases;
  TypeInfo& defined = bitcode.definition_of(type);
  const auto* const parts =
      defined.hasInitializer() ? llvm::dyn_cast<llvm::ConstantStruct>(defined.getInitializer()) : nullptr;
  // In front are what the information itself is, and the type's name.
  for (unsigned i = 2; parts != nullptr && i < parts->getNumOperands(); ++i)
    if (auto* const base = llvm::dyn_cast<TypeInfo>(parts->getOperand(i)->stripPointerCasts()))
      bases.types.push_back(base);
  bases.is_first = parts != nullptr && parts->getNumOperands() == 3 && bases.types.size() == 1;
  return bases;
}

/// How one type comes from another.
enum class Descent : std::uint8_t { kNone, kFirstBases /* at the same address */, kOther };

Descent descent(TypeInfo& from, const llvm::StringRef ancestor, Bitcode& bitcode) {
  if (from.getName() == ancestor) return Descent::kFirstBases;
  Descent result = Descent::kNone;
  const Bases bases = bases_of(from, bitcode);
  for (TypeInfo* base : bases.types) {
    const Descent below = descent(*base, ancestor, bitcode);
    if (below == Descent::kNone) continue;
    result = bases.is_first ? below : Descent::kOther;
  }
  return result;
}

/// The type that a table of virtual functions is of: what is in front of the first function. Null: nothing says it.
TypeInfo* type_of(const llvm::GlobalVariable& table) {
  const auto* const groups = llvm::dyn_cast<llvm::ConstantStruct>(table.getInitializer());
  const auto* const first = groups == nullptr ? nullptr : llvm::dyn_cast<llvm::ConstantArray>(groups->getOperand(0));
  if (first == nullptr || first->getNumOperands() < 2) return nullptr;
  return llvm::dyn_cast<TypeInfo>(first->getOperand(1)->stripPointerCasts());
}

}  // namespace

llvm::GlobalVariable* LibraryModels::variable_at(Expr address) {
  const auto known = e_.value(address);
  const Thing* const thing = known ? places_.at(static_cast<std::uint64_t>(*known)) : nullptr;
  return thing == nullptr ? nullptr : llvm::dyn_cast_or_null<llvm::GlobalVariable>(thing->global);
}

/// `arguments`: the object, its static type, the wanted type, and where the one is in the other.
std::optional<LibraryModel> LibraryModels::dynamic_cast_to(std::span<const Expr> arguments) {
  TypeInfo* const from = variable_at(arguments[1]);
  TypeInfo* const wanted = variable_at(arguments[2]);
  if (from == nullptr || wanted == nullptr) return std::nullopt;
  const Expr object = arguments[0], table = memory_.read(object, 64);
  Expr is_known = e_.truth(false), is_none = e_.truth(false);
  const Expr unknown =
      values_.unknown(fmt::format("dynamic_cast to {} of another class", llvm::demangle(wanted->getName().str())), 64);
  Expr result = unknown;
  const Expr elsewhere = values_.unknown("another part of an object", 63);
  std::size_t classes = 0;
  for (llvm::GlobalVariable* each : bitcode_.variables_named("_ZTV")) {
    TypeInfo* const type = type_of(*each);
    if (type == nullptr) continue;
    const Descent is_object = descent(*type, from->getName(), bitcode_);
    // Of an object of several bases any table may be seen: that is left open.
    if (is_object != Descent::kFirstBases || ++classes > kMostClasses) continue;
    const Expr is_it = e_.make(Op::kEq, table, number_of(places_.of(*each) + kFirstFunction));
    const Descent has = descent(*type, wanted->getName(), bitcode_);
    // Never null: the lowest bit is not 0.
    const Expr part = e_.make(Op::kConcat, elsewhere, e_.constant(1, 1));
    is_known = e_.make(Op::kOr, is_known, is_it);
    if (has == Descent::kNone)
      is_none = e_.make(Op::kOr, is_none, is_it);
    else
      result = e_.ite(is_it, has == Descent::kFirstBases ? object : part, result);
  }
  // Which of them it is stands at the beginning: one path for "is one", one for "is none".
  LibraryModel model;
  model.cases = {{.holds = e_.negation(is_none), .result = result, .exact = is_known},
                 {.holds = is_none, .result = number_of(0)}};
  model.cases.front().result_is_zero =
      e_.make(Op::kAnd, e_.negation(is_known), e_.make(Op::kEq, unknown, number_of(0)));
  return model;
}

}  // namespace reenact::backward
