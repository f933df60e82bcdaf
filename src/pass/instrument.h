// Probes of abi/abi.h for one module.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <string>
#include <vector>

namespace reenact::pass {

/// What model and probes must agree on: blocks are numbered in function order, and a block with two or more
/// successors owns that many consecutive edges.
struct Numbering {
  llvm::Function* function = nullptr;
  std::vector<llvm::BasicBlock*> blocks;
  llvm::DenseMap<const llvm::BasicBlock*, uint32_t> index;
  llvm::DenseMap<const llvm::BasicBlock*, uint32_t> first_edge;
  uint32_t edge_count = 0;
  /// Edges behind those of blocks: two for each comparison that makes a value (true, false).
  std::vector<std::pair<llvm::Instruction*, uint32_t>> truths;
  [[nodiscard]] uint32_t all_edges() const { return edge_count + 2 * static_cast<uint32_t>(truths.size()); }
};
/// Numbers the blocks in their order, and the edges of those with several successors.
Numbering number(llvm::Function& function);
/// And the comparisons that make values (makes_truth).
Numbering number_with_truths(llvm::Function& function);

/// Absolute, normalised path of the file that `function` was written in; empty without debug information.
std::string source_file(const llvm::Function& function);
/// Was it written under one of the folders of REENACT_ROOTS (':' between them)? Those are the model's.
bool is_of_roots(const llvm::Function& function);
/// The name under which model and runtime know `function`: its linkage name; functions local to a unit get a
/// suffix
/// ".unit.<hash of their file>", because two units may each have a `static int parse()`.
std::string unique_name(const llvm::Function& function);
/// `file`, as seen from `directory`, normalised.
std::string absolute_path(llvm::StringRef directory, llvm::StringRef file);

/// The probes' declarations and types in one module.
struct Probes {
  explicit Probes(llvm::Module& module);
  llvm::Module& module;
  llvm::StructType* function_type;                     // ReenactFunction
  llvm::FunctionCallee hit, push, line, restore, pop;  // markers, see frames.cpp
  llvm::FunctionCallee compare_int, compare_uint, compare_float, condition, switched, compare_text, compare_strings,
      enter, register_module;
};

/// A private global of ours; AddressSanitizer leaves it as it is (no red zones: there are many, and nobody
/// overflows them).
llvm::GlobalVariable* private_global(llvm::Module& module, llvm::Constant* initial, bool is_constant,
                                     const llvm::Twine& name);

/// One function's descriptor.
struct Descriptor {
  llvm::Constant* address = nullptr;  // ReenactFunction*
  uint32_t first_hit = 0;             // its first block, among the unit's blocks
  uint32_t index = 0;                 // among the unit's functions
  bool known_enabled = false;         // the code runs only while the function is enabled: no need to ask
};

/// Splits before `point` unless it runs only while the function is enabled, as what is inserted at the result does.
llvm::Instruction* if_enabled(llvm::Instruction& point, const Probes& probes, const Descriptor& descriptor);

/// What marks block hits and frames until lower_markers().
enum class Marker { kNone, kHit, kPush, kLine, kRestore, kPop };
Marker marker_of(const llvm::Instruction& instruction);
/// Markers of the shadow stack and of lines: where a function begins and ends, and at which line it is.
/// Returns the first instruction behind the function's entry on the shadow stack.
llvm::Instruction* add_shadow_stack(const Numbering& numbering, const Probes& probes, const Descriptor& descriptor);
/// Puts stores of hits, frames and sites in the place of all markers of the module. To be called after inlining. Adds the
/// counting of fuel, too.
void lower_markers(llvm::Module& module);
/// Counts loops and, where the function has a frame on the shadow stack, returns (reenact_fuel in abi/abi.h).
void add_fuel(llvm::Function& function, bool has_frame);

/// Instructions at which control may leave the straight line: by a call, a throw or a trap. Only there must the line be
/// known. To be asked of a block's instructions in their order.
class Exits {
 public:
  explicit Exits(const llvm::Function& function);
  bool operator()(const llvm::Instruction& instruction);

 private:
  bool is_safe_by_now(const llvm::Instruction& instruction);

  bool address_sanitizer_;
  const llvm::DataLayout& layout_;
  /// Objects read or written earlier in the block, with no call since: their other fields are there too.
  llvm::SmallPtrSet<const llvm::Value*, 8> touched_;
};
/// Is it a call such as setjmp's?
bool returns_twice(const llvm::Instruction& instruction);
/// A store that no sanitizer looks at and no optimisation removes.
void store_probe(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Value* where);
/// A probe at the head of each block: that it ran.
void add_block_hits(const Numbering& numbering, const Probes& probes, const Descriptor& descriptor);
/// The question whether the function was entered in the goal's context, in front of `after_entry`. Splits blocks.
void add_context(llvm::Instruction& after_entry, const Probes& probes, const Descriptor& descriptor);
/// Branch distances, behind the descriptor's `enabled` flag.
void add_branch_distances(const Numbering& numbering, const Probes& probes, const Descriptor& descriptor);

/// A copy of `function` for the time it is enabled; null if it cannot or need not have one (no branches).
llvm::Function* copy_of(const Numbering& numbering);
/// Makes `function` go over to its copy at its entry if the descriptor says "enabled". To be called after its other
/// probes, in front of which it puts the question.
void go_over_if_enabled(llvm::Function& function, llvm::Function& copy, const Probes& probes,
                        const Descriptor& descriptor);
/// Makes `function` one that is called, where its source says that it is always inlined. With probes in it, each copy is several times
/// what its author reckoned with: where a library says so of all its functions, one of them grows until the compiler takes minutes.
/// A getter stays as it is, and so does what cannot be called: it allocates in its caller's frame, or no unit defines it.
void stop_forced_inlining(llvm::Function& function);
/// Lets the optimiser inline `function`, of which `own_instructions` are the source's, as if most of the probes were not there.
/// What their markers (Probes) become costs an instruction each: else small functions that call small functions, each
/// with probes in every copy, made the compiler take minutes.
void keep_inlinable(llvm::Function& function, unsigned own_instructions);
/// The first instruction of the entry block that allocates no local variable.
llvm::Instruction* behind_variables(llvm::Function& function);

/// Writes the control flow of `functions` as JSON to `path` (see program/program_model_reader.cpp).
void write_model(const std::vector<Numbering>& functions, const std::string& path);

}  // namespace reenact::pass
