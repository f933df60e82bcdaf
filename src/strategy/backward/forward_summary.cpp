#include "strategy/backward/forward_summary.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "strategy/backward/executor.h"
#include "strategy/backward/library_models.h"

namespace reenact::backward {

/// One evaluation of a function, forward: what each block is reached under, and what is computed there.
class ForwardSummaries::Run {
 public:
  Run(ForwardSummaries& all, llvm::Function& function, std::span<const Expr> arguments)
      : all_(all), e_(all.e_), activation_(Executor::new_activation()) {
    for (llvm::Argument& parameter : function.args())
      if (parameter.getArgNo() < arguments.size()) is(parameter, arguments[parameter.getArgNo()]);
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run() {
    for (const llvm::Value* each : known_) all_.values_.unbind(*each, activation_);
  }

  std::optional<ForwardSummary> through(const Order& blocks) {
    for (llvm::BasicBlock* block : blocks)
      if (!through(*block, block == blocks.front())) return std::nullopt;
    if (returns_.empty()) return std::nullopt;
    summary_.value = returns_.back().second;
    for (std::size_t i = returns_.size() - 1; i-- > 0;)
      summary_.value = e_.ite(returns_[i].first, returns_[i].second, summary_.value);
    for (const Demanded& each : demands_) {
      const Expr fails = e_.make(Op::kAnd, each.where, e_.negation(each.what.condition));
      summary_.demands.push_back({e_.negation(fails), each.what.by, each.what.is_dereference});
    }
    return std::move(summary_);
  }

 private:
  [[nodiscard]] Expr of(const llvm::Value& value) { return all_.values_.of(value, activation_); }
  void is(const llvm::Value& computed, Expr value) {
    all_.values_.bind(computed, activation_, value);
    known_.push_back(&computed);
  }
  [[nodiscard]] static bool has_width(const llvm::Value& value) { return Values::width_of(*value.getType()) > 0; }

  bool through(llvm::BasicBlock& block, bool is_entry) {
    reached_ = e_.truth(is_entry);
    for (llvm::BasicBlock* from : llvm::predecessors(&block)) reached_ = e_.make(Op::kOr, reached_, edge(*from, block));
    for (llvm::PHINode& phi : block.phis())
      if (!merge(phi)) return false;
    for (llvm::Instruction& instruction : block) {
      if (llvm::isa<llvm::PHINode>(instruction)) continue;
      if (instruction.isTerminator()) return leave(instruction);
      if (auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction); call != nullptr && call->doesNotReturn()) {
        demand(e_.truth(false), instruction, false);
        return true;
      }
      if (!through(instruction)) return false;
    }
    return true;
  }

  bool merge(llvm::PHINode& phi) {
    if (!has_width(phi)) return false;
    Expr value;
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      const Expr each = of(*phi.getIncomingValue(i));
      value = i == 0 ? each : e_.ite(edge(*phi.getIncomingBlock(i), *phi.getParent()), each, value);
    }
    is(phi, value);
    return true;
  }

  bool leave(llvm::Instruction& end) {
    if (auto* const back = llvm::dyn_cast<llvm::ReturnInst>(&end)) {
      if (back->getReturnValue() == nullptr || !has_width(*back->getReturnValue())) return false;
      returns_.emplace_back(reached_, of(*back->getReturnValue()));
      return true;
    }
    if (llvm::isa<llvm::UnreachableInst>(end)) {
      demand(e_.truth(false), end, false);
      return true;
    }
    if (auto* const branch = llvm::dyn_cast<llvm::BranchInst>(&end)) {
      const Expr condition = branch->isConditional() ? of(*branch->getCondition()) : e_.truth(true);
      add_edge(end, *branch->getSuccessor(0), condition);
      if (branch->isConditional()) add_edge(end, *branch->getSuccessor(1), e_.negation(condition));
      return true;
    }
    auto* const choice = llvm::dyn_cast<llvm::SwitchInst>(&end);
    if (choice == nullptr || !has_width(*choice->getCondition())) return false;
    const Expr value = of(*choice->getCondition());
    Expr other = e_.truth(true);
    for (const auto& each : choice->cases()) {
      const Expr is_it = e_.make(Op::kEq, value, of(*each.getCaseValue()));
      add_edge(end, *each.getCaseSuccessor(), is_it);
      other = e_.make(Op::kAnd, other, e_.negation(is_it));
    }
    add_edge(end, *choice->getDefaultDest(), other);
    return true;
  }

  /// When the path comes from there; never, if nothing leads there.
  [[nodiscard]] Expr edge(const llvm::BasicBlock& from, const llvm::BasicBlock& to) const {
    const auto known = edges_.find({&from, &to});
    return known == edges_.end() ? e_.truth(false) : known->second;
  }

  void add_edge(const llvm::Instruction& end, llvm::BasicBlock& to, Expr condition) {
    const auto [at, is_new] = edges_.try_emplace({end.getParent(), &to}, e_.truth(false));
    at->second = e_.make(Op::kOr, at->second, e_.make(Op::kAnd, reached_, condition));
  }

  /// Where this block is reached, the condition holds.
  void demand(Expr condition, const llvm::Instruction& by, bool is_dereference) {
    const auto same = std::ranges::find(demands_, condition, [](const Demanded& each) { return each.what.condition; });
    if (same == demands_.end())
      demands_.push_back({reached_, {condition, &by, is_dereference}});
    else
      same->where = e_.make(Op::kOr, same->where, reached_);
  }

  void demand_no_null(const llvm::Value& pointer, const llvm::Instruction& by) {
    const llvm::Value& base = base_of(pointer);
    if (may_be_null(base)) demand(e_.negation(e_.make(Op::kEq, of(base), e_.constant(0, 64))), by, true);
  }

  bool through(llvm::Instruction& instruction) {
    if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return read(*load);
    if (auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return through_call(*call);
    if (instruction.mayHaveSideEffects() || !has_width(instruction)) return false;
    const Expr value = all_.values_.computed(instruction, activation_);
    if (value != Expr{}) is(instruction, value);
    return value != Expr{};
  }

  bool read(llvm::LoadInst& load) {
    const unsigned width = Values::width_of(*load.getType()), bits = (width + 7) / 8 * 8;
    if (width == 0 || !load.isSimple()) return false;
    const Expr value =
        all_.memory_.read(of(*load.getPointerOperand()), bits, load.getMetadata(llvm::LLVMContext::MD_tbaa));
    is(load, bits == width ? value : e_.extract(value, 0, width));
    demand_no_null(*load.getPointerOperand(), load);
    return true;
  }

  bool through_call(llvm::CallBase& call) {
    if (auto* const intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) return through_intrinsic(*intrinsic);
    llvm::Function* const named =
        llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
    if (named == nullptr || !has_width(call)) return false;
    std::vector<Expr> arguments;
    for (const llvm::Use& argument : call.args()) {
      if (!has_width(*argument)) return false;
      arguments.push_back(of(*argument));
    }
    LibraryModels models(e_, all_.memory_, all_.values_, all_.places_, all_.bitcode_);
    if (const auto model = models.of(named->getName(), arguments, Values::width_of(*call.getType())))
      return take(*model, call);
    llvm::Function* const body = all_.bitcode_.body_of(*named);
    auto inner = body == nullptr ? std::nullopt : all_.of(*body, arguments);
    if (!inner) return false;
    is(call, inner->value);
    for (const ForwardSummary::Demand& each : inner->demands) demand(each.condition, *each.by, each.is_dereference);
    return true;
  }

  bool through_intrinsic(llvm::IntrinsicInst& call) {
    switch (call.getIntrinsicID()) {
      case llvm::Intrinsic::expect:
      case llvm::Intrinsic::expect_with_probability:
        is(call, of(*call.getArgOperand(0)));
        return true;
      default:
        return call.isAssumeLikeIntrinsic();
    }
  }

  /// A model with one outcome, which changes nothing and leaves nothing open.
  bool take(const LibraryModel& model, llvm::CallBase& call) {
    const LibraryCase& outcome = model.cases.front();
    const bool is_plain = model.cases.size() == 1 && outcome.result != Expr{} && outcome.exact == Expr{} &&
                          outcome.holds == Expr{} && outcome.effects.empty() && outcome.guessed.empty() &&
                          outcome.left_out.empty();
    if (!is_plain) return false;
    for (const unsigned pointer : model.no_null) demand_no_null(*call.getArgOperand(pointer), call);
    is(call, outcome.result);
    return true;
  }

  ForwardSummaries& all_;
  Expressions& e_;
  const ActivationId activation_;
  Expr reached_;  // of the block that is gone through
  std::map<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>, Expr> edges_;
  std::vector<std::pair<Expr, Expr>> returns_;  // when, and what
  struct Demanded {
    Expr where;  // a path is in one of the blocks that ask for it
    ForwardSummary::Demand what;
  };
  std::vector<Demanded> demands_;
  std::vector<const llvm::Value*> known_;
  ForwardSummary summary_;
};

/// Its blocks, each behind all that lead to it.
const ForwardSummaries::Order& ForwardSummaries::order_of(llvm::Function& function) {
  const auto [at, is_new] = orders_.try_emplace(&function);
  if (!is_new || function.empty() || function.size() > kMostBlocks || function.isVarArg()) return at->second;
  Order order;
  std::unordered_map<const llvm::BasicBlock*, std::size_t> position;
  for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function)) {
    position.emplace(block, order.size());
    order.push_back(block);
  }
  for (const llvm::BasicBlock* block : order)
    for (const llvm::BasicBlock* next : llvm::successors(block))
      if (position.at(next) <= position.at(block)) return at->second;
  at->second = std::move(order);
  return at->second;
}

std::optional<ForwardSummary> ForwardSummaries::of(llvm::Function& function, std::span<const Expr> arguments) {
  if (depth_ >= kDeepest || function.arg_size() > arguments.size()) return std::nullopt;
  const Order& order = order_of(function);
  if (order.empty()) return std::nullopt;
  ++depth_;
  auto found = Run(*this, function, arguments).through(order);
  --depth_;
  if (found && symbolic::reachable(e_, {&found->value, 1}).size() > kMostNodes) return std::nullopt;
  return found;
}

}  // namespace reenact::backward
