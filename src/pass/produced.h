// The values that a function returns or stores: which they are, and where it is decided that it is this one of several.
//
//   bool is_open(const Door& d) {              "results": false, decided when block 0 is left by its second successor;
//     return d.lock == nullptr || d.code == 7;             the truth of `d.code == 7`, decided when block 1 runs
//   }
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <set>
#include <string>

#include "pass/state.h"

namespace reenact::pass {

/// Of one function. Each value is an array that begins with the field it is stored in, if it is: bits known to be set, bits
/// known to be clear, block, successor of that block or -1, number of the edge "true" of the comparison it is or -1;
/// then, if it is made of the result of a call or of a field, the function's name or the field, and the comparison
/// (comparison.h) if it is the truth of one. What is like its default is left out at the end; no array is written twice.
class ProducedValues {
 public:
  ProducedValues(const Numbering& numbering, Fields& fields) : numbering_(numbering), fields_(fields) {}
  /// All that `value` may be at the end of `block`. Null: nothing is known of it.
  void write(llvm::json::OStream& out, std::optional<uint32_t> field, const llvm::Value* value,
             const llvm::BasicBlock& block);

 private:
  struct Place {
    const llvm::BasicBlock* block;
    int successor = -1;
  };
  void follow(const llvm::Value& value, const Place& place);
  void add(const llvm::Value* value, const Place& place);
  void write_origin(llvm::json::OStream& out, const llvm::Value& value);
  [[nodiscard]] int64_t truth_of(const llvm::Value& value) const;

  const Numbering& numbering_;
  Fields& fields_;
  std::optional<uint32_t> field_;
  llvm::SmallPtrSet<const llvm::Value*, 8> met_;
  std::set<std::string> written_;
  std::vector<std::string> found_;
};

}  // namespace reenact::pass
