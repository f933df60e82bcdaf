// clang -fpass-plugin=libreenact_pass.so: instruments the functions whose source lies under one of the
// folders of REENACT_ROOTS (':' between them) and writes their control flow to REENACT_MODEL_OUT. With REENACT_LEAVE_OUT_PROGRAMS, of a
// unit that defines main that is all: it is marked, and no code is made of it.
//
// It runs at the start of the pipeline, after memory-to-register promotion only, so that blocks and branches
// mirror the source; everything after it optimises as usual: -O1 speed with -O0 structure.
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/Path.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <cstdlib>
#include <fstream>

#include "abi/abi.h"
#include "abi/model_keys.h"
#include "pass/arguments.h"
#include "pass/instrument.h"

using namespace llvm;

namespace reenact::pass {
namespace {

bool wanted(const Function& function) {
  if (function.isDeclaration() || function.hasAvailableExternallyLinkage()) return false;
  if (function.hasFnAttribute(Attribute::Naked)) return false;
  // A coroutine leaves and enters at every suspension, perhaps on another stack: our frames would not nest.
  if (function.isPresplitCoroutine()) return false;
  // A thunk corrects `this` and jumps on: no debugger shows a frame of it.
  if (const DISubprogram* program = function.getSubprogram(); program != nullptr && program->isThunk()) return false;
  return is_of_roots(function);
}

/// Private arrays and one row of the descriptor table per function, and a constructor that registers the
/// table.
std::vector<Descriptor> emit_descriptors(const std::vector<Numbering>& functions, const Probes& probes) {
  Module& module = probes.module;
  LLVMContext& context = module.getContext();
  Type* byte = Type::getInt8Ty(context);
  Type* word = Type::getInt32Ty(context);
  const auto array = [&](Type* element, uint64_t count, const Twine& name) {
    return private_global(module, Constant::getNullValue(ArrayType::get(element, std::max<uint64_t>(count, 1))), false,
                          name);
  };
  // All hits of the unit in one array: after each test the runtime looks at those of many functions.
  uint64_t block_count = 0;
  for (const Numbering& numbering : functions) block_count += numbering.blocks.size();
  GlobalVariable* all_hits = array(byte, block_count, "reenact.hits");
  uint64_t first_hit = 0;
  std::vector<Constant*> rows;
  std::vector<Descriptor> descriptors(functions.size());
  for (size_t i = 0; i < functions.size(); ++i) {
    const Numbering& numbering = functions[i];
    Constant* hits = ConstantExpr::getInBoundsGetElementPtr(byte, all_hits, ConstantInt::get(word, first_hit));
    descriptors[i].first_hit = static_cast<uint32_t>(first_hit);
    descriptors[i].index = static_cast<uint32_t>(i);
    first_hit += numbering.blocks.size();
    GlobalVariable* edges = array(Type::getFloatTy(context), numbering.all_edges(), "reenact.edges");
    GlobalVariable* name = private_global(
        module, ConstantDataArray::getString(context, unique_name(*numbering.function)), true, "reenact.name");
    rows.push_back(ConstantStruct::get(
        probes.function_type,
        {name, hits, edges, ConstantInt::get(word, numbering.blocks.size()),
         ConstantInt::get(word, numbering.all_edges()), ConstantInt::get(word, numbering.edge_count),
         ConstantInt::get(word, 0), ConstantInt::get(byte, 0), ConstantInt::get(byte, 0), ConstantInt::get(word, 0),
         ConstantInt::get(word, 0), ConstantPointerNull::get(PointerType::getUnqual(context)),
         ConstantPointerNull::get(PointerType::getUnqual(context))}));
  }
  auto* table_type = ArrayType::get(probes.function_type, rows.size());
  GlobalVariable* table = private_global(module, ConstantArray::get(table_type, rows), false, "reenact.functions");
  for (size_t i = 0; i < functions.size(); ++i) {
    Constant* indices[] = {ConstantInt::get(word, 0), ConstantInt::get(word, i)};
    descriptors[i].address = ConstantExpr::getInBoundsGetElementPtr(table_type, table, ArrayRef<Constant*>(indices));
  }
  auto* constructor = Function::Create(FunctionType::get(Type::getVoidTy(context), false), GlobalValue::InternalLinkage,
                                       "reenact.register", module);
  IRBuilder<> builder(BasicBlock::Create(context, "", constructor));
  builder.CreateCall(probes.register_module, {table, builder.getInt32(static_cast<uint32_t>(rows.size())),
                                              builder.getInt32(REENACT_ABI_VERSION)});
  builder.CreateRetVoid();
  appendToGlobalCtors(module, constructor, 0);
  return descriptors;
}

/// A program is left out of what is searched (REENACT_LEAVE_OUT_PROGRAMS): its model is all that is asked for, so no code is made of it.
bool is_program_to_leave_out(const Module& module) {
  if (std::getenv("REENACT_LEAVE_OUT_PROGRAMS") == nullptr) return false;
  const Function* const main = module.getFunction("main");
  return main != nullptr && !main->isDeclaration() && main->hasExternalLinkage();
}

void forget_bodies(Module& module) {
  for (Function& function : module) {
    if (function.isDeclaration()) continue;
    function.dropAllReferences();
    function.removeFnAttr(Attribute::PresplitCoroutine);
    new UnreachableInst(module.getContext(), BasicBlock::Create(module.getContext(), "", &function));
  }
}

/// Keeps throws and aborts apart that headers of libraries bring, as `at()` of std::string: where those of two calls are inlined and become
/// one, nobody can tell at which line it was.
void keep_ends_apart(Module& module) {
  for (Function& function : module)
    for (Instruction& each : instructions(function))
      if (auto* call = dyn_cast<CallBase>(&each); call != nullptr && call->doesNotReturn())
        call->addFnAttr(Attribute::NoMerge);
}

/// Keeps blocks of the heap that are written and freed, but never read: an unoptimised build, as the report's may be, has them, and what is
/// written behind their end is found.
void keep_blocks(Module& module) {
  static const StringSet<> kOfBlocks = {"malloc", "calloc", "realloc", "free", "strdup", "strndup"};
  static constexpr StringRef kNewAndDelete[] = {"_Znw", "_Zna", "_Zdl", "_Zda"};
  for (Function& function : module)
    for (Instruction& each : instructions(function)) {
      auto* call = dyn_cast<CallBase>(&each);
      const Function* called = call == nullptr ? nullptr : call->getCalledFunction();
      if (called == nullptr) continue;
      const auto begins = [&](StringRef name) { return called->getName().starts_with(name); };
      if (!kOfBlocks.contains(called->getName()) && none_of(kNewAndDelete, begins)) continue;
      call->removeFnAttr(Attribute::Builtin);
      call->addFnAttr(Attribute::NoBuiltin);
    }
}

class ReenactPass : public PassInfoMixin<ReenactPass> {
 public:
  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    std::vector<Numbering> functions;
    for (Function& function : module)
      if (wanted(function)) functions.push_back(number_with_truths(function));
    const char* const path = std::getenv("REENACT_MODEL_OUT");
    if (path != nullptr) {
      write_model(functions, path);
      write_arguments(functions, std::string(path) + model_file::kCallersSuffix);
    }
    if (is_program_to_leave_out(module)) {
      if (path != nullptr) std::ofstream(std::string(path) + model_file::kProgramSuffix);
      forget_bodies(module);
      return PreservedAnalyses::none();
    }
    if (functions.empty()) return PreservedAnalyses::all();

    keep_ends_apart(module);
    keep_blocks(module);
    const Probes probes(module);
    const std::vector<Descriptor> descriptors = emit_descriptors(functions, probes);
    for (size_t i = 0; i < functions.size(); ++i) add_probes(functions[i], probes, descriptors[i]);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }

 private:
  static void add_probes(const Numbering& numbering, const Probes& probes, const Descriptor& descriptor) {
    Function& function = *numbering.function;
    const unsigned own = function.getInstructionCount();
    stop_forced_inlining(function);
    if (Function* copy = copy_of(numbering)) {
      Descriptor of_copy = descriptor;
      of_copy.known_enabled = true;
      add_all_probes(number_with_truths(*copy), probes, of_copy);
      add_block_hits(numbering, probes, descriptor);
      add_shadow_stack(numbering, probes, descriptor);
      go_over_if_enabled(function, *copy, probes, descriptor);
    } else {
      add_all_probes(numbering, probes, descriptor);
    }
    keep_inlinable(function, own);
  }

  static void add_all_probes(const Numbering& numbering, const Probes& probes, const Descriptor& descriptor) {
    add_block_hits(numbering, probes, descriptor);
    Instruction* after_entry = add_shadow_stack(numbering, probes, descriptor);
    add_branch_distances(numbering, probes, descriptor);
    add_context(*after_entry, probes, descriptor);
  }
};

class LowerMarkersPass : public PassInfoMixin<LowerMarkersPass> {
 public:
  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    lower_markers(module);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

}  // namespace
}  // namespace reenact::pass

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "reenact", "1", [](PassBuilder& builder) {
            builder.registerPipelineStartEPCallback([](ModulePassManager& passes, OptimizationLevel) {
              passes.addPass(createModuleToFunctionPassAdaptor(SROAPass(SROAOptions::PreserveCFG)));
              passes.addPass(reenact::pass::ReenactPass());
            });
            builder.registerOptimizerLastEPCallback([](ModulePassManager& passes, OptimizationLevel) {
              passes.addPass(reenact::pass::LowerMarkersPass());
            });
          }};
}
