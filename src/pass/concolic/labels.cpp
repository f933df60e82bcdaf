#include "pass/concolic/labels.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Support/xxhash.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <functional>

#include "pass/instrument.h"

using namespace llvm;

namespace reenact::pass {

namespace {

GlobalVariable* external(Module& module, Type* type, StringRef name, bool thread_local_storage) {
  auto* variable = cast<GlobalVariable>(module.getOrInsertGlobal(name, type));
  if (thread_local_storage) variable->setThreadLocalMode(GlobalValue::InitialExecTLSModel);
  return variable;
}

}  // namespace

Concolic::Concolic(Module& m) : module(m) {
  LLVMContext& context = m.getContext();
  nothing = Type::getVoidTy(context);
  byte = Type::getInt8Ty(context);
  word = Type::getInt32Ty(context);
  number = Type::getInt64Ty(context);
  pointer = PointerType::getUnqual(context);
  call_type = StructType::get(context, {pointer, ArrayType::get(word, kReenactArgumentLabels), pointer,
                                        ArrayType::get(word, kReenactResultLabels), number});
  call = external(m, call_type, "reenact_concolic_call", true);
  pages = external(m, ArrayType::get(byte, kReenactPageFlags), "reenact_concolic_pages", false);
  any = external(m, byte, "reenact_concolic_any", false);
  binary = m.getOrInsertFunction("reenact_concolic_binary", word, word, word, word, number, number);
  unary = m.getOrInsertFunction("reenact_concolic_unary", word, word, word);
  convert = m.getOrInsertFunction("reenact_concolic_convert", word, word, word, word, word);
  swap_bytes = m.getOrInsertFunction("reenact_concolic_swap_bytes", word, word, word);
  select = m.getOrInsertFunction("reenact_concolic_select", word, word, word, word, number, number, number);
  load = m.getOrInsertFunction("reenact_concolic_load", word, pointer, number, word);
  store = m.getOrInsertFunction("reenact_concolic_store", nothing, pointer, number, word, word);
  move = m.getOrInsertFunction("reenact_concolic_move", nothing, pointer, pointer, number);
  fill = m.getOrInsertFunction("reenact_concolic_fill", nothing, pointer, number, word);
  release = m.getOrInsertFunction("reenact_concolic_release", nothing, pointer);
  branch = m.getOrInsertFunction("reenact_concolic_branch", nothing, word, word, number);
  compare = m.getOrInsertFunction("reenact_concolic_compare", nothing, word, word, word, number, number, number);
  switched = m.getOrInsertFunction("reenact_concolic_switch", nothing, word, number, pointer, number, number);
  pin = m.getOrInsertFunction("reenact_concolic_pin", nothing, word, number, word);
  drop = m.getOrInsertFunction("reenact_concolic_drop", nothing, word);
  constant = m.getOrInsertFunction("reenact_concolic_constant", nothing, pointer, number);
}

Type* label_type(Type* type, const Concolic& concolic) {
  if (auto* structure = dyn_cast<StructType>(type)) {
    SmallVector<Type*> parts;
    for (Type* each : structure->elements()) parts.push_back(label_type(each, concolic));
    return StructType::get(type->getContext(), parts);
  }
  if (auto* array = dyn_cast<ArrayType>(type))
    return ArrayType::get(label_type(array->getElementType(), concolic), array->getNumElements());
  return concolic.word;
}

std::optional<unsigned> label_width(Type* type) {
  if (type->isPointerTy()) return 64;
  if (type->isFloatTy()) return 32;
  if (type->isDoubleTy()) return 64;
  if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64) return type->getIntegerBitWidth();
  return std::nullopt;
}

FunctionLabels::FunctionLabels(Function& function, const Concolic& concolic)
    : function_(function),
      concolic_(concolic),
      layout_(function.getDataLayout()),
      name_hash_(static_cast<uint32_t>(xxh3_64bits(unique_name(function)))),
      is_subjects_(is_of_roots(function)) {
  uint32_t number = 0;
  for (BasicBlock& block : function) numbers_[block.getTerminator()] = number++;
}

void FunctionLabels::add() {
  // What is there now, in an order in which values come before their uses; the code around it gets split.
  SmallVector<Instruction*> instructions;
  const ReversePostOrderTraversal<Function*> order(&function_);
  for (BasicBlock* block : order)
    for (Instruction& each : *block) instructions.push_back(&each);
  prepare_phis();
  enter();
  for (Instruction* each : instructions) visit(*each);
  finish_phis();
}

FunctionLabels::Value* FunctionLabels::no_label(Type* type) {
  return Constant::getNullValue(label_type(type, concolic_));
}

FunctionLabels::Value* FunctionLabels::label(Value* value) {
  const auto known = labels_.find(value);
  return known == labels_.end() ? no_label(value->getType()) : known->second;
}

FunctionLabels::Value* FunctionLabels::bits(Builder& builder, Value* value) {
  Type* type = value->getType();
  if (type->isPointerTy()) return builder.CreatePtrToInt(value, concolic_.number);
  if (type->isFloatTy()) value = builder.CreateBitCast(value, concolic_.word);
  if (type->isDoubleTy()) return builder.CreateBitCast(value, concolic_.number);
  return builder.CreateZExt(value, concolic_.number);
}

FunctionLabels::Value* FunctionLabels::any_of(Builder& builder, ArrayRef<Value*> labels) {
  Value* any = builder.getInt32(0);
  for (Value* each : labels)
    if (!isa<Constant>(each)) any = isa<Constant>(any) ? each : builder.CreateOr(any, each);
  return any;
}

FunctionLabels::Value* FunctionLabels::where_labelled(Instruction& point, Value* any, Make make) {
  if (isa<Constant>(any)) return any;
  Builder builder(&point);
  Value* condition = any->getType()->isIntegerTy(1) ? any : builder.CreateICmpNE(any, builder.getInt32(0));
  MDNode* rarely = MDBuilder(function_.getContext()).createBranchWeights(1, 1000);
  BasicBlock* before = point.getParent();
  Instruction* end = SplitBlockAndInsertIfThen(condition, &point, false, rarely);
  Builder inside(end);
  Value* made = make(inside);
  if (made == nullptr) return nullptr;
  Builder behind(point.getParent(), point.getParent()->begin());
  PHINode* result = behind.CreatePHI(made->getType(), 2);
  result->addIncoming(Constant::getNullValue(made->getType()), before);
  result->addIncoming(made, end->getParent());
  return result;
}

FunctionLabels::Value* FunctionLabels::flagged(Builder& builder, Value* address, Value* label) {
  Value* page = builder.CreateLShr(builder.CreatePtrToInt(address, concolic_.number), kReenactPageBits);
  page = builder.CreateAnd(page, kReenactPageFlags - 1);
  Value* flag = builder.CreateLoad(concolic_.byte, builder.CreateGEP(concolic_.byte, concolic_.pages, page));
  Value* set = builder.CreateICmpNE(flag, builder.getInt8(0));
  if (isa<Constant>(label)) return set;
  return builder.CreateOr(set, builder.CreateICmpNE(label, builder.getInt32(0)));
}

void FunctionLabels::each_part(Type* type, function_ref<void(ArrayRef<unsigned>)> body) {
  SmallVector<unsigned> path;
  const std::function<void(Type*)> walk = [&](Type* each) {
    const uint64_t count = each->isStructTy()  ? each->getStructNumElements()
                           : each->isArrayTy() ? each->getArrayNumElements()
                                               : 0;
    if (!each->isStructTy() && !each->isArrayTy()) return body(path);
    for (unsigned i = 0; i < count; ++i) {
      path.push_back(i);
      walk(each->isStructTy() ? each->getStructElementType(i) : each->getArrayElementType());
      path.pop_back();
    }
  };
  if (!type->isVoidTy()) walk(type);
}

FunctionLabels::Value* FunctionLabels::part(Builder& builder, Value* labels, ArrayRef<unsigned> path) {
  return path.empty() ? labels : builder.CreateExtractValue(labels, path);
}

/// Labels of the arguments, if they are meant for us.
void FunctionLabels::enter() {
  Instruction* start = behind_variables(function_);
  Builder builder(start);
  // Memory of local variables is new, whatever was there before.
  SmallVector<AllocaInst*> variables;
  for (Instruction& each : function_.getEntryBlock())
    if (auto* variable = dyn_cast<AllocaInst>(&each); variable != nullptr && variable->isStaticAlloca())
      variables.push_back(variable);
  Value* callee = builder.CreateLoad(
      concolic_.pointer,
      builder.CreateStructGEP(concolic_.call_type, builder.CreateThreadLocalAddress(concolic_.call), 0));
  Value* ours = builder.CreateICmpEQ(callee, &function_);
  unsigned place = 0;
  for (Argument& argument : function_.args()) {
    Value* labels = no_label(argument.getType());
    each_part(argument.getType(), [&](ArrayRef<unsigned> path) {
      if (place >= kReenactArgumentLabels) return;
      Value* slot = builder.CreateConstGEP2_32(
          concolic_.call_type->getElementType(1),
          builder.CreateStructGEP(concolic_.call_type, builder.CreateThreadLocalAddress(concolic_.call), 1), 0,
          place++);
      Value* one = builder.CreateSelect(ours, builder.CreateLoad(concolic_.word, slot), builder.getInt32(0));
      labels = path.empty() ? one : builder.CreateInsertValue(labels, one, path);
    });
    labels_[&argument] = labels;
  }
  for (AllocaInst* variable : variables) {
    const auto size = variable->getAllocationSize(layout_);
    if (!size || size->isScalable()) continue;
    Builder before(start);
    where_labelled(*start, flagged(before, variable, before.getInt32(0)), [&](Builder& inside) -> Value* {
      inside.CreateCall(concolic_.fill, {variable, inside.getInt64(size->getFixedValue()), inside.getInt32(0)});
      return nullptr;
    });
  }
}

void FunctionLabels::prepare_phis() {
  SmallVector<PHINode*> phis;
  for (BasicBlock& block : function_)
    for (PHINode& phi : block.phis()) phis.push_back(&phi);
  for (PHINode* phi : phis) {
    Builder builder(phi);
    PHINode* labels = builder.CreatePHI(label_type(phi->getType(), concolic_), phi->getNumIncomingValues());
    // From the same blocks in the same order, so that whatever splits them keeps the two alike.
    for (BasicBlock* from : phi->blocks()) labels->addIncoming(no_label(phi->getType()), from);
    labels_[phi] = labels;
  }
}

void FunctionLabels::finish_phis() {
  for (const auto& [value, labels] : labels_) {
    const auto* phi = dyn_cast<PHINode>(value);
    if (phi == nullptr) continue;
    auto* own = cast<PHINode>(labels);
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
      own->setIncomingValue(i, label(phi->getIncomingValue(i)));
  }
}

void FunctionLabels::visit(Instruction& instruction) {
  if (isa<PHINode>(instruction) || isa<AllocaInst>(instruction)) return;
  if (auto* each = dyn_cast<BinaryOperator>(&instruction)) return visit_binary(*each);
  if (auto* each = dyn_cast<CmpInst>(&instruction)) return visit_compare(*each);
  if (auto* each = dyn_cast<CastInst>(&instruction)) return visit_cast(*each);
  if (auto* each = dyn_cast<SelectInst>(&instruction)) return visit_select(*each);
  if (auto* each = dyn_cast<GetElementPtrInst>(&instruction)) return visit_address(*each);
  if (auto* each = dyn_cast<UnaryOperator>(&instruction)) return visit_negation(*each);
  if (auto* each = dyn_cast<CallBase>(&instruction)) return visit_call(*each);
  if (isa<LoadInst>(instruction) || isa<StoreInst>(instruction)) return visit_memory(instruction);
  if (isa<FreezeInst>(instruction)) return set(instruction, label(instruction.getOperand(0)));
  if (instruction.isTerminator()) return visit_control(instruction);
  Builder builder(&instruction);
  if (auto* each = dyn_cast<ExtractValueInst>(&instruction)) {
    Value* labels = label(each->getAggregateOperand());
    return set(instruction, builder.CreateExtractValue(labels, each->getIndices()));
  }
  if (auto* each = dyn_cast<InsertValueInst>(&instruction)) {
    Value* labels = label(each->getAggregateOperand());
    return set(instruction,
               builder.CreateInsertValue(labels, label(each->getInsertedValueOperand()), each->getIndices()));
  }
  drop_operands(instruction);
}

/// What it makes is concrete; it is counted if something labelled went into it.
void FunctionLabels::drop_operands(Instruction& instruction) {
  Builder builder(&instruction);
  SmallVector<Value*> labels;
  for (Value* operand : instruction.operands())
    if (label_width(operand->getType())) labels.push_back(label(operand));
  const bool is_call = isa<CallBase>(instruction);
  where_labelled(instruction, any_of(builder, labels), [&](Builder& inside) -> Value* {
    inside.CreateCall(concolic_.drop,
                      {inside.getInt32(is_call ? kReenactUnmodelledCall : kReenactUnmodelledInstruction)});
    return nullptr;
  });
}

void FunctionLabels::visit_memory(Instruction& instruction) {
  Builder builder(&instruction);
  Value* address = getLoadStorePointerOperand(&instruction);
  Type* type = getLoadStoreType(&instruction);
  const uint64_t size = layout_.getTypeStoreSize(type).getKnownMinValue();
  const auto width = label_width(type);
  Value* pointer = label(address);
  if (address->getType()->getPointerAddressSpace() != 0) return;
  if (auto* store = dyn_cast<StoreInst>(&instruction)) {
    Value* value = width ? label(store->getValueOperand()) : builder.getInt32(0);
    Value* any = flagged(builder, address, any_of(builder, {value, pointer}));
    where_labelled(instruction, any, [&](Builder& inside) -> Value* {
      inside.CreateCall(concolic_.store, {address, inside.getInt64(size), value, pointer});
      return nullptr;
    });
    return;
  }
  if (!width) return;
  Value* loaded = where_labelled(instruction, flagged(builder, address, pointer), [&](Builder& inside) -> Value* {
    Value* made = inside.CreateCall(concolic_.load, {address, inside.getInt64(size), pointer});
    if (*width == size * 8) return made;
    return inside.CreateCall(concolic_.convert,
                             {inside.getInt32(kReenactOpExtract | static_cast<uint32_t>(size * 8) << 8), made,
                              inside.getInt32(*width), inside.getInt32(0)});
  });
  set(instruction, loaded);
}

FunctionLabels::Value* FunctionLabels::place_of(const Instruction& terminator) const {
  return ConstantInt::get(concolic_.number, uint64_t{numbers_.lookup(&terminator)} << 32 | name_hash_);
}

void FunctionLabels::visit_control(Instruction& instruction) {
  if (auto* branch = dyn_cast<BranchInst>(&instruction); branch != nullptr && branch->isConditional()) {
    if (visit_compared_branch(*branch)) return;
    Value* condition = branch->getCondition();
    where_labelled(instruction, label(condition), [&](Builder& inside) -> Value* {
      Value* value = inside.CreateZExt(condition, concolic_.word);
      inside.CreateCall(concolic_.branch, {label(condition), value, place_of(instruction)});
      return nullptr;
    });
    return;
  }
  if (auto* choice = dyn_cast<SwitchInst>(&instruction)) {
    Value* value = choice->getCondition();
    const auto width = label_width(value->getType());
    if (!width) return;
    SmallVector<uint64_t> cases;
    for (const auto& each : choice->cases()) cases.push_back(each.getCaseValue()->getZExtValue());
    Constant* table = ConstantDataArray::get(function_.getContext(), cases);
    where_labelled(instruction, label(value), [&](Builder& inside) -> Value* {
      GlobalVariable* all = private_global(concolic_.module, table, true, "reenact.cases");
      const uint64_t values = static_cast<uint64_t>(*width) << 32 | cases.size();
      inside.CreateCall(concolic_.switched,
                        {label(value), bits(inside, value), all, inside.getInt64(values), place_of(instruction)});
      return nullptr;
    });
    return;
  }
  if (auto* result = dyn_cast<ReturnInst>(&instruction)) visit_return(*result);
}

void FunctionLabels::visit_return(ReturnInst& instruction) {
  if (instruction.getParent()->getTerminatingMustTailCall() != nullptr) return;
  Builder builder(&instruction);
  Value* call = builder.CreateThreadLocalAddress(concolic_.call);
  Value* value = instruction.getReturnValue();
  if (value == nullptr) return;
  builder.CreateStore(&function_, builder.CreateStructGEP(concolic_.call_type, call, 2));
  unsigned place = 0;
  each_part(value->getType(), [&](ArrayRef<unsigned> path) {
    if (place >= kReenactResultLabels) return;
    Value* slot = builder.CreateConstGEP2_32(concolic_.call_type->getElementType(3),
                                             builder.CreateStructGEP(concolic_.call_type, call, 3), 0, place++);
    builder.CreateStore(part(builder, label(value), path), slot);
  });
}

}  // namespace reenact::pass
