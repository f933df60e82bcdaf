#include "pass/function_tables.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <vector>

#include "pass/comparison.h"
#include "pass/instrument.h"

using namespace llvm;

namespace reenact::pass {
namespace {

/// How a field is named so far, from the outer structs that it is in and the inner ones: "struct.a:1", "struct.b".
using Paths = std::vector<std::string>;

Paths in(const Paths& outer, unsigned index) {
  Paths result = outer;
  for (std::string& path : result) path += (path.contains(':') ? "." : ":") + std::to_string(index);
  return result;
}

class Reader {
 public:
  explicit Reader(FunctionTables& tables) : tables_(tables) {}

  void read_constant(const Constant& value, Paths paths) {
    if (const auto* function = dyn_cast<Function>(value.stripPointerCastsAndAliases())) {
      tables_.fields[unique_name(*function)].insert(paths.begin(), paths.end());
    } else if (const auto* aggregate = dyn_cast<ConstantAggregate>(&value)) {
      const auto* type = dyn_cast<StructType>(value.getType());
      // An element of which the index is known has a longer name.
      if (type == nullptr) name_arrays(*aggregate, paths);
      if (type != nullptr && type->hasName()) paths.push_back(type->getName().str());
      for (unsigned i = 0; i < aggregate->getNumOperands(); ++i)
        read_constant(*cast<Constant>(aggregate->getOperand(i)), in(paths, i));
    }
  }

  void read_store(const StoreInst& store) {
    if (!store.getValueOperand()->getType()->isPointerTy()) return;
    if (const std::string field = field_at(store.getPointerOperand()); is_of_a_struct(field))
      read_stored(*store.getValueOperand(), field, 0);
  }

 private:
  /// Standard containers hold no tables.
  static bool is_of_a_struct(StringRef field) {
    return field.contains(':') && !field.starts_with("class.std::") && !field.starts_with("struct.std::");
  }

  void name_arrays(const ConstantAggregate& array, const Paths& paths) {
    for (const Use& element : array.operands())
      if (const auto* function = dyn_cast<Function>(element->stripPointerCastsAndAliases()))
        tables_.fields[unique_name(*function)].insert(paths.begin(), paths.end());
  }

  void read_stored(const Value& value, const std::string& field, int depth) {
    constexpr int kDeepest = 4;
    if (isa<ConstantPointerNull>(value) || loaded_field(&value) == field) return;
    if (const auto* function = dyn_cast<Function>(value.stripPointerCastsAndAliases())) {
      tables_.fields[unique_name(*function)].insert(field);
    } else if ((isa<SelectInst>(value) || isa<PHINode>(value)) && depth < kDeepest) {
      for (const Use& each : cast<User>(value).operands())
        if (each->getType()->isPointerTy()) read_stored(*each, field, depth + 1);
    } else {
      tables_.open.insert(field);
    }
  }

  FunctionTables& tables_;
};

}  // namespace

FunctionTables function_tables(const Module& module) {
  FunctionTables tables;
  Reader reader(tables);
  for (const GlobalVariable& global : module.globals())
    if (global.hasInitializer() && !global.getName().starts_with("_ZT"))
      reader.read_constant(*global.getInitializer(), {});
  for (const Function& function : module)
    for (const Instruction& instruction : instructions(function))
      if (const auto* store = dyn_cast<StoreInst>(&instruction)) reader.read_store(*store);
  // What holds functions alone is of interest.
  std::erase_if(tables.fields, [](const auto& each) { return each.second.empty(); });
  return tables;
}

std::string field_called(const CallBase& call) {
  const std::string field = loaded_field(call.getCalledOperand());
  return field.contains(':') ? field : "";
}

}  // namespace reenact::pass
