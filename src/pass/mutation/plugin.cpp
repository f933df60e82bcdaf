// clang -fpass-plugin=libreenact_mutation_pass.so: puts small faults into the functions of the files in REENACT_MUTATED (':' between
// them), each asleep until the program's variable `reenact_mutant` has its number; appends to REENACT_MUTANTS_OUT a line for each:
// number, file, line, column, what it does, with tabs between them. So one build holds all mutants.
//
// A fault that one source line has in two units (an inline function) has one number. The faults are those of classic mutation testing:
// another comparison, another operation, a constant that is one more, a call of no result that is left out.
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/xxhash.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstdlib>
#include <map>
#include <string>
#include <utility>

#include "pass/instrument.h"

using namespace llvm;

namespace reenact::pass {
namespace {

using Predicate = CmpInst::Predicate;
using Operation = Instruction::BinaryOps;

/// `<` and `<=` are exchanged, `==` and `!=`; none: nothing is put in its place.
std::pair<Predicate, const char*> other(Predicate predicate) {
  switch (predicate) {
    case CmpInst::ICMP_EQ:
      return {CmpInst::ICMP_NE, "== becomes !="};
    case CmpInst::ICMP_NE:
      return {CmpInst::ICMP_EQ, "!= becomes =="};
    case CmpInst::ICMP_SLT:
      return {CmpInst::ICMP_SLE, "< becomes <="};
    case CmpInst::ICMP_ULT:
      return {CmpInst::ICMP_ULE, "< becomes <="};
    case CmpInst::FCMP_OLT:
      return {CmpInst::FCMP_OLE, "< becomes <="};
    case CmpInst::ICMP_SLE:
      return {CmpInst::ICMP_SLT, "<= becomes <"};
    case CmpInst::ICMP_ULE:
      return {CmpInst::ICMP_ULT, "<= becomes <"};
    case CmpInst::FCMP_OLE:
      return {CmpInst::FCMP_OLT, "<= becomes <"};
    case CmpInst::ICMP_SGT:
      return {CmpInst::ICMP_SGE, "> becomes >="};
    case CmpInst::ICMP_UGT:
      return {CmpInst::ICMP_UGE, "> becomes >="};
    case CmpInst::FCMP_OGT:
      return {CmpInst::FCMP_OGE, "> becomes >="};
    case CmpInst::ICMP_SGE:
      return {CmpInst::ICMP_SGT, ">= becomes >"};
    case CmpInst::ICMP_UGE:
      return {CmpInst::ICMP_UGT, ">= becomes >"};
    case CmpInst::FCMP_OGE:
      return {CmpInst::FCMP_OGT, ">= becomes >"};
    case CmpInst::FCMP_OEQ:
      return {CmpInst::FCMP_UNE, "== becomes !="};
    case CmpInst::FCMP_UNE:
      return {CmpInst::FCMP_OEQ, "!= becomes =="};
    default:
      return {predicate, nullptr};
  }
}

/// Never one that can divide by zero: the other's value is computed whether it is wanted or not.
std::pair<Operation, const char*> other(Operation operation) {
  switch (operation) {
    case Instruction::Add:
      return {Instruction::Sub, "+ becomes -"};
    case Instruction::Sub:
      return {Instruction::Add, "- becomes +"};
    case Instruction::Mul:
      return {Instruction::Add, "* becomes +"};
    case Instruction::SDiv:
    case Instruction::UDiv:
      return {Instruction::Mul, "/ becomes *"};
    case Instruction::SRem:
    case Instruction::URem:
      return {Instruction::Mul, "% becomes *"};
    case Instruction::And:
      return {Instruction::Or, "& becomes |"};
    case Instruction::Or:
      return {Instruction::And, "| becomes &"};
    case Instruction::Xor:
      return {Instruction::And, "^ becomes &"};
    case Instruction::Shl:
      return {Instruction::LShr, "<< becomes >>"};
    case Instruction::LShr:
    case Instruction::AShr:
      return {Instruction::Shl, ">> becomes <<"};
    case Instruction::FAdd:
      return {Instruction::FSub, "+ becomes -"};
    case Instruction::FSub:
      return {Instruction::FAdd, "- becomes +"};
    case Instruction::FMul:
      return {Instruction::FAdd, "* becomes +"};
    case Instruction::FDiv:
      return {Instruction::FMul, "/ becomes *"};
    default:
      return {operation, nullptr};
  }
}

bool makes_or_ends_object(const Function& callee) {
  ItaniumPartialDemangler name;
  return !name.partialDemangle(callee.getName().str().c_str()) && name.isCtorOrDtor();
}

class Mutator {
 public:
  Mutator(Module& module, raw_ostream& out)
      : out_(out), chosen_(module.getOrInsertGlobal("reenact_mutant", Type::getInt64Ty(module.getContext()))) {}

  void mutate(Function& function) {
    file_ = source_file(function);
    name_ = unique_name(function);
    times_.clear();
    SmallVector<Instruction*> all;
    for (Instruction& each : instructions(function))
      if (each.getDebugLoc() && each.getDebugLoc().getLine() != 0) all.push_back(&each);
    for (Instruction* each : all) mutate(*each);
  }

 private:
  void mutate(Instruction& instruction) {
    if (auto* compare = dyn_cast<CmpInst>(&instruction))
      mutate_comparison(*compare);
    else if (auto* operation = dyn_cast<BinaryOperator>(&instruction))
      mutate_operation(*operation);
    // Not where the compiler notes how a block is left (-fno-discard-value-names).
    else if (auto* store = dyn_cast<StoreInst>(&instruction);
             store != nullptr && !store->getPointerOperand()->getName().starts_with("cleanup."))
      mutate_constant(*store, 0);
    else if (auto* result = dyn_cast<ReturnInst>(&instruction))
      mutate_constant(*result, 0);
    else if (auto* call = dyn_cast<CallInst>(&instruction))
      leave_out(*call);
  }

  void mutate_comparison(CmpInst& compare) {
    const auto [predicate, what] = other(compare.getPredicate());
    if (what == nullptr || compare.getType()->isVectorTy()) return;
    IRBuilder<> builder(compare.getNextNode());
    replace(compare, builder, builder.CreateCmp(predicate, compare.getOperand(0), compare.getOperand(1)), what);
  }

  void mutate_operation(BinaryOperator& operation) {
    const auto [code, what] = other(operation.getOpcode());
    // A truth value's `not` is an xor: the comparison it is made of has its own mutant.
    if (what == nullptr || operation.getType()->isVectorTy() || operation.getType()->isIntegerTy(1)) return;
    IRBuilder<> builder(operation.getNextNode());
    Value* left = operation.getOperand(0);
    replace(operation, builder, builder.CreateBinOp(code, left, operation.getOperand(1)), what);
  }

  /// What is stored or returned.
  void mutate_constant(Instruction& instruction, unsigned operand) {
    if (instruction.getNumOperands() <= operand) return;
    auto* value = dyn_cast<ConstantInt>(instruction.getOperand(operand));
    if (value == nullptr || value->getBitWidth() > 64) return;
    const bool truth = value->getBitWidth() == 1;
    const APInt next = truth ? ~value->getValue() : value->getValue() + 1;
    SmallString<24> from, to;
    value->getValue().toStringSigned(from);
    next.toStringSigned(to);
    IRBuilder<> builder(&instruction);
    const std::string what = truth ? "the truth value is turned round" : (from + " becomes " + to).str();
    instruction.setOperand(operand,
                           builder.CreateSelect(is_chosen(builder, instruction, what), builder.getInt(next), value));
  }

  void leave_out(CallInst& call) {
    const Function* callee = call.getCalledFunction();
    if (!call.getType()->isVoidTy() || callee == nullptr || callee->isIntrinsic() || call.doesNotReturn()) return;
    if (call.isMustTailCall() || makes_or_ends_object(*callee)) return;
    IRBuilder<> builder(&call);
    Value* const left =
        builder.CreateNot(is_chosen(builder, call, "the call of " + demangle(callee->getName()) + " is left out"));
    Instruction* const end = SplitBlockAndInsertIfThen(left, &call, false);
    call.moveBefore(end);
  }

  void replace(Instruction& original, IRBuilder<>& builder, Value* mutated, const char* what) {
    Value* const both = builder.CreateSelect(is_chosen(builder, original, what), mutated, &original);
    original.replaceUsesWithIf(both, [&](const Use& use) { return use.getUser() != both; });
  }

  /// The condition under which the fault is awake; tells of it.
  Value* is_chosen(IRBuilder<>& builder, const Instruction& at, const std::string& what) {
    const unsigned line = at.getDebugLoc().getLine(), column = at.getDebugLoc().getCol();
    const std::string place = file_ + '\t' + std::to_string(line) + '\t' + std::to_string(column) + '\t' + what;
    const unsigned time = times_[place]++;
    const uint64_t number = xxh3_64bits(name_ + '\t' + place + '\t' + std::to_string(time)) | 1;  // 0: none is awake
    out_ << number << '\t' << place << '\n';
    Type* const word = builder.getInt64Ty();
    return builder.CreateICmpEQ(builder.CreateLoad(word, chosen_), builder.getInt64(number));
  }

  raw_ostream& out_;
  Constant* chosen_;
  std::string file_, name_;
  std::map<std::string, unsigned> times_;  // of one kind at one place, in one function
};

/// At once: several compilers may write to the same file.
void append(const std::string& text, const char* path) {
  std::error_code failed;
  raw_fd_ostream out(path, failed, sys::fs::OF_Append);
  if (failed) report_fatal_error(Twine(path) + ": " + failed.message());
  out.SetUnbuffered();
  out << text;
}

class MutationPass : public PassInfoMixin<MutationPass> {
 public:
  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    const char* const files = std::getenv("REENACT_MUTATED");
    const char* const path = std::getenv("REENACT_MUTANTS_OUT");
    if (files == nullptr || path == nullptr) return PreservedAnalyses::all();
    SmallVector<StringRef> mutated;
    StringRef(files).split(mutated, ':', -1, false);
    SmallVector<Function*> functions;
    for (Function& function : module)
      if (!function.isDeclaration() && !function.hasAvailableExternallyLinkage() &&
          is_contained(mutated, StringRef(source_file(function))))
        functions.push_back(&function);
    if (functions.empty()) return PreservedAnalyses::all();
    std::string text;
    raw_string_ostream lines(text);
    Mutator mutator(module, lines);
    for (Function* each : functions) mutator.mutate(*each);
    append(text, path);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

}  // namespace
}  // namespace reenact::pass

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "reenact-mutation", "1", [](PassBuilder& builder) {
            builder.registerPipelineStartEPCallback(
                [](ModulePassManager& passes, OptimizationLevel) { passes.addPass(reenact::pass::MutationPass()); });
          }};
}
