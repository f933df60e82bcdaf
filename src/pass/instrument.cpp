#include "pass/instrument.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/xxhash.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>
#include <ranges>
#include <vector>

#include "abi/abi.h"

using namespace llvm;

namespace reenact::pass {

Numbering number(Function& function) {
  Numbering result;
  result.function = &function;
  for (BasicBlock& block : function) {
    result.index[&block] = static_cast<uint32_t>(result.blocks.size());
    result.blocks.push_back(&block);
    const unsigned successors = block.getTerminator()->getNumSuccessors();
    if (successors < 2) continue;
    result.first_edge[&block] = result.edge_count;
    result.edge_count += successors;
  }
  return result;
}

std::string absolute_path(StringRef directory, StringRef file) {
  SmallString<256> path;
  if (sys::path::is_absolute(file)) {
    path = file;
  } else {
    path = directory;
    sys::path::append(path, file);
  }
  sys::path::remove_dots(path, true);
  return std::string(path);
}

std::string source_file(const Function& function) {
  const DISubprogram* subprogram = function.getSubprogram();
  return subprogram == nullptr ? std::string() : absolute_path(subprogram->getDirectory(), subprogram->getFilename());
}

std::string unique_name(const Function& function) {
  std::string name = function.getName().str();
  if (!function.hasLocalLinkage() || function.getSubprogram() == nullptr) return name;
  return name + ".unit." + utohexstr(xxh3_64bits(source_file(function)) & 0xffffffff, true, 8);
}

GlobalVariable* private_global(Module& module, Constant* initial, bool is_constant, const Twine& name) {
  auto* global =
      new GlobalVariable(module, initial->getType(), is_constant, GlobalValue::PrivateLinkage, initial, name);
  GlobalValue::SanitizerMetadata sanitizers;
  sanitizers.NoAddress = true;
  global->setSanitizerMetadata(sanitizers);
  return global;
}

Probes::Probes(Module& m) : module(m) {
  LLVMContext& context = m.getContext();
  Type* nothing = Type::getVoidTy(context);
  Type* byte = Type::getInt8Ty(context);
  Type* word = Type::getInt32Ty(context);
  Type* number = Type::getInt64Ty(context);
  Type* real = Type::getDoubleTy(context);
  Type* pointer = PointerType::getUnqual(context);
  function_type = StructType::create(
      context, {pointer, pointer, pointer, word, word, word, byte, byte, word, word, pointer}, "reenact.function");
  frame_type = StructType::create(context, {pointer, word, word}, "reenact.frame");
  top = new GlobalVariable(m, pointer, false, GlobalValue::ExternalLinkage, nullptr, "reenact_top", nullptr,
                           GlobalValue::LocalExecTLSModel);
  compare_int = m.getOrInsertFunction("reenact_compare_int", nothing, pointer, word, word, number, number);
  compare_uint = m.getOrInsertFunction("reenact_compare_uint", nothing, pointer, word, word, number, number);
  compare_float = m.getOrInsertFunction("reenact_compare_float", nothing, pointer, word, word, real, real);
  condition = m.getOrInsertFunction("reenact_condition", nothing, pointer, word, byte);
  switched = m.getOrInsertFunction("reenact_switch", nothing, pointer, word, number, pointer, word);
  compare_text =
      m.getOrInsertFunction("reenact_compare_text", nothing, pointer, word, pointer, pointer, number, byte, byte);
  compare_strings =
      m.getOrInsertFunction("reenact_compare_strings", nothing, pointer, word, pointer, number, pointer, number, byte);
  enter = m.getOrInsertFunction("reenact_enter", nothing, pointer);
  register_module = m.getOrInsertFunction("reenact_register", nothing, pointer, word, word);
}

Instruction* if_enabled(Instruction& point, const Probes& probes, const Descriptor& descriptor) {
  if (descriptor.known_enabled) return &point;
  IRBuilder<> builder(&point);
  Value* flag =
      builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), descriptor.address, offsetof(ReenactFunction, enabled));
  LoadInst* enabled = builder.CreateLoad(builder.getInt8Ty(), flag);
  enabled->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(probes.module.getContext(), {}));
  Value* asked = builder.CreateICmpNE(enabled, builder.getInt8(0));
  MDNode* rarely = MDBuilder(probes.module.getContext()).createBranchWeights(1, 100000);
  return SplitBlockAndInsertIfThen(asked, &point, false, rarely);
}

Instruction* behind_variables(Function& function) {
  BasicBlock::iterator point = function.getEntryBlock().getFirstInsertionPt();
  while (isa<AllocaInst>(*point)) ++point;
  return &*point;
}

void add_context(Instruction& after_entry, const Probes& probes, const Descriptor& descriptor) {
  IRBuilder<> builder(if_enabled(after_entry, probes, descriptor));
  builder.CreateCall(probes.enter, {descriptor.address});
}

void add_block_hits(const Numbering& numbering, const Probes& probes, const Descriptor& descriptor) {
  // An unconditional byte store: cheaper than asking whether anybody reads it.
  for (BasicBlock* block : numbering.blocks) {
    if (isa<CatchSwitchInst>(block->getTerminator())) continue;
    IRBuilder<> builder(&*block->getFirstInsertionPt());
    Value* slot =
        builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), descriptor.hits, numbering.index.lookup(block));
    StoreInst* store = builder.CreateStore(builder.getInt8(1), slot);
    store->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(probes.module.getContext(), {}));
  }
}

namespace {

/// May control leave the straight line here: by a call, a throw or a trap? Only there must the line be known.
bool needs_line(const Instruction& instruction) {
  if (const auto* call = dyn_cast<CallBase>(&instruction)) {
    if (isa<DbgInfoIntrinsic>(call) || isa<LifetimeIntrinsic>(call)) return false;
    if (const auto* intrinsic = dyn_cast<IntrinsicInst>(call))
      return isa<MemIntrinsic>(intrinsic) || intrinsic->getIntrinsicID() == Intrinsic::trap ||
             intrinsic->getIntrinsicID() == Intrinsic::ubsantrap;
    return true;
  }
  switch (instruction.getOpcode()) {
    case Instruction::Load:
    case Instruction::Store:
      // A local variable is always there; what lies at an index in it is reached by another instruction.
      return !isa<AllocaInst>(getLoadStorePointerOperand(&instruction));
    case Instruction::SDiv:
    case Instruction::UDiv:
    case Instruction::SRem:
    case Instruction::URem:
    case Instruction::Shl:  // with UBSan these may trap; the check is emitted later, at the same line
    case Instruction::Unreachable:
    case Instruction::AtomicRMW:
    case Instruction::AtomicCmpXchg:
      return true;
    default:
      return false;
  }
}

/// A UBSan check's failure: marked "no sanitize" like all of the check, yet it is where the program ends.
bool is_trap(const Instruction& instruction) {
  const auto* call = dyn_cast<IntrinsicInst>(&instruction);
  return call != nullptr &&
         (call->getIntrinsicID() == Intrinsic::ubsantrap || call->getIntrinsicID() == Intrinsic::trap);
}

bool returns_twice(const Instruction& instruction) {
  const auto* call = dyn_cast<CallInst>(&instruction);
  return call != nullptr && call->canReturnTwice();
}

/// Emits the probes of one function's frame. Volatile, because a store that no call follows may still be read
/// by the signal handler of the load behind it.
class FrameProbes {
 public:
  FrameProbes(const Numbering& numbering, const Probes& probes, const Descriptor& descriptor)
      : numbering_(numbering), probes_(probes), descriptor_(descriptor) {}

  Instruction* add() {
    enter();
    const ReversePostOrderTraversal<Function*> order(numbering_.function);
    for (BasicBlock* block : order) add_to(*block);
    return after_entry_;
  }

 private:
  /// The entry block is split behind the probes: a local variable below them would be allocated anew at run time, and
  /// none of it optimised.
  static void hoist_allocas(BasicBlock& entry) {
    std::vector<AllocaInst*> fixed;
    for (Instruction& each : entry)
      if (auto* variable = dyn_cast<AllocaInst>(&each); variable != nullptr && variable->isStaticAlloca())
        fixed.push_back(variable);
    for (AllocaInst* variable : std::views::reverse(fixed)) variable->moveBefore(entry, entry.getFirstInsertionPt());
  }

  void enter() {
    BasicBlock& entry = numbering_.function->getEntryBlock();
    hoist_allocas(entry);
    IRBuilder<> builder(behind_variables(*numbering_.function));
    Value* top = builder.CreateThreadLocalAddress(probes_.top);
    caller_ = builder.CreateLoad(builder.getPtrTy(), top, "reenact.caller");
    own_ = builder.CreateConstInBoundsGEP1_32(probes_.frame_type, caller_, 1, "reenact.own");
    line_ = builder.CreateStructGEP(probes_.frame_type, own_, 1);
    store(builder, descriptor_.address, own_);
    store(builder, own_, top);
    after_entry_ = &*builder.GetInsertPoint();
  }

  /// The line known at the block's start: nobody but this function writes it, so it is what all predecessors left. 0 if
  /// they differ, or one comes later (a loop).
  unsigned line_before(const BasicBlock& block) const {
    std::optional<unsigned> common;
    for (const BasicBlock* from : predecessors(&block)) {
      const auto left = line_after_.find(from);
      if (left == line_after_.end() || (common && *common != left->second)) return 0;
      common = left->second;
    }
    return common.value_or(0);
  }

  void add_to(BasicBlock& block) {
    const bool is_entry = &block == &numbering_.function->getEntryBlock();
    unsigned last = line_before(block);
    bool active = !is_entry;
    Touched touched;
    for (auto it = block.begin(); it != block.end(); ++it) {
      Instruction& instruction = *it;
      if (&instruction == after_entry_) active = true;
      if (!active) continue;
      if (isa<LandingPadInst>(instruction)) restore_own_before(&*block.getFirstInsertionPt());
      const DebugLoc& where = instruction.getDebugLoc();
      const bool ours_or_check = instruction.hasMetadata(LLVMContext::MD_nosanitize) && !is_trap(instruction);
      const bool asks = !ours_or_check && !isa<PHINode>(instruction) &&
                        (needs_line(instruction) || is_trap(instruction)) && !safe_by_now(instruction, touched);
      const unsigned scope = numbering_.function->getSubprogram()->getScopeLine();
      const unsigned line = where ? where.getLine() : 0;
      const unsigned shown = line != 0 ? line : is_entry && last == 0 ? scope : last;
      if (asks && shown != 0 && shown != last) {
        last = shown;
        IRBuilder<> builder(&instruction);
        store(builder, builder.getInt32(last), line_);
      }
      if (returns_twice(instruction)) restore_own_before(instruction.getNextNode());
    }
    line_after_[&block] = last;
    leave(block);
  }

  /// Objects read or written earlier in the block, with no call since: their other fields are there too.
  using Touched = SmallPtrSet<const Value*, 8>;

  bool safe_by_now(const Instruction& instruction, Touched& touched) const {
    // Under AddressSanitizer the end of an object that is too small matters.
    if (numbering_.function->hasFnAttribute(Attribute::SanitizeAddress)) return false;
    if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction)) touched.clear();
    const Value* pointer = getLoadStorePointerOperand(&instruction);
    if (pointer == nullptr) return false;
    const DataLayout& layout = probes_.module.getDataLayout();
    APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
    const Value* object = pointer->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/false);
    return !touched.insert(object).second;
  }

  void restore_own_before(Instruction* point) {
    IRBuilder<> builder(point);
    store(builder, own_, builder.CreateThreadLocalAddress(probes_.top));
  }

  void leave(BasicBlock& block) {
    Instruction* end = block.getTerminator();
    if (!isa<ReturnInst>(end)) return;
    if (CallInst* tail = block.getTerminatingMustTailCall()) end = tail;
    IRBuilder<> builder(end);
    store(builder, caller_, builder.CreateThreadLocalAddress(probes_.top));
  }

  void store(IRBuilder<>& builder, Value* value, Value* where) {
    StoreInst* instruction = builder.CreateStore(value, where, /*isVolatile=*/true);
    instruction->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(probes_.module.getContext(), {}));
  }

  const Numbering& numbering_;
  const Probes& probes_;
  const Descriptor& descriptor_;
  DenseMap<const BasicBlock*, unsigned> line_after_;
  Value* caller_ = nullptr;
  Value* own_ = nullptr;
  Value* line_ = nullptr;
  Instruction* after_entry_ = nullptr;
};

}  // namespace

Instruction* add_shadow_stack(const Numbering& numbering, const Probes& probes, const Descriptor& descriptor) {
  return FrameProbes(numbering, probes, descriptor).add();
}

}  // namespace reenact::pass
