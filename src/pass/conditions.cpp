#include "pass/conditions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace reenact::pass {
namespace {

bool takes_views(const CallBase& call) {
  return call.arg_size() == 4 && call.getArgOperand(0)->getType()->isIntegerTy(64) &&
         call.getArgOperand(1)->getType()->isPointerTy() && call.getArgOperand(2)->getType()->isIntegerTy(64) &&
         call.getArgOperand(3)->getType()->isPointerTy();
}

/// operator== and operator!= of libstdc++'s strings and string_views, told apart by their mangled parameters.
TextCall text_operator(const CallBase& call, StringRef name) {
  TextCall result{TextShape::kNone, true, name.starts_with("_ZStneIc")};
  if (name.contains("basic_string_view")) {
    if (takes_views(call)) result.shape = TextShape::kViews;
  } else if (name.contains("__cxx1112basic_string") && call.arg_size() == 2) {
    if (name.ends_with("EEPKS5_") || name.ends_with("EEPKS6_"))
      result.shape = TextShape::kStringCString;
    else if (name.contains("EEbPKT_RKN"))
      result.shape = TextShape::kCStringString;
    else
      result.shape = TextShape::kStrings;
  }
  return result;
}

}  // namespace

TextCall text_call(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  if (callee == nullptr) return {};
  const StringRef name = callee->getName();
  if (name.starts_with("_ZSteqIc") || name.starts_with("_ZStneIc")) return text_operator(call, name);
  const TextShape shape =
      StringSwitch<TextShape>(name)
          .Cases("strcmp", "strcasecmp", "strcoll", TextShape::kCStrings)
          .Cases("strncmp", "strncasecmp", TextShape::kBounded)
          .Cases("memcmp", "bcmp", "_ZNSt11char_traitsIcE7compareEPKcS2_m", TextShape::kMemory)
          .Case("_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc", TextShape::kStringCString)
          .Case("_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareERKS4_", TextShape::kStrings)
          .Case("_ZNKSt17basic_string_viewIcSt11char_traitsIcEE7compareES2_", TextShape::kViewPointer)
          .Default(TextShape::kNone);
  const unsigned wanted =
      shape == TextShape::kBounded || shape == TextShape::kMemory || shape == TextShape::kViewPointer ? 3 : 2;
  if (call.arg_size() != wanted) return {};  // declared otherwise: not the C library's
  return {shape, false, false};
}

Condition strip(Value* value) {
  Condition result{value};
  while (true) {
    Value* inner = nullptr;
    if (auto* op = dyn_cast<BinaryOperator>(result.value); op != nullptr && op->getOpcode() == Instruction::Xor) {
      if (auto* one = dyn_cast<ConstantInt>(op->getOperand(1)); one != nullptr && one->isOne()) {
        inner = op->getOperand(0);
        result.swapped = !result.swapped;
      }
    } else if (auto* compare = dyn_cast<ICmpInst>(result.value)) {
      // icmp ne (zext i1 x), 0  =>  x
      auto* zero = dyn_cast<ConstantInt>(compare->getOperand(1));
      auto* widened = dyn_cast<ZExtInst>(compare->getOperand(0));
      if (zero != nullptr && zero->isZero() && widened != nullptr && widened->getSrcTy()->isIntegerTy(1) &&
          compare->isEquality()) {
        inner = widened->getOperand(0);
        if (compare->getPredicate() == CmpInst::ICMP_EQ) result.swapped = !result.swapped;
      }
    } else if (auto* narrowed = dyn_cast<TruncInst>(result.value)) {
      if (auto* widened = dyn_cast<ZExtInst>(narrowed->getOperand(0));
          widened != nullptr && widened->getSrcTy()->isIntegerTy(1))
        inner = widened->getOperand(0);
    }
    if (inner == nullptr) return result;
    result.value = inner;
  }
}

namespace {

bool lives_on(const Value& value) {
  return any_of(value.users(), [](const User* user) {
    if (const auto* widened = dyn_cast<ZExtInst>(user)) return lives_on(*widened);
    return isa<ReturnInst, PHINode, StoreInst>(user);
  });
}

}  // namespace

bool makes_truth(const Instruction& instruction) {
  if (!instruction.getType()->isIntegerTy() || !isa<CmpInst, CallBase, BinaryOperator>(instruction)) return false;
  const auto* decides = dyn_cast<Instruction>(strip(const_cast<Instruction*>(&instruction)).value);
  if (decides == nullptr) return false;
  const auto* call = dyn_cast<CallBase>(decides);
  const bool compares = call != nullptr ? text_call(*call).shape != TextShape::kNone
                                        : isa<CmpInst>(decides) && instruction.getType()->isIntegerTy(1);
  return compares && lives_on(instruction);
}

}  // namespace reenact::pass
