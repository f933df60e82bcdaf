// Block hits and the shadow stack, put in place after inlining. Until then functions bear markers, calls of functions
// that do not exist: hit(block), push(function) at the entry, line(n), pop() at returns, and restore(push's result) where
// an exception or longjmp comes back to the function. They stand in the way of optimisations as little as can be. Here it
// is known which functions lie in one function of the machine code: they share a frame, and one store of a site
// (abi/abi.h) tells all their lines.
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "abi/abi.h"
#include "pass/instrument.h"

using namespace llvm;

namespace reenact::pass {

Marker marker_of(const Instruction& instruction) {
  const auto* call = dyn_cast<CallInst>(&instruction);
  const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  if (callee == nullptr || !callee->getName().starts_with("reenact.")) return Marker::kNone;
  return StringSwitch<Marker>(callee->getName())
      .Case("reenact.hit", Marker::kHit)
      .Case("reenact.push", Marker::kPush)
      .Case("reenact.line", Marker::kLine)
      .Case("reenact.restore", Marker::kRestore)
      .Case("reenact.pop", Marker::kPop)
      .Default(Marker::kNone);
}

namespace {

uint32_t number_in(const Instruction& marker) {
  return static_cast<uint32_t>(cast<ConstantInt>(cast<CallInst>(marker).getArgOperand(0))->getZExtValue());
}

/// A function that is active at some point of the code.
struct Active {
  uint32_t function = 0;
  uint32_t line = 0;            // 0: not known
  const Value* push = nullptr;  // null: one of several
  bool operator==(const Active&) const = default;
};
/// All of them, outermost first: the same each time control comes by.
using Stack = std::vector<Active>;

/// What two ways to the same point have in common.
Stack meet(const Stack& a, const Stack& b) {
  Stack result;
  for (size_t i = 0; i < std::min(a.size(), b.size()) && a[i].function == b[i].function; ++i)
    result.push_back(
        {a[i].function, a[i].line == b[i].line ? a[i].line : 0, a[i].push == b[i].push ? a[i].push : nullptr});
  return result;
}

uint32_t meet(uint32_t a, uint32_t b) { return a == b ? a : 0; }

/// A push whose result `value` is: of several that blocks copied by the optimiser have, any.
const CallInst* push_of(const Value* value) {
  for (int steps = 0; steps < 16; ++steps) {
    const auto* either = dyn_cast<PHINode>(value);
    if (either == nullptr) break;
    value = either->getIncomingValue(0);
  }
  return dyn_cast<CallInst>(value);
}

void restore(Stack& stack, const Value* own) {
  const CallInst* push = push_of(own);
  if (push == nullptr) return;
  const auto is_own = [&](const Active& each) { return each.push == own || each.push == push; };
  const auto is_same = [&](const Active& each) { return each.function == number_in(*push); };
  auto found = std::find_if(stack.rbegin(), stack.rend(), is_own);
  if (found == stack.rend()) found = std::find_if(stack.rbegin(), stack.rend(), is_same);
  if (found != stack.rend()) stack.erase(found.base(), stack.end());
}

void follow(const Instruction& instruction, Stack& stack) {
  switch (marker_of(instruction)) {
    case Marker::kPush:
      stack.push_back({number_in(instruction), 0, &instruction});
      break;
    case Marker::kLine:
      if (!stack.empty()) stack.back().line = number_in(instruction);
      break;
    case Marker::kRestore:
      restore(stack, cast<CallInst>(instruction).getArgOperand(0));
      break;
    case Marker::kPop:
      if (!stack.empty()) stack.pop_back();
      break;
    case Marker::kHit:
    case Marker::kNone:
      break;
  }
}

/// The unit's table of sites.
class Sites {
 public:
  uint32_t of(const Stack& stack) {
    uint32_t site = 0;
    for (const Active& each : stack) {
      const auto [known, is_new] = numbers_.try_emplace({each.function, site, each.line}, 1 + table_.size());
      if (is_new) table_.push_back({each.function, site, each.line});
      site = known->second;
    }
    return site;
  }

  [[nodiscard]] std::vector<ReenactSite> table() const {
    std::vector<ReenactSite> result{{UINT32_MAX, 0, 0}};
    result.insert(result.end(), table_.begin(), table_.end());
    return result;
  }

 private:
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> numbers_;
  std::vector<ReenactSite> table_;
};

/// One function of the machine code.
class Lowering {
 public:
  Lowering(Function& function, GlobalVariable& unit, Sites& sites) : function_(function), unit_(unit), sites_(sites) {}

  /// Does the function have a frame now?
  bool run() {
    for (Instruction& each : instructions(function_))
      if (marker_of(each) != Marker::kNone) markers_.push_back(&each);
    if (markers_.empty()) return false;
    know_stacks();
    for (BasicBlock* block : order_) collect_steps(*block);
    collect_loops();
    know_sites();
    if (has_exits_) {
      enter();
      for (BasicBlock* block : order_) lower(*block);
    }
    for (Instruction* marker : markers_) marker->dropAllReferences();
    for (Instruction* marker : markers_) {
      marker->replaceAllUsesWith(PoisonValue::get(marker->getType()));
      marker->eraseFromParent();
    }
    return has_exits_;
  }

 private:
  /// Where the frame's site is needed or lost.
  struct Step {
    Instruction* where;
    uint32_t needed;  // 0: any
    uint32_t left;    // 0: not known
  };

  /// What all predecessors that are known yet leave.
  template <typename Left>
  static Left before(const BasicBlock& block, const std::map<const BasicBlock*, Left>& after) {
    std::optional<Left> common;
    for (const BasicBlock* from : predecessors(&block))
      if (const auto left = after.find(from); left != after.end())
        common = common ? meet(*common, left->second) : left->second;
    return common.value_or(Left());
  }

  /// What each block leaves, `compute`d from what those before it do. It can only become less, so this ends.
  template <typename Left, typename Compute>
  void until_stable(std::map<const BasicBlock*, Left>& after, Compute compute) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const BasicBlock* block : order_) {
        Left now = compute(*block, before(*block, after));
        const auto [known, is_new] = after.try_emplace(block, now);
        now = meet(known->second, now);
        changed = changed || is_new || known->second != now;
        known->second = std::move(now);
      }
    }
  }

  void know_stacks() {
    until_stable(stack_after_, [](const BasicBlock& block, Stack stack) {
      for (const Instruction& each : block) follow(each, stack);
      return stack;
    });
  }

  void collect_steps(BasicBlock& block) {
    Stack stack = before(block, stack_after_);
    Exits is_exit(function_);
    for (Instruction& each : block) {
      const bool was_empty = stack.empty();
      follow(each, stack);
      if (stack.empty()) continue;
      if (was_empty)
        steps_[&block].push_back({&each, 0, 0});  // calls made without a frame have used its place
      else if (is_exit(each))
        add_exit(each, stack);
    }
  }

  void add_exit(Instruction& where, Stack stack) {
    if (stack.back().line == 0) stack.back().line = own_line(where, stack.back());
    const uint32_t site = sites_.of(stack);
    steps_[where.getParent()].push_back({&where, site, returns_twice(where) ? 0 : site});
    has_exits_ = true;
  }

  /// The line of an instruction that was moved away from its marker; 0 if it is not one of `active`.
  static uint32_t own_line(const Instruction& instruction, const Active& active) {
    const DebugLoc& where = instruction.getDebugLoc();
    if (!where || active.push == nullptr) return 0;
    const DebugLoc& entry = cast<Instruction>(active.push)->getDebugLoc();
    const bool is_its = entry && entry->getScope()->getSubprogram() == where->getScope()->getSubprogram();
    return is_its ? where.getLine() : 0;
  }

  /// Loops that may go round with no exit on the way: nothing but a time-out ends them.
  void collect_loops() {
    const DominatorTree dominators(function_);
    const LoopInfo loops(dominators);
    for (const Loop* loop : loops.getLoopsInPreorder()) {
      SmallVector<BasicBlock*> latches;
      loop->getLoopLatches(latches);
      const auto is_passed = [&](const BasicBlock* block) {
        return steps_.contains(block) &&
               all_of(latches, [&](const BasicBlock* latch) { return dominators.dominates(block, latch); });
      };
      const Stack& stack = stack_after_[latches.front()];
      if (!stack.empty() && none_of(loop->blocks(), is_passed)) add_exit(*latches.front()->getTerminator(), stack);
    }
  }

  void know_sites() {
    until_stable(site_after_, [&](const BasicBlock& block, uint32_t site) {
      const auto steps = steps_.find(&block);
      return steps == steps_.end() ? site : steps->second.back().left;
    });
  }

  void enter() {
    Module& module = *function_.getParent();
    IRBuilder<> builder(behind_variables(function_));
    top_ = module.getNamedGlobal("reenact_top");
    LoadInst* caller = builder.CreateLoad(builder.getPtrTy(), builder.CreateThreadLocalAddress(top_), "reenact.caller");
    caller->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(builder.getContext(), {}));
    caller_ = caller;
    own_ = builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), caller_, sizeof(ReenactFrame), "reenact.own");
    site_ = builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), own_, offsetof(ReenactFrame, site));
  }

  void lower(BasicBlock& block) {
    Stack stack = before(block, stack_after_);
    uint32_t site = before(block, site_after_);
    // What threw has left its frame there; instrumented functions themselves have a marker.
    if (block.isLandingPad() && none_of(block, is_restore))
      set_top(*block.getFirstInsertionPt(), stack.empty() ? caller_ : own_);
    for (Instruction& each : block) {
      const bool was_empty = stack.empty();
      follow(each, stack);
      if (was_empty && !stack.empty()) push(each);
      if (!was_empty && stack.empty() && marker_of(each) == Marker::kPop) set_top(each, caller_);
      if (is_restore(each)) set_top(each, own_);
    }
    if (const auto steps = steps_.find(&block); steps != steps_.end())
      for (const Step& step : steps->second) {
        if (step.needed != 0 && step.needed != site) {
          IRBuilder<> builder(step.where);
          store_probe(builder, builder.getInt32(step.needed), site_);
        }
        site = step.left;
      }
  }

  static bool is_restore(const Instruction& instruction) { return marker_of(instruction) == Marker::kRestore; }

  void push(Instruction& point) {
    IRBuilder<> builder(&point);
    store_probe(builder, &unit_, own_);
    set_top(point, own_);
  }

  void set_top(Instruction& point, Value* frame) {
    IRBuilder<> builder(&point);
    store_probe(builder, frame, builder.CreateThreadLocalAddress(top_));
  }

  Function& function_;
  GlobalVariable& unit_;
  Sites& sites_;
  std::vector<Instruction*> markers_;
  ReversePostOrderTraversal<Function*> order_{&function_};
  std::map<const BasicBlock*, Stack> stack_after_;
  std::map<const BasicBlock*, uint32_t> site_after_;  // that the frame holds; 0: it depends on the way
  std::map<const BasicBlock*, std::vector<Step>> steps_;
  bool has_exits_ = false;
  GlobalVariable* top_ = nullptr;
  Value* caller_ = nullptr;
  Value* own_ = nullptr;
  Value* site_ = nullptr;  // where the frame's site is stored
};

/// An unconditional byte store: cheaper than asking whether anybody reads it.
void lower_hits(Function& function, GlobalVariable& hits) {
  for (Instruction& each : make_early_inc_range(instructions(function))) {
    if (marker_of(each) != Marker::kHit) continue;
    IRBuilder<> builder(&each);
    Value* slot = builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), &hits, number_in(each));
    StoreInst* store = builder.CreateStore(builder.getInt8(1), slot);
    store->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(builder.getContext(), {}));
    each.eraseFromParent();
  }
}

/// Fills in the unit's tables.
void describe(GlobalVariable& unit, GlobalVariable& functions, const std::vector<ReenactSite>& sites) {
  Module& module = *unit.getParent();
  LLVMContext& context = module.getContext();
  std::vector<uint32_t> words;
  for (const ReenactSite& each : sites) words.insert(words.end(), {each.function, each.outer, each.line});
  GlobalVariable* table = private_global(module, ConstantDataArray::get(context, words), true, "reenact.sites");
  auto* count = ConstantInt::get(Type::getInt32Ty(context), sites.size());
  unit.setInitializer(ConstantStruct::get(cast<StructType>(unit.getValueType()), {&functions, table, count}));
}

}  // namespace

void lower_markers(Module& module) {
  GlobalVariable* functions = module.getNamedGlobal("reenact.functions");
  if (functions == nullptr) return;
  LLVMContext& context = module.getContext();
  Type* pointer = PointerType::getUnqual(context);
  new GlobalVariable(module, pointer, false, GlobalValue::ExternalLinkage, nullptr, "reenact_top", nullptr,
                     GlobalValue::LocalExecTLSModel);
  StructType* unit_type = StructType::get(context, {pointer, pointer, Type::getInt32Ty(context)});
  GlobalVariable* unit = private_global(module, Constant::getNullValue(unit_type), true, "reenact.unit");
  Sites sites;
  for (Function& function : module)
    if (!function.isDeclaration()) {
      lower_hits(function, *module.getNamedGlobal("reenact.hits"));
      add_fuel(function, Lowering(function, *unit, sites).run());
    }
  describe(*unit, *functions, sites.table());
  for (const StringRef name : {"reenact.hit", "reenact.push", "reenact.line", "reenact.restore", "reenact.pop"})
    if (Function* marker = module.getFunction(name); marker != nullptr && marker->use_empty())
      marker->eraseFromParent();
}

}  // namespace reenact::pass
