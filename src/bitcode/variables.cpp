#include "bitcode/variables.h"

#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace reenact {
namespace {

/// A record or an intrinsic that ties a variable to a value.
template <typename Record>
void note(const Record& record, bool is_place, auto& values, auto& places) {
  const llvm::Value* const value = record.getVariableLocationOp(0);
  // A part of a variable is not called as the whole is.
  if (value == nullptr || record.getExpression()->getNumElements() != 0) return;
  (is_place ? places : values)
      .try_emplace(value, SourceVariable{record.getVariable()->getName().str(), record.getVariable()->getType()});
}

}  // namespace

Variables::Variables(const llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    for (const llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange()))
      note(record, record.getType() == llvm::DbgVariableRecord::LocationType::Declare, values_, places_);
    if (const auto* const intrinsic = llvm::dyn_cast<llvm::DbgVariableIntrinsic>(&instruction))
      note(*intrinsic, llvm::isa<llvm::DbgDeclareInst>(intrinsic), values_, places_);
  }
  if (function.getSubprogram() == nullptr) return;
  const auto note_parameter = [&](const llvm::DILocalVariable* variable) {
    if (variable->getArg() != 0)
      parameters_.try_emplace(variable->getArg() - 1, SourceVariable{variable->getName().str(), variable->getType()});
  };
  for (const llvm::DINode* node : function.getSubprogram()->getRetainedNodes())
    if (const auto* const variable = llvm::dyn_cast<llvm::DILocalVariable>(node)) note_parameter(variable);
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    for (const llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange()))
      if (record.getVariable()->getScope() == function.getSubprogram()) note_parameter(record.getVariable());
    if (const auto* const intrinsic = llvm::dyn_cast<llvm::DbgVariableIntrinsic>(&instruction))
      if (intrinsic->getVariable()->getScope() == function.getSubprogram()) note_parameter(intrinsic->getVariable());
  }
}

const SourceVariable* Variables::of(const llvm::Value& value) const {
  const auto at = values_.find(&value);
  return at == values_.end() ? nullptr : &at->second;
}

const SourceVariable* Variables::at(const llvm::Value& address) const {
  const auto at = places_.find(&address);
  return at == places_.end() ? nullptr : &at->second;
}

const SourceVariable* Variables::parameter(unsigned number) const {
  const auto at = parameters_.find(number);
  return at == parameters_.end() ? nullptr : &at->second;
}

const llvm::DIType* plain(const llvm::DIType* type) {
  while (const auto* const derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    switch (derived->getTag()) {
      case llvm::dwarf::DW_TAG_typedef:
      case llvm::dwarf::DW_TAG_const_type:
      case llvm::dwarf::DW_TAG_volatile_type:
      case llvm::dwarf::DW_TAG_restrict_type:
      case llvm::dwarf::DW_TAG_atomic_type:
        type = derived->getBaseType();
        continue;
      default:
        return type;
    }
  }
  return type;
}

const llvm::DIType* pointee(const llvm::DIType* type) {
  const auto* const derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(plain(type));
  if (derived == nullptr) return nullptr;
  switch (derived->getTag()) {
    case llvm::dwarf::DW_TAG_pointer_type:
    case llvm::dwarf::DW_TAG_reference_type:
    case llvm::dwarf::DW_TAG_rvalue_reference_type:
      return plain(derived->getBaseType());
    default:
      return nullptr;
  }
}

std::optional<Member> member_at(const llvm::DIType* type, std::uint64_t offset, std::uint64_t bits) {
  type = plain(type);
  if (type == nullptr) return std::nullopt;
  const auto* const composite = llvm::dyn_cast<llvm::DICompositeType>(type);
  const bool is_enum = composite != nullptr && composite->getTag() == llvm::dwarf::DW_TAG_enumeration_type;
  if (composite == nullptr || is_enum)
    return offset == 0 && type->getSizeInBits() == bits ? std::optional(Member{"", type}) : std::nullopt;
  if (composite->getTag() == llvm::dwarf::DW_TAG_array_type) {
    const llvm::DIType* const element = plain(composite->getBaseType());
    if (element == nullptr || element->getSizeInBits() < 8) return std::nullopt;
    const std::uint64_t size = element->getSizeInBits() / 8;
    auto inner = member_at(element, offset % size, bits);
    if (inner) inner->path = fmt::format("[{}]{}", offset / size, inner->path);
    return inner;
  }
  for (const llvm::DINode* node : composite->getElements()) {
    const auto* const member = llvm::dyn_cast<llvm::DIDerivedType>(node);
    if (member == nullptr || member->isStaticMember()) continue;
    const bool is_base = member->getTag() == llvm::dwarf::DW_TAG_inheritance;
    if (!is_base && member->getTag() != llvm::dwarf::DW_TAG_member) continue;
    const llvm::DIType* const inner_type = plain(member->getBaseType());
    if (inner_type == nullptr) continue;
    const std::uint64_t begin = member->getOffsetInBits() / 8, size = inner_type->getSizeInBits() / 8;
    if (offset < begin || offset >= begin + size) continue;
    auto inner = member_at(inner_type, offset - begin, bits);
    if (!inner) continue;
    if (!is_base && !member->getName().empty()) inner->path = "." + member->getName().str() + inner->path;
    return inner;
  }
  return std::nullopt;
}

std::string enumerator(const llvm::DIType* type, std::int64_t value) {
  const auto* const composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(plain(type));
  if (composite == nullptr || composite->getTag() != llvm::dwarf::DW_TAG_enumeration_type) return {};
  for (const llvm::DINode* node : composite->getElements())
    if (const auto* const each = llvm::dyn_cast<llvm::DIEnumerator>(node);
        each != nullptr && each->getValue().getSExtValue() == value)
      return each->getName().str();
  return {};
}

}  // namespace reenact
