#include "pass/instrument.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/xxhash.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstdlib>
#include <optional>
#include <ranges>
#include <vector>

#include "abi/abi.h"
#include "pass/conditions.h"

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

Numbering number_with_truths(Function& function) {
  Numbering result = number(function);
  for (Instruction& each : instructions(function))
    if (makes_truth(each)) result.truths.emplace_back(&each, result.all_edges());
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

namespace {

std::vector<std::string> roots() {
  std::vector<std::string> result;
  const char* text = std::getenv("REENACT_ROOTS");
  SmallVector<StringRef> parts;
  StringRef(text == nullptr ? "" : text).split(parts, ':', -1, false);
  for (const StringRef part : parts) result.push_back(part.str());
  return result;
}

bool is_under(StringRef path, const std::vector<std::string>& folders) {
  for (const std::string& folder : folders)
    if (path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/')) return true;
  return false;
}

}  // namespace

bool is_of_roots(const Function& function) {
  static const std::vector<std::string> folders = roots();
  const std::string file = source_file(function);
  return !file.empty() && is_under(file, folders);
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

namespace {

/// A function that never comes to be: lower_markers() replaces its calls.
FunctionCallee marker(Module& module, StringRef name, Type* result, ArrayRef<Type*> parameters, MemoryEffects effects) {
  FunctionCallee callee = module.getOrInsertFunction(name, FunctionType::get(result, parameters, false));
  auto* function = cast<Function>(callee.getCallee());
  function->setMemoryEffects(effects);
  for (const Attribute::AttrKind each : {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoMerge,
                                         Attribute::NoCallback, Attribute::NoFree, Attribute::NoSync})
    function->addFnAttr(each);
  // An instruction's. At no cost, whatever calls small functions is small itself, and is inlined into what calls it, level after level.
  function->addFnAttr("call-inline-cost", "5");
  return callee;
}

}  // namespace

Probes::Probes(Module& m) : module(m) {
  LLVMContext& context = m.getContext();
  Type* nothing = Type::getVoidTy(context);
  Type* byte = Type::getInt8Ty(context);
  Type* word = Type::getInt32Ty(context);
  Type* number = Type::getInt64Ty(context);
  Type* real = Type::getDoubleTy(context);
  Type* pointer = PointerType::getUnqual(context);
  function_type = StructType::create(
      context, {pointer, pointer, pointer, word, word, word, word, byte, byte, word, word, pointer, pointer},
      "reenact.function");
  hit = marker(m, "reenact.hit", nothing, {word}, MemoryEffects::inaccessibleMemOnly());
  push = marker(m, "reenact.push", word, {word}, MemoryEffects::inaccessibleMemOnly());
  // A read that may fault must not be moved past its line: to the optimiser, that changes all memory.
  line = marker(m, "reenact.line", nothing, {word}, MemoryEffects::writeOnly());
  restore = marker(m, "reenact.restore", nothing, {word}, MemoryEffects::inaccessibleMemOnly());
  pop = marker(m, "reenact.pop", nothing, {}, MemoryEffects::inaccessibleMemOnly());
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
  for (BasicBlock* block : numbering.blocks) {
    if (isa<CatchSwitchInst>(block->getTerminator())) continue;
    IRBuilder<> builder(&*block->getFirstInsertionPt());
    builder.CreateCall(probes.hit, {builder.getInt32(descriptor.first_hit + numbering.index.lookup(block))});
  }
}

namespace {

bool may_leave(const Instruction& instruction) {
  if (const auto* call = dyn_cast<CallBase>(&instruction)) {
    if (isa<DbgInfoIntrinsic>(call) || isa<LifetimeIntrinsic>(call) || marker_of(*call) != Marker::kNone) return false;
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

}  // namespace

Exits::Exits(const Function& function)
    : address_sanitizer_(function.hasFnAttribute(Attribute::SanitizeAddress)), layout_(function.getDataLayout()) {}

bool Exits::operator()(const Instruction& instruction) {
  const bool ours_or_check = instruction.hasMetadata(LLVMContext::MD_nosanitize) && !is_trap(instruction);
  return !ours_or_check && may_leave(instruction) && !is_safe_by_now(instruction);
}

bool Exits::is_safe_by_now(const Instruction& instruction) {
  // Under AddressSanitizer the end of an object that is too small matters.
  if (address_sanitizer_) return false;
  if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction)) touched_.clear();
  const Value* pointer = getLoadStorePointerOperand(&instruction);
  if (pointer == nullptr) return false;
  APInt offset(layout_.getIndexTypeSizeInBits(pointer->getType()), 0);
  const Value* object = pointer->stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/false);
  return !touched_.insert(object).second;
}

bool returns_twice(const Instruction& instruction) {
  const auto* call = dyn_cast<CallInst>(&instruction);
  return call != nullptr && call->canReturnTwice();
}

void store_probe(IRBuilder<>& builder, Value* value, Value* where) {
  StoreInst* instruction = builder.CreateStore(value, where, /*isVolatile=*/true);
  instruction->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(builder.getContext(), {}));
}

namespace {

/// Emits the markers of one function's frame.
class FrameMarkers {
 public:
  FrameMarkers(const Numbering& numbering, const Probes& probes, const Descriptor& descriptor)
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
    hoist_allocas(numbering_.function->getEntryBlock());
    IRBuilder<> builder(behind_variables(*numbering_.function));
    // Its place says whose marker it is, wherever that is inlined.
    DISubprogram* subprogram = numbering_.function->getSubprogram();
    builder.SetCurrentDebugLocation(DILocation::get(builder.getContext(), subprogram->getScopeLine(), 0, subprogram));
    own_ = mark(builder, probes_.push, {builder.getInt32(descriptor_.index)});
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
    Exits is_exit(*numbering_.function);
    for (auto it = block.begin(); it != block.end(); ++it) {
      Instruction& instruction = *it;
      if (&instruction == after_entry_) active = true;
      if (!active) continue;
      if (isa<LandingPadInst>(instruction)) restore_own_before(&*block.getFirstInsertionPt());
      const DebugLoc& where = instruction.getDebugLoc();
      const unsigned scope = numbering_.function->getSubprogram()->getScopeLine();
      const unsigned line = where ? where.getLine() : 0;
      const unsigned shown = line != 0 ? line : is_entry && last == 0 ? scope : last;
      const bool may_leave = is_exit(instruction);
      // Two throws that became one have no line.
      if (auto* call = dyn_cast<CallBase>(&instruction); call != nullptr && may_leave)
        call->addFnAttr(Attribute::NoMerge);
      if (may_leave && shown != 0 && shown != last) {
        last = shown;
        IRBuilder<> builder(&instruction);
        mark(builder, probes_.line, {builder.getInt32(last)});
      }
      if (returns_twice(instruction)) restore_own_before(instruction.getNextNode());
    }
    line_after_[&block] = last;
    leave(block);
  }

  void restore_own_before(Instruction* point) {
    IRBuilder<> builder(point);
    mark(builder, probes_.restore, {own_});
  }

  void leave(BasicBlock& block) {
    Instruction* end = block.getTerminator();
    if (!isa<ReturnInst>(end)) return;
    if (CallInst* tail = block.getTerminatingMustTailCall()) end = tail;
    IRBuilder<> builder(end);
    mark(builder, probes_.pop, {});
  }

  static Value* mark(IRBuilder<>& builder, const FunctionCallee& marker, ArrayRef<Value*> arguments) {
    return builder.CreateCall(marker, arguments);
  }

  const Numbering& numbering_;
  const Probes& probes_;
  const Descriptor& descriptor_;
  DenseMap<const BasicBlock*, unsigned> line_after_;
  Value* own_ = nullptr;
  Instruction* after_entry_ = nullptr;
};

}  // namespace

Instruction* add_shadow_stack(const Numbering& numbering, const Probes& probes, const Descriptor& descriptor) {
  return FrameMarkers(numbering, probes, descriptor).add();
}

void stop_forced_inlining(Function& function) {
  constexpr unsigned kMostOwn = 8;  // instructions: a getter, or one that hands on to another
  if (!function.hasFnAttribute(Attribute::AlwaysInline) || function.hasAvailableExternallyLinkage()) return;
  if (function.getInstructionCount() <= kMostOwn) return;
  for (const Instruction& each : instructions(function))
    if (const auto* variable = dyn_cast<AllocaInst>(&each); variable != nullptr && !variable->isStaticAlloca()) return;
  function.removeFnAttr(Attribute::AlwaysInline);
  function.addFnAttr(Attribute::NoInline);
}

}  // namespace reenact::pass
