#include "strategy/backward/pruning.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <unordered_set>

namespace reenact::backward {

bool writes_nothing(llvm::StringRef name) {
  if (name.starts_with("pthread_mutex") || name.starts_with("pthread_rwlock") || name.starts_with("pthread_spin"))
    return true;
  static const llvm::StringSet<> names{"printf",
                                       "fprintf",
                                       "puts",
                                       "putchar",
                                       "fputs",
                                       "fputc",
                                       "fwrite",
                                       "fflush",
                                       "free",
                                       "strlen",
                                       "strcmp",
                                       "strncmp",
                                       "strchr",
                                       "strrchr",
                                       "strstr",
                                       "memcmp",
                                       "memchr",
                                       "isalpha",
                                       "isdigit",
                                       "isalnum",
                                       "isspace",
                                       "isupper",
                                       "islower",
                                       "isxdigit",
                                       "toupper",
                                       "tolower",
                                       "strnlen",
                                       "abort",
                                       "exit",
                                       "abs",
                                       "labs",
                                       "atoi",
                                       "atol",
                                       "atof",
                                       "strspn",
                                       "strcspn",
                                       "strpbrk",
                                       "strcasecmp",
                                       "strncasecmp",
                                       "getenv",
                                       "_ZdlPv",
                                       "_ZdaPv",
                                       "_ZdlPvm",
                                       "_ZdaPvm",
                                       "_ZdlPvmSt11align_val_t",
                                       "__cxa_free_exception",
                                       "time",
                                       "clock",
                                       "sqrt",
                                       "pow",
                                       "floor",
                                       "ceil",
                                       "fmod",
                                       "sin",
                                       "cos",
                                       "exp",
                                       "log",
                                       "log10",
                                       "round",
                                       "ldexp",
                                       "bcmp"};
  return names.contains(name) || name.starts_with("_ZStls") || name.starts_with("_ZNSolsE") ||
         name.starts_with("_ZNSo9_M_insert");
}

bool frees(llvm::StringRef name) {
  return name == "free" || name == "cfree" || name == "realloc" || name == "reallocarray" ||
         name == "__cxa_free_exception" || name.starts_with("_ZdlPv") || name.starts_with("_ZdaPv");
}

void Pruning::add(const llvm::Instruction& instruction, Assignable& to) {
  if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    to.tags.insert(store->getMetadata(llvm::LLVMContext::MD_tbaa));
    return;
  }
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) to.anything = true;
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr || call->onlyReadsMemory()) return;
  if (llvm::isa<llvm::IntrinsicInst>(call)) {
    to.anything = to.anything || llvm::isa<llvm::AnyMemIntrinsic>(call);
    return;
  }
  auto* const callee =
      llvm::dyn_cast<llvm::Function>(const_cast<llvm::Value*>(call->getCalledOperand()->stripPointerCastsAndAliases()));
  if (callee != nullptr && frees(callee->getName())) to.frees = true;
  if (callee == nullptr) {
    to.anything = true;
  } else if (llvm::Function* const body = bitcode_.body_of(*callee)) {
    to.add(of(*body));
  } else if (!writes_nothing(callee->getName()) && !callee->doesNotReturn() && !callee->returnDoesNotAlias()) {
    to.anything = true;
  }
}

const Assignable& Pruning::of(llvm::Function& function) {
  // Behind recursion: what is being examined adds itself.
  const auto [at, is_new] = known_.try_emplace(&function);
  if (!is_new) return at->second;
  Assignable found;
  if (++depth_ > kDeepest) {
    found.anything = true;
  } else {
    for (const llvm::BasicBlock& block : function)
      for (const llvm::Instruction& instruction : block)
        if (!found.anything) add(instruction, found);
  }
  --depth_;
  return known_[&function] = std::move(found);
}

bool Pruning::contributes(const Assignable& code, const std::vector<Expr>& conditions) {
  if (!code.anything && !code.frees && code.tags.empty()) return false;
  for (const Expr condition : conditions)
    for (const Expr read : memory_.reads_in(condition)) {
      if (memory_.is_size(read)) continue;
      if (code.anything || (code.frees && memory_.is_freed_read(read))) return true;
      if (memory_.is_freed_read(read)) continue;
      for (const llvm::MDNode* tag : code.tags) {
        const auto [known, is_new] = may_alias_.try_emplace({tag, memory_.tag_of(read)});
        if (is_new) known->second = may_alias(tag, memory_.tag_of(read));
        if (known->second) return true;
      }
    }
  return false;
}

bool Pruning::may_change(llvm::Function& function, const std::vector<Expr>& conditions) {
  return contributes(of(function), conditions);
}

llvm::DominatorTree& Pruning::dominators(llvm::Function& function) {
  auto& tree = dominators_[&function];
  if (tree == nullptr) tree = std::make_unique<llvm::DominatorTree>(function);
  return *tree;
}

llvm::LoopInfo& Pruning::loops(llvm::Function& function) {
  auto& found = loops_[&function];
  if (found == nullptr) found = std::make_unique<llvm::LoopInfo>(dominators(function));
  return *found;
}

namespace {

/// How many paths lead once through an innermost loop, from its first block back to that.
class PathsOnce {
 public:
  explicit PathsOnce(const llvm::Loop& loop) : loop_(loop) {}

  /// None: more than kMost.
  std::optional<std::size_t> count() {
    const std::size_t found = from(nullptr, *loop_.getHeader());
    return found > kMost ? std::nullopt : std::optional(found);
  }

 private:
  using Edge = std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>;

  std::size_t from(const llvm::BasicBlock* before, const llvm::BasicBlock& block) {
    if (!loop_.contains(&block)) return 0;
    if (before != nullptr && &block == loop_.getHeader()) return 1;
    const auto [at, is_new] = known_.try_emplace({before, &block}, 0);
    if (!is_new) return at->second;
    std::size_t found = 0;
    const llvm::BasicBlock* const only = decided(before, block);
    for (const llvm::BasicBlock* next : llvm::successors(&block))
      if (only == nullptr || next == only) found = std::min(kMost + 1, found + from(&block, *next));
    return at->second = found;
  }

  /// Where the block's branch leads a path that comes from `before`, if that says it: `a && b` is a choice between false and b.
  static const llvm::BasicBlock* decided(const llvm::BasicBlock* before, const llvm::BasicBlock& block) {
    const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    const auto* const choice =
        branch == nullptr || !branch->isConditional() ? nullptr : llvm::dyn_cast<llvm::PHINode>(branch->getCondition());
    if (choice == nullptr || choice->getParent() != &block || before == nullptr) return nullptr;
    const auto* const known = llvm::dyn_cast<llvm::ConstantInt>(choice->getIncomingValueForBlock(before));
    return known == nullptr ? nullptr : branch->getSuccessor(known->isZero() ? 1 : 0);
  }

  static constexpr std::size_t kMost = 100;
  const llvm::Loop& loop_;
  std::map<Edge, std::size_t> known_;
};

}  // namespace

std::optional<std::size_t> Pruning::paths_through_reading_loop(llvm::BasicBlock& block) {
  const llvm::Loop* const loop = loops(*block.getParent()).getLoopFor(&block);
  if (loop == nullptr) return std::nullopt;
  const auto [at, is_new] = paths_.try_emplace(loop);
  if (!is_new || !loop->isInnermost()) return at->second;
  Assignable code;
  bool reads = false;
  for (const llvm::BasicBlock* each : loop->blocks())
    for (const llvm::Instruction& instruction : *each) {
      add(instruction, code);
      reads = reads || llvm::isa<llvm::LoadInst>(instruction);
    }
  if (reads && !code.anything && code.tags.empty() && !code.frees) at->second = PathsOnce(*loop).count();
  return at->second;
}

std::size_t Pruning::constant_rounds(llvm::BasicBlock& block, std::size_t most) {
  llvm::Function& function = *block.getParent();
  const llvm::Loop* const loop = loops(function).getLoopFor(&block);
  if (loop == nullptr) return 0;
  const auto [at, is_new] = rounds_.try_emplace(loop);
  if (is_new) {
    const llvm::TargetLibraryInfoImpl known(llvm::Triple(function.getParent()->getTargetTriple()));
    llvm::TargetLibraryInfo library(known);
    llvm::AssumptionCache assumptions(function);
    llvm::ScalarEvolution evolution(function, library, assumptions, dominators(function), loops(function));
    at->second = evolution.getSmallConstantTripCount(loop);
  }
  return at->second <= most ? at->second : 0;
}

llvm::BasicBlock* Pruning::skip_loop(llvm::BasicBlock& exit, const std::vector<Expr>& conditions,
                                     const std::function<bool(const llvm::Instruction&)>& is_used) {
  llvm::BasicBlock* const from = exit.getSinglePredecessor();
  llvm::LoopInfo& all = loops(*exit.getParent());
  llvm::Loop* loop = from == nullptr ? nullptr : all.getLoopFor(from);
  if (loop == nullptr || loop->contains(&exit)) return nullptr;
  while (loop->getParentLoop() != nullptr && !loop->getParentLoop()->contains(&exit)) loop = loop->getParentLoop();
  llvm::BasicBlock* const front = loop->getLoopPredecessor();
  if (front == nullptr || llvm::succ_size(front) != 1) return nullptr;
  Assignable code;
  for (const llvm::BasicBlock* block : loop->blocks()) {
    for (const llvm::BasicBlock* next : llvm::successors(block))
      if (next != &exit && !loop->contains(next) && !next->isEHPad()) return nullptr;
    for (const llvm::Instruction& instruction : *block) {
      if (is_used(instruction)) return nullptr;
      add(instruction, code);
    }
  }
  return contributes(code, conditions) ? nullptr : front;
}

llvm::BasicBlock* Pruning::skip_to(llvm::BasicBlock& merge, const std::vector<Expr>& conditions) {
  const auto* const node = dominators(*merge.getParent()).getNode(&merge);
  if (node == nullptr || node->getIDom() == nullptr) return nullptr;
  llvm::BasicBlock* const start = node->getIDom()->getBlock();
  std::unordered_set<const llvm::BasicBlock*> between;
  std::vector<llvm::BasicBlock*> waiting(llvm::pred_begin(&merge), llvm::pred_end(&merge));
  while (!waiting.empty()) {
    llvm::BasicBlock* const next = waiting.back();
    waiting.pop_back();
    if (next == start || next == &merge || !between.insert(next).second) continue;
    if (next->isEHPad()) return nullptr;
    waiting.insert(waiting.end(), llvm::pred_begin(next), llvm::pred_end(next));
  }
  Assignable code;
  const auto leaves = [&](const llvm::BasicBlock& block) {
    for (const llvm::BasicBlock* next : llvm::successors(&block))
      if (next != &merge && !between.contains(next) && !next->isEHPad()) return true;
    return false;
  };
  // A loop ends in its head: leaving that is how the path went on.
  const bool is_loop = [&] {
    for (const llvm::BasicBlock* from : llvm::predecessors(&merge))
      if (dominators(*merge.getParent()).dominates(&merge, from)) return true;
    return false;
  }();
  if (leaves(*start)) return nullptr;
  for (const llvm::BasicBlock* block : between) {
    if (leaves(*block)) return nullptr;
    for (const llvm::Instruction& instruction : *block) add(instruction, code);
  }
  if (is_loop)
    for (const llvm::Instruction& instruction : merge) add(instruction, code);
  if (const auto* const call = llvm::dyn_cast<llvm::InvokeInst>(start->getTerminator())) add(*call, code);
  return contributes(code, conditions) ? nullptr : start;
}

}  // namespace reenact::backward
