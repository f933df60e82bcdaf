// clang -fpass-plugin=libreenact_concolic_pass.so: the third flavour of the instrumented build (abi/concolic.h).
//
// As the other pass it runs at the start of the pipeline, after memory-to-register promotion only: blocks are the model's, and what it
// adds is optimised with the rest. A loop's counter that is never labelled loses its labels there.
#include <llvm/IR/DebugInfo.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "pass/concolic/labels.h"
#include "pass/instrument.h"

using namespace llvm;

namespace reenact::pass {
namespace {

/// Larger tables are seldom worth their copy in the engine.
constexpr uint64_t kMaxTable = 1 << 16;

/// Is it memory whose bytes never change and hold no addresses?
bool is_table(const GlobalVariable& variable) {
  if (!variable.isConstant() || !variable.hasDefinitiveInitializer() || variable.isThreadLocal()) return false;
  const uint64_t size = variable.getDataLayout().getTypeAllocSize(variable.getValueType());
  if (size < 2 || size > kMaxTable) return false;
  return isa<ConstantDataSequential>(variable.getInitializer()) || variable.getValueType()->isArrayTy();
}

/// A constructor that names the module's constant tables to the runtime.
void register_tables(const Concolic& concolic) {
  SmallVector<GlobalVariable*> tables;
  for (GlobalVariable& each : concolic.module.globals())
    if (is_table(each) && !each.getName().starts_with("reenact.")) tables.push_back(&each);
  if (tables.empty()) return;
  LLVMContext& context = concolic.module.getContext();
  auto* constructor = Function::Create(FunctionType::get(concolic.nothing, false), GlobalValue::InternalLinkage,
                                       "reenact.concolic.tables", concolic.module);
  IRBuilder<> builder(BasicBlock::Create(context, "", constructor));
  for (GlobalVariable* each : tables) {
    const uint64_t size = each->getDataLayout().getTypeAllocSize(each->getValueType());
    builder.CreateCall(concolic.constant, {each, builder.getInt64(size)});
  }
  builder.CreateRetVoid();
  appendToGlobalCtors(concolic.module, constructor, 0);
}

/// Bodies of templates that are instantiated elsewhere (libstdc++'s strings) are there to be inlined only, and what runs is the library's.
/// They are made this unit's, as if the template were not declared extern: so strings are instrumented.
void keep_bodies(Module& module) {
  for (Function& function : module) {
    if (!function.hasAvailableExternallyLinkage()) continue;
    function.setLinkage(GlobalValue::LinkOnceODRLinkage);
    function.setComdat(module.getOrInsertComdat(function.getName()));
  }
}

bool wanted(const Function& function) {
  return !function.isDeclaration() && !function.hasFnAttribute(Attribute::Naked) && !function.isPresplitCoroutine() &&
         !function.getName().starts_with("reenact_concolic_");
}

class ConcolicPass : public PassInfoMixin<ConcolicPass> {
 public:
  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    keep_bodies(module);
    SmallVector<Function*> functions;
    for (Function& function : module)
      if (wanted(function)) functions.push_back(&function);
    if (functions.empty()) return PreservedAnalyses::all();
    DenseMap<Function*, Function*> copies = add_plain_copies(functions);
    use_models(functions);
    const Concolic concolic(module);
    for (Function* function : functions) {
      // What a function promises of memory no longer holds: labels are memory, too.
      function->removeFnAttr(Attribute::Memory);
      for (const Attribute::AttrKind each : {Attribute::NoSync, Attribute::NoFree, Attribute::WillReturn})
        function->removeFnAttr(each);
      stop_forced_inlining(*function);
      FunctionLabels(*function, concolic).add();
      if (Function* copy = copies.lookup(function)) go_over_if_plain(*function, *copy, concolic);
    }
    register_tables(concolic);
    // Who is called what has been told by now (unique_name()), and nobody asks this code for lines: without them it is made in half the time.
    StripDebugInfo(module);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

}  // namespace
}  // namespace reenact::pass

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "reenact-concolic", "1", [](PassBuilder& builder) {
            builder.registerPipelineStartEPCallback([](ModulePassManager& passes, OptimizationLevel) {
              passes.addPass(createModuleToFunctionPassAdaptor(SROAPass(SROAOptions::PreserveCFG)));
              passes.addPass(reenact::pass::ConcolicPass());
            });
          }};
}
