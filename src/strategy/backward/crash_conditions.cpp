#include "strategy/backward/crash_conditions.h"

#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <optional>

#include "crash/library_exceptions.h"
#include "crash/match.h"
#include "strategy/backward/library_models.h"

namespace reenact::backward {
namespace {

constexpr std::size_t kDeepest = 6;            // calls of the system's functions inside one another
constexpr std::uint64_t kTooBig = 1ULL << 40;  // no allocator gives that many bytes

/// "YAML::ParserException" of the type information that __cxa_throw gets.
std::string thrown_type(const llvm::CallBase& call) {
  const auto* const type = llvm::dyn_cast<llvm::GlobalValue>(call.getArgOperand(1)->stripPointerCasts());
  const std::string name = type == nullptr ? "" : llvm::demangle(type->getName().str());
  constexpr std::string_view kIs = "typeinfo for ";
  return name.starts_with(kIs) ? name.substr(kIs.size()) : name;
}

/// Which argument of the function is the text of what was asserted; none: it is no assertion's.
std::optional<unsigned> asserted_argument(llvm::StringRef function) {
  if (function == "__assert_fail") return 0;
  return function == "_ZSt21__glibcxx_assert_failPKciS0_S0_" ? std::optional(3U) : std::nullopt;
}

std::string text_at(const llvm::Value& pointer) {
  const auto* const global = llvm::dyn_cast<llvm::GlobalVariable>(pointer.stripPointerCasts());
  const auto* const data = global == nullptr || !global->hasInitializer()
                               ? nullptr
                               : llvm::dyn_cast<llvm::ConstantDataSequential>(global->getInitializer());
  return data != nullptr && data->isCString() ? data->getAsCString().str() : "";
}

class Finder {
 public:
  Finder(const CrashReport& report, const Executor::Shared& shared, Executor& executor, CrashConditions& found)
      : report_(report), shared_(shared), e_(shared.expressions), executor_(executor), found_(found) {}

  void look_at(llvm::Instruction& instruction, const State& here, std::size_t depth) {
    switch (report_.kind) {
      case CrashKind::kCppException:
        thrown(instruction, here);
        break;
      case CrashKind::kAssertion:
      case CrashKind::kAbort:
      case CrashKind::kIllegalInstruction:
        aborts(instruction, here);
        break;
      case CrashKind::kNullDereference:
      case CrashKind::kWildAccess:
      case CrashKind::kBusError:
        dereferences(instruction, here);
        break;
      case CrashKind::kHeapOverflow:
      case CrashKind::kStackBufferOverflow:
      case CrashKind::kGlobalOverflow:
        overflows(instruction, here);
        break;
      case CrashKind::kUseAfterFree:
        uses_freed(instruction, here);
        break;
      case CrashKind::kDoubleFree:
      case CrashKind::kBadFree:
        frees_again(instruction, here);
        break;
      case CrashKind::kNegativeSize:
        copies_less_than_nothing(instruction, here);
        break;
      case CrashKind::kStackOverflow:
        calls_itself(instruction, here);
        return;
      case CrashKind::kArithmetic:
        divides(instruction, here);
        break;
      case CrashKind::kUndefinedBehaviour:
        traps(instruction, here);
        break;
      case CrashKind::kOutOfMemory:
        allocates(instruction, here);
        break;
      default:
        return;
    }
    look_into(instruction, here, depth);
  }

 private:
  /// `exact`: or else a model of the library does not say all there is (LibraryCase::exact); none: it does.
  void add(const State& here, Expr condition, const llvm::Instruction& by, std::string what, Expr exact = {}) {
    State start = here;
    if (condition != Expr{} && !executor_.require(start, condition, Asked::kCrash, &by)) return;
    if (exact != Expr{} && !executor_.require(start, exact, Asked::kExactness, &by)) return;
    found_.all.push_back({std::move(start), std::move(what)});
  }

  [[nodiscard]] const llvm::Function* callee(const llvm::Instruction& instruction) const {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call == nullptr ? nullptr
                           : llvm::dyn_cast<llvm::Function>(call->getCalledOperand()->stripPointerCastsAndAliases());
  }

  void look_into(llvm::Instruction& instruction, const State& here, std::size_t depth) {
    const llvm::Function* const called = callee(instruction);
    if (called == nullptr || called->isIntrinsic() || depth >= kDeepest) return;
    // A function of the subject's would be in the trace.
    if (shared_.program.find(called->getName().str())) return;
    llvm::Function* const body = shared_.bitcode.body_of(const_cast<llvm::Function&>(*called));
    if (body == nullptr) return;
    for (llvm::BasicBlock& block : *body)
      for (llvm::Instruction& inner : block)
        look_at(inner, executor_.inside(here, llvm::cast<llvm::CallBase>(instruction), inner), depth + 1);
  }

  [[nodiscard]] bool is_reported(const std::string& type) const {
    return report_.exception_type.empty() || type.empty() || report_.exception_type == type ||
           report_.exception_type.ends_with("::" + type) || type.ends_with("::" + report_.exception_type);
  }

  void thrown(llvm::Instruction& instruction, const State& here) {
    const llvm::Function* const called = callee(instruction);
    if (called == nullptr) return;
    std::string type = thrown_by(called->getName());
    if (called->getName() == "__cxa_throw") type = thrown_type(llvm::cast<llvm::CallBase>(instruction));
    if (!type.empty() && is_reported(type)) add(here, {}, instruction, fmt::format("it gets to the throw of {}", type));
    // clang asks for more than there is where others throw before.
    if (report_.exception_type == "std::bad_alloc" || report_.exception_type == "std::bad_array_new_length")
      allocates(instruction, here);
  }

  void aborts(llvm::Instruction& instruction, const State& here) {
    const llvm::Function* const called = callee(instruction);
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (called == nullptr || called->getName() == "__cxa_throw" || !thrown_by(called->getName()).empty()) return;
    if (const auto asserted = asserted_argument(called->getName())) {
      const std::string text = text_at(*call->getArgOperand(*asserted));
      if (report_.kind != CrashKind::kAssertion || report_.message.empty() || text.empty() ||
          same_assertion(report_, text))
        add(here, {}, instruction, fmt::format("the assertion '{}' fails", text));
    } else if (call->doesNotReturn() || called->getName() == "abort" || called->getName() == "_ZSt9terminatev") {
      add(here, {}, instruction, fmt::format("it gets to {}()", llvm::demangle(called->getName().str())));
    }
  }

  void null_base(const llvm::Value& pointer, const llvm::Instruction& by, const State& here, std::string what) {
    const llvm::Value& base = base_of(pointer);
    if (llvm::isa<llvm::AllocaInst, llvm::GlobalValue>(base)) return;
    const Expr address = shared_.values.of(base, here.activation().id);
    if (e_.value(address) && *e_.value(address) != 0) return;
    add(here, e_.make(Op::kEq, address, e_.constant(0, 64)), by, std::move(what));
  }

  void dereferences(llvm::Instruction& instruction, const State& here) {
    if (const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction)) {
      const bool writes = llvm::isa<llvm::StoreInst>(instruction);
      if (report_.access == Access::kUnknown || writes == (report_.access == Access::kWrite))
        null_base(*pointer, instruction, here,
                  writes ? "a pointer that is written through is null" : "a pointer that is read through is null");
      return;
    }
    auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr || (llvm::isa<llvm::IntrinsicInst>(call) && !llvm::isa<llvm::AnyMemIntrinsic>(call))) return;
    const llvm::Function* const called = callee(instruction);
    if (called == nullptr)
      return null_base(*call->getCalledOperand(), instruction, here, "a function pointer that is called is null");
    if (shared_.bitcode.body_of(const_cast<llvm::Function&>(*called)) != nullptr || call->doesNotReturn()) return;
    if (frees(called->getName())) return;
    for (const llvm::Use& argument : call->args())
      if (argument->getType()->isPointerTy())
        null_base(*argument, instruction, here,
                  fmt::format("an argument of {} is null", llvm::demangle(called->getName().str())));
  }

  void is_freed(const llvm::Value& pointer, const llvm::Instruction& by, const State& here, std::string what) {
    const llvm::Value& base = base_of(pointer);
    if (llvm::isa<llvm::AllocaInst, llvm::GlobalValue>(base)) return;
    const Expr address = shared_.values.of(base, here.activation().id);
    const Expr is_null = e_.make(Op::kEq, address, e_.constant(0, 64));
    add(here, e_.make(Op::kAnd, shared_.memory.is_freed(address), e_.negation(is_null)), by, std::move(what));
  }

  void uses_freed(llvm::Instruction& instruction, const State& here) {
    if (const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction)) {
      const bool writes = llvm::isa<llvm::StoreInst>(instruction);
      if (report_.access == Access::kUnknown || writes == (report_.access == Access::kWrite))
        is_freed(*pointer, instruction, here,
                 writes ? "what is written to was freed before" : "what is read was freed before");
      return;
    }
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* const called = callee(instruction);
    if (called == nullptr || (called->isIntrinsic() && !llvm::isa<llvm::AnyMemIntrinsic>(call))) return;
    if (shared_.bitcode.body_of(const_cast<llvm::Function&>(*called)) != nullptr || frees(called->getName())) return;
    for (const llvm::Use& argument : call->args())
      if (argument->getType()->isPointerTy())
        is_freed(
            *argument, instruction, here,
            fmt::format("an argument of {} points to what was freed before", llvm::demangle(called->getName().str())));
  }

  void frees_again(llvm::Instruction& instruction, const State& here) {
    const llvm::Function* const called = callee(instruction);
    if (called != nullptr && frees(called->getName()) && called->arg_size() > 0)
      is_freed(*llvm::cast<llvm::CallBase>(instruction).getArgOperand(0), instruction, here,
               "what is freed was freed before");
  }

  /// The length of a call that copies, fills or compares memory; null: it does not.
  [[nodiscard]] const llvm::Value* length_of(const llvm::Instruction& instruction) const {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* const called = callee(instruction);
    if (call == nullptr || called == nullptr) return nullptr;
    const bool copies = llvm::isa<llvm::AnyMemIntrinsic>(call) || called->getName() == "memcpy" ||
                        called->getName() == "memmove" || called->getName() == "memset" ||
                        called->getName() == "memcmp";
    return copies ? call->getArgOperand(2) : nullptr;
  }

  void copies_less_than_nothing(llvm::Instruction& instruction, const State& here) {
    const llvm::Value* const length = length_of(instruction);
    if (length == nullptr) return;
    const Expr count = shared_.values.of(*length, here.activation().id);
    add(here, e_.make(Op::kSlt, count, e_.constant(0, e_.width(count))), instruction, "a length is less than zero");
  }

  /// A call of the function itself, in itself some times over. That it never ends is more than paths of a length can tell.
  void calls_itself(llvm::Instruction& instruction, const State& here) {
    constexpr std::size_t kTimes = 3;
    const llvm::Function* const called = callee(instruction);
    if (called == nullptr || called->isIntrinsic()) return;
    auto& call = llvm::cast<llvm::CallBase>(instruction);
    State again = here;
    // The way to the trace's next frame, if it leads over others.
    const bool is_direct = shared_.bitcode.body_of(const_cast<llvm::Function&>(*called)) == instruction.getFunction();
    for (std::size_t i = 0; is_direct && i < kTimes; ++i) again = executor_.inside(again, call, instruction);
    again.is_guess = true;
    add(again, {}, instruction,
        is_direct ? fmt::format("it calls itself, {} times inside one another", kTimes + 1)
                  : fmt::format("it goes on to {}", llvm::demangle(called->getName().str())));
  }

  /// Bytes that are read or written at `at`, in what `pointer` points into.
  struct Span {
    const llvm::Value& pointer;
    Expr at, count;
    Expr only_if = {};  // what else must hold; none: nothing
    Expr exact = {};    // see add()
  };
  void beyond(const Span& span, const llvm::Instruction& by, const State& here, std::string what) {
    const Expr base = shared_.values.of(base_of(span.pointer), here.activation().id);
    const Expr offset = e_.make(Op::kSub, span.at, base);
    const Expr size = shared_.memory.size_behind(base);
    const Expr before = e_.make(Op::kSlt, offset, e_.constant(0, 64));
    // A size less than zero is that of something in front: `size(v.begin()) - 4 * i` of an element far behind the last one.
    const Expr behind =
        e_.make(e_.value(span.count) ? Op::kSlt : Op::kUlt, size, e_.make(Op::kAdd, offset, span.count));
    // Null has no bytes behind it, and is another crash.
    const Expr is_null = e_.make(Op::kEq, base, e_.constant(0, 64));
    const Expr is_outside = e_.make(Op::kAnd, e_.negation(is_null), e_.make(Op::kOr, before, behind));
    add(here, both(e_, is_outside, span.only_if), by, std::move(what), span.exact);
  }

  /// What a function of the C library writes and reads, by its model: strcpy(to, from) copies strlen(from) + 1 bytes.
  void transfers(const llvm::CallBase& call, llvm::StringRef name, const State& here) {
    const auto arguments = shared_.values.arguments(call, here.activation().id);
    if (!arguments) return;
    LibraryModels models(e_, shared_.memory, shared_.values, shared_.places, shared_.bitcode);
    const auto model = models.of(name, *arguments, Values::width_of(*call.getType()));
    if (!model) return;
    const std::string function = llvm::demangle(name.str());
    for (const LibraryCase& each : model->cases) {
      if (report_.access == Access::kRead || makes_new(each) || each.effects.empty()) continue;
      // What it does last reaches farthest.
      const Effect& last = each.effects.front();
      if (const Expr count = bytes_written(last); count != Expr{})
        beyond({.pointer = *call.getArgOperand(0),
                .at = last.to,
                .count = count,
                .only_if = each.holds,
                .exact = each.exact},
               call, here, fmt::format("{} writes more than there is room for", function));
    }
    if (report_.access == Access::kWrite) return;
    const bool writes = !model->cases.front().effects.empty();
    for (const unsigned text : model->no_null) {
      if ((text == 0 && writes) || e_.width((*arguments)[text]) != 64) continue;
      const auto measured = models.of("strlen", {&(*arguments)[text], 1}, 64);
      const Expr count = e_.make(Op::kAdd, measured->cases.front().result, e_.constant(1, 64));
      beyond({.pointer = *call.getArgOperand(text),
              .at = (*arguments)[text],
              .count = count,
              .exact = measured->cases.front().exact},
             call, here, fmt::format("the text that {} reads does not end in what it points into", function));
    }
  }

  [[nodiscard]] Expr bytes_written(const Effect& effect) {
    switch (effect.kind) {
      case Effect::Kind::kCopy:
      case Effect::Kind::kFill:
        return effect.count;
      case Effect::Kind::kStore:
        return e_.constant(e_.width(effect.value) / 8, 64);
      default:
        return {};
    }
  }

  void overflows(llvm::Instruction& instruction, const State& here) {
    if (const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction)) {
      const bool writes = llvm::isa<llvm::StoreInst>(instruction);
      if (report_.access != Access::kUnknown && writes != (report_.access == Access::kWrite)) return;
      const unsigned bits = Values::width_of(*llvm::getLoadStoreType(&instruction));
      if (bits > 0)
        beyond({.pointer = *pointer,
                .at = shared_.values.of(*pointer, here.activation().id),
                .count = e_.constant((bits + 7) / 8, 64)},
               instruction, here,
               writes ? "what is written is not inside of what it points into"
                      : "what is read is not inside of what it points into");
      return;
    }
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Value* const length = length_of(instruction);
    if (length == nullptr) {
      const llvm::Function* const called = callee(instruction);
      if (called != nullptr && !called->isIntrinsic() &&
          shared_.bitcode.body_of(const_cast<llvm::Function&>(*called)) == nullptr)
        transfers(*call, called->getName(), here);
      return;
    }
    const bool has_source = !llvm::isa<llvm::AnyMemSetInst>(call) && callee(instruction)->getName() != "memset";
    const Expr count = shared_.values.of(*length, here.activation().id);
    if (e_.width(count) != 64) return;
    const auto span = [&](unsigned argument) {
      const llvm::Value& pointer = *call->getArgOperand(argument);
      return Span{.pointer = pointer, .at = shared_.values.of(pointer, here.activation().id), .count = count};
    };
    if (report_.access != Access::kRead) beyond(span(0), instruction, here, "more is written than there is room for");
    if (has_source && report_.access != Access::kWrite)
      beyond(span(1), instruction, here, "more is copied than there is");
  }

  void divides(llvm::Instruction& instruction, const State& here) {
    const auto* const operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
    if (operation == nullptr || !operation->isIntDivRem()) return;
    const unsigned width = Values::width_of(*operation->getType());
    if (width == 0) return;
    const Expr divisor = shared_.values.of(*operation->getOperand(1), here.activation().id);
    Expr condition = e_.make(Op::kEq, divisor, e_.constant(0, width));
    const bool is_signed =
        operation->getOpcode() == llvm::Instruction::SDiv || operation->getOpcode() == llvm::Instruction::SRem;
    if (is_signed) {
      const Expr divided = shared_.values.of(*operation->getOperand(0), here.activation().id);
      condition = e_.make(Op::kOr, condition,
                          e_.make(Op::kAnd, e_.make(Op::kEq, divisor, e_.constant(symbolic::ones(width), width)),
                                  e_.make(Op::kEq, divided, e_.constant(symbolic::sign_bit(width), width))));
    }
    add(here, condition, instruction, "a division by zero, or one whose result is too big");
  }

  void traps(llvm::Instruction& instruction, const State& here) {
    const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (call == nullptr) return;
    if (call->getIntrinsicID() == llvm::Intrinsic::ubsantrap || call->getIntrinsicID() == llvm::Intrinsic::trap)
      add(here, {}, instruction, fmt::format("the check for {} fails", report_.ubsan_check));
  }

  void allocates(llvm::Instruction& instruction, const State& here) {
    const llvm::Function* const called = callee(instruction);
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (called == nullptr || !(called->getName().starts_with("_Zn") || called->getName() == "malloc")) return;
    if (call->arg_size() == 0 || Values::width_of(*call->getArgOperand(0)->getType()) != 64) return;
    const Expr size = shared_.values.of(*call->getArgOperand(0), here.activation().id);
    add(here, e_.make(Op::kUlt, e_.constant(kTooBig, 64), size), instruction, "more memory is asked for than there is");
  }

  const CrashReport& report_;
  const Executor::Shared& shared_;
  Expressions& e_;
  Executor& executor_;
  CrashConditions& found_;
};

}  // namespace

CrashConditions crash_conditions(const CrashReport& report, const TargetFrame& frame, const Executor::Shared& shared,
                                 Executor& executor) {
  CrashConditions result;
  llvm::Function* const function = shared.bitcode.body_of(shared.program[frame.function]);
  if (function == nullptr) {
    result.none = fmt::format("there is no bitcode of {}", shared.program[frame.function].name);
    return result;
  }
  Finder finder(report, shared, executor, result);
  // Blocks that an included table or #line lent have no line of the function's own file: all of their code counts.
  for (const bool only_line : {true, false}) {
    std::size_t number = 0;
    for (llvm::BasicBlock& block : *function) {
      if (std::ranges::find(frame.blocks, BlockId(number++)) == frame.blocks.end()) continue;
      for (llvm::Instruction& instruction : block)
        if (!only_line || line_of(instruction) == frame.line) finder.look_at(instruction, executor.at(instruction), 0);
    }
    if (!result.all.empty()) return result;
  }
  // The stack ends where a call needs room, not where it is called.
  if (report.kind == CrashKind::kStackOverflow)
    for (llvm::BasicBlock& block : *function)
      for (llvm::Instruction& instruction : block) finder.look_at(instruction, executor.at(instruction), 0);
  if (!result.all.empty()) return result;
  result.none = fmt::format("no code on line {} can end in this: {}", frame.line.value, to_string(report.kind));
  return result;
}

}  // namespace reenact::backward
