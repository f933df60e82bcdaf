// Labels beside values: what abi/concolic.h describes, for one module.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <optional>

#include "abi/concolic.h"

namespace reenact::pass {

/// The runtime's functions and variables in one module.
struct Concolic {
  explicit Concolic(llvm::Module& module);
  llvm::Module& module;
  llvm::Type* nothing;
  llvm::IntegerType *byte, *word, *number;
  llvm::PointerType* pointer;
  llvm::StructType* call_type;  // ReenactCallLabels
  llvm::GlobalVariable *call, *pages, *any;
  llvm::FunctionCallee binary, unary, convert, swap_bytes, select, load, store, move, fill, release, branch, compare,
      switched, pin, drop, constant;
};

/// The type of the labels beside a value of `type`: a label, or a structure or array of such.
llvm::Type* label_type(llvm::Type* type, const Concolic& concolic);
/// Bits of a value that can be labelled: integers of up to 64 bits, pointers, floats; none: it cannot.
std::optional<unsigned> label_width(llvm::Type* type);

/// Puts labels beside all values of one function.
class FunctionLabels {
 public:
  FunctionLabels(llvm::Function& function, const Concolic& concolic);
  void add();

 private:
  using Value = llvm::Value;
  using Builder = llvm::IRBuilder<>;
  using Make = llvm::function_ref<Value*(Builder&)>;

  // labels.cpp
  void enter();
  void prepare_phis();
  void finish_phis();
  void visit(llvm::Instruction& instruction);
  void visit_memory(llvm::Instruction& instruction);
  void visit_control(llvm::Instruction& instruction);
  void visit_return(llvm::ReturnInst& instruction);
  /// What names a block to the runtime, by its terminator.
  Value* place_of(const llvm::Instruction& terminator) const;
  void drop_operands(llvm::Instruction& instruction);
  /// The label of a value, or the labels of its parts; a constant's are 0.
  Value* label(Value* value);
  Value* no_label(llvm::Type* type);
  void set(llvm::Instruction& instruction, Value* labels) { labels_[&instruction] = labels; }
  /// The bits of a value, in 64.
  Value* bits(Builder& builder, Value* value);
  /// `make` of it in code before `point` that runs only where `any` is not 0; else 0.
  Value* where_labelled(llvm::Instruction& point, Value* any, Make make);
  Value* any_of(Builder& builder, llvm::ArrayRef<Value*> labels);
  /// Does the byte at the address have a flag, or is the label not 0?
  Value* flagged(Builder& builder, Value* address, Value* label);
  /// Calls `body` with each label that is a part of labels of `type`, and its place in a list.
  void each_part(llvm::Type* type, llvm::function_ref<void(llvm::ArrayRef<unsigned> path)> body);
  Value* part(Builder& builder, Value* labels, llvm::ArrayRef<unsigned> path);

  // operations.cpp
  void visit_binary(llvm::BinaryOperator& instruction);
  void visit_compare(llvm::CmpInst& instruction);
  /// Tells the runtime of a comparison at the branch that alone asks for it. False: it is none that has labels.
  bool visit_compared_branch(llvm::BranchInst& branch);
  void visit_cast(llvm::CastInst& instruction);
  void visit_select(llvm::SelectInst& instruction);
  void visit_address(llvm::GetElementPtrInst& instruction);
  void visit_negation(llvm::UnaryOperator& instruction);

  // calls.cpp
  void visit_call(llvm::CallBase& call);
  bool visit_intrinsic(llvm::IntrinsicInst& call);
  void visit_multiply_add(llvm::IntrinsicInst& call);
  void pass_labels(llvm::CallBase& call);
  void take_result(llvm::CallBase& call);
  bool forget_memory(llvm::CallBase& call);
  llvm::Instruction* behind(llvm::CallBase& call);

  llvm::Function& function_;
  const Concolic& concolic_;
  const llvm::DataLayout& layout_;
  llvm::DenseMap<const Value*, Value*> labels_;
  /// Of blocks, by their terminators: what is split off a block's front keeps none.
  llvm::DenseMap<const llvm::Instruction*, uint32_t> numbers_;
  uint32_t name_hash_;
  bool is_subjects_;  // not of a library's header
};

/// A copy of each function as it is, by the function; of those that cannot be copied none.
llvm::DenseMap<llvm::Function*, llvm::Function*> add_plain_copies(llvm::ArrayRef<llvm::Function*> functions);
/// At the function's entry: to the copy while no memory is labelled.
void go_over_if_plain(llvm::Function& function, llvm::Function& copy, const Concolic& concolic);

/// Makes the functions call our models of the C library's.
void use_models(llvm::ArrayRef<llvm::Function*> functions);

}  // namespace reenact::pass
