#include "pass/vtables.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "pass/instrument.h"

using namespace llvm;

namespace reenact::pass {
namespace {

bool is_vtable(const GlobalVariable& global) {
  return global.getName().starts_with("_ZTV") || global.getName().starts_with("_ZTC");
}

bool is_cplusplus(const Function& function) {
  const DISubprogram* program = function.getSubprogram();
  if (program == nullptr || program->getUnit() == nullptr) return false;
  return dwarf::isCPlusPlus(static_cast<dwarf::SourceLanguage>(program->getUnit()->getSourceLanguage()));
}

/// "hn16_" or "v0_n24_" at the beginning.
StringRef behind_call_offset(StringRef name) {
  const bool is_virtual = name.consume_front("v");
  if (!is_virtual && !name.consume_front("h")) return name;
  for (int parts = is_virtual ? 2 : 1; parts > 0; --parts) name = name.substr(name.find('_') + 1);
  return name;
}

/// In front of the functions stand offsets and the type's description.
void add_table(const ConstantArray& table, std::map<std::string, std::set<unsigned>>& found) {
  const auto function_at = [&](unsigned i) {
    return dyn_cast<Function>(table.getOperand(i)->stripPointerCastsAndAliases());
  };
  unsigned first = 0;
  while (first < table.getNumOperands() && function_at(first) == nullptr) ++first;
  for (unsigned i = first; i < table.getNumOperands(); ++i)
    if (const Function* function = function_at(i); function != nullptr)
      found[function_of_thunk(unique_name(*function))].insert(i - first);
}

}  // namespace

std::optional<unsigned> slot_of(const CallBase& call) {
  const auto* entry = dyn_cast<LoadInst>(call.getCalledOperand());
  if (entry == nullptr || !is_cplusplus(*call.getFunction())) return std::nullopt;
  const DataLayout& layout = call.getModule()->getDataLayout();
  APInt offset(layout.getIndexTypeSizeInBits(entry->getPointerOperandType()), 0);
  const Value* place = entry->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
  const auto* vtable = dyn_cast<LoadInst>(place);
  if (vtable == nullptr || offset.isNegative()) return std::nullopt;
  // `this` is the first argument, or the second where the result is returned through the first one.
  const Value* object = vtable->getPointerOperand()->stripInBoundsConstantOffsets();
  for (unsigned i = 0; i < std::min(2u, call.arg_size()); ++i)
    if (call.getArgOperand(i)->stripInBoundsConstantOffsets() == object)
      return static_cast<unsigned>(offset.getZExtValue() / layout.getPointerSize());
  return std::nullopt;
}

bool is_in_vtable(const User& user) {
  if (const auto* global = dyn_cast<GlobalVariable>(&user)) return is_vtable(*global);
  if (!isa<ConstantAggregate>(user) && !isa<ConstantExpr>(user)) return false;
  return !user.use_empty() && all_of(user.users(), [](const User* each) { return is_in_vtable(*each); });
}

std::map<std::string, std::set<unsigned>> virtual_functions(const Module& module) {
  std::map<std::string, std::set<unsigned>> found;
  for (const GlobalVariable& global : module.globals()) {
    if (!is_vtable(global) || !global.hasInitializer()) continue;
    for (const Use& table : global.getInitializer()->operands())
      if (const auto* entries = dyn_cast<ConstantArray>(table.get())) add_table(*entries, found);
  }
  return found;
}

std::string function_of_thunk(StringRef name) {
  StringRef rest = name;
  if (!rest.consume_front("_ZT") || rest.empty() || !StringRef("hvc").contains(rest.front())) return name.str();
  const bool is_covariant = rest.consume_front("c");
  rest = behind_call_offset(rest);
  if (is_covariant) rest = behind_call_offset(rest);
  return "_Z" + rest.str();
}

}  // namespace reenact::pass
