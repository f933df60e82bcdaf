#include "pass/produced.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/Support/KnownBits.h>
#include <llvm/Support/raw_ostream.h>

#include "pass/comparison.h"

using namespace llvm;

namespace reenact::pass {
namespace {

/// Values that one may be: of an interpreter's registers, into which every instruction writes, nothing is known.
constexpr size_t kMost = 64;

/// Truth values are widened to bytes in memory, and to the integers of C.
const Value& without_casts(const Value& value) {
  const auto* cast = dyn_cast<CastInst>(&value);
  const bool is_truth =
      isa_and_nonnull<ZExtInst>(cast) || (isa_and_nonnull<TruncInst>(cast) && cast->getType()->isIntegerTy(1));
  return is_truth ? without_casts(*cast->getOperand(0)) : value;
}

KnownBits known_bits(const Value& value, const DataLayout& layout) {
  if (!value.getType()->isIntOrPtrTy() || layout.getTypeSizeInBits(value.getType()) > 64) return KnownBits(64);
  return computeKnownBits(&value, layout).zext(64);
}

const CallBase* direct_call(const Value& value) {
  const auto* call = dyn_cast<CallBase>(&value);
  const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee == nullptr || callee->isIntrinsic() ? nullptr : call;
}

/// `!x` as a comparison of what x compares.
std::optional<Comparison> truth(const Value& value) {
  const auto* negated = dyn_cast<BinaryOperator>(&value);
  if (negated == nullptr || negated->getOpcode() != Instruction::Xor) return comparison(&value);
  const auto* one = dyn_cast<ConstantInt>(negated->getOperand(1));
  auto compared = one != nullptr && one->isOne() ? comparison(negated->getOperand(0)) : std::nullopt;
  if (!compared) return std::nullopt;
  for (unsigned each = CmpInst::FIRST_ICMP_PREDICATE; each <= CmpInst::LAST_ICMP_PREDICATE; ++each)
    if (const auto predicate = static_cast<CmpInst::Predicate>(each);
        CmpInst::getPredicateName(predicate) == compared->predicate) {
      compared->predicate = CmpInst::getPredicateName(CmpInst::getInversePredicate(predicate));
      break;
    }
  return compared;
}

}  // namespace

void ProducedValues::write(json::OStream& out, std::optional<uint32_t> field, const Value* value,
                           const BasicBlock& block) {
  field_ = field;
  found_.clear();
  met_.clear();
  if (value == nullptr)
    add(nullptr, {&block});
  else
    follow(*value, {&block});
  if (found_.size() > kMost) {
    found_.clear();
    add(nullptr, {&block});
  }
  for (const std::string& each : found_)
    if (written_.insert(each).second) out.rawValue(each);
}

void ProducedValues::follow(const Value& outer, const Place& place) {
  const Value& value = without_casts(outer);
  const auto* meeting = dyn_cast<PHINode>(&value);
  if (meeting == nullptr) return add(&value, place);
  if (found_.size() > kMost || !met_.insert(meeting).second) return;
  for (unsigned i = 0; i < meeting->getNumIncomingValues(); ++i) {
    const BasicBlock* from = meeting->getIncomingBlock(i);
    Place chosen{from};
    const Instruction* end = from->getTerminator();
    for (unsigned k = 0; end->getNumSuccessors() > 1 && k < end->getNumSuccessors(); ++k)
      if (end->getSuccessor(k) == meeting->getParent()) chosen.successor = static_cast<int>(k);
    follow(*meeting->getIncomingValue(i), chosen);
  }
}

void ProducedValues::add(const Value* value, const Place& place) {
  const KnownBits known = value == nullptr ? KnownBits(64) : known_bits(*value, numbering_.function->getDataLayout());
  std::string text;
  raw_string_ostream stream(text);
  json::OStream out(stream);
  out.array([&] {
    if (field_) out.value(*field_);
    out.value(static_cast<int64_t>(known.One.getZExtValue()));
    out.value(static_cast<int64_t>(known.Zero.getZExtValue()));
    out.value(static_cast<int64_t>(numbering_.index.lookup(place.block)));
    if (place.successor < 0 && (value == nullptr || isa<Constant>(value))) return;
    out.value(place.successor);
    if (value == nullptr || isa<Constant>(value)) return;
    out.value(truth_of(*value));
    write_origin(out, *value);
  });
  found_.push_back(std::move(text));
}

/// The call or field, and what is asked of it.
void ProducedValues::write_origin(json::OStream& out, const Value& value) {
  std::optional<Comparison> compared;
  const Value* source = &value;
  if (direct_call(value) == nullptr && value.getType()->isIntegerTy(1)) {
    compared = truth(value);
    if (!compared) return;
    source = compared->value;
  }
  if (const CallBase* call = direct_call(*source))
    out.value(unique_name(*call->getCalledFunction()));
  else if (const std::string field = loaded_field(source); !field.empty())
    out.value(fields_.number(field));
  else
    return;
  if (compared) write_comparison(out, *compared);
}

int64_t ProducedValues::truth_of(const Value& value) const {
  for (const auto& [each, edge] : numbering_.truths)
    if (each == &value) return edge;
  return -1;
}

}  // namespace reenact::pass
