// The subject's functions as LLVM's code, the same that our pass saw: what symbolic execution reads. Built only when asked for
// (Flavour::kBitcode), loaded function by function.
//
// Invariants:
//   1. The blocks of a function are those of its ProgramModel::functions entry, in their order: BlockId i is the i-th block. Our
//      pass numbers them behind SROA, which changes no control flow; the same SROA runs here when a function is loaded.
//   2. What is defined in several units is one: the first definition counts, as for the linker. Functions that are local to a
//      unit are as many as units define them.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/ids.h"
#include "program/program_model.h"

namespace llvm {
class BasicBlock;
class Function;
class GlobalValue;
class GlobalVariable;
class Instruction;
}  // namespace llvm

namespace reenact {

class Bitcode {
 public:
  /// Units in the order of the link. Their functions' bodies are not read yet. Error (subject): a file is missing or no bitcode.
  [[nodiscard]] static Expected<Bitcode> open(std::span<const std::filesystem::path> units);
  Bitcode(Bitcode&&) noexcept;
  Bitcode& operator=(Bitcode&&) noexcept;
  ~Bitcode();

  /// The body of a function of the program, loaded; null: it is not there, or its blocks are not the model's (the file changed).
  [[nodiscard]] llvm::Function* body_of(const Function& function);
  /// By its linkage name; null: there is none.
  [[nodiscard]] llvm::Function* body_of(const std::string& linkage_name);
  /// The same for what LLVM's code calls: a declaration leads to its definition, here or in another unit. Null: none has one.
  [[nodiscard]] llvm::Function* body_of(llvm::Function& called);
  /// The definition of a global variable, in whatever unit; `variable` itself if there is none.
  [[nodiscard]] llvm::GlobalVariable& definition_of(llvm::GlobalVariable& variable);
  /// All variables with such a name that are no unit's own: "_ZTV" are the tables of virtual functions. In the order of their names.
  [[nodiscard]] std::vector<llvm::GlobalVariable*> variables_named(std::string_view prefix) const;
  /// The name a function or a variable has in the whole program: as ProgramModel has it, or the same for equal things of two units.
  [[nodiscard]] static std::string name_of(const llvm::GlobalValue& value);

  /// How many bodies were loaded so far.
  [[nodiscard]] std::size_t loaded() const;

 private:
  struct Units;
  explicit Bitcode(std::unique_ptr<Units> units);
  std::unique_ptr<Units> units_;
};

/// The number of a block in its function.
[[nodiscard]] BlockId number_of(const llvm::BasicBlock& block);
/// The line of an instruction in its function's own file; 0: none. What was lent by another file (a macro's, a table's) has none.
[[nodiscard]] Line line_of(const llvm::Instruction& instruction);

}  // namespace reenact
