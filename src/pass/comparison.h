// Fields, and comparisons of values with constants, as the model names them.
#pragma once

#include <llvm/IR/Value.h>
#include <llvm/Support/JSON.h>

#include <cstdint>
#include <optional>
#include <string>

namespace reenact::pass {

/// The field `pointer` points to; "" if none. Of nested ones the innermost, of an array's elements the array.
std::string field_at(const llvm::Value* pointer);
/// The field that `value` was loaded from; "" if none.
std::string loaded_field(const llvm::Value* value);

/// `(value & mask) predicate constant`, as far as a branch has this form.
struct Comparison {
  const llvm::Value* value = nullptr;
  llvm::StringRef predicate;
  uint64_t mask = 0, constant = 0;
  unsigned width = 0;
};

std::optional<Comparison> comparison(const llvm::Value* condition);
/// Four elements of an array: predicate, mask, constant, width in bits.
void write_comparison(llvm::json::OStream& out, const Comparison& compared);

}  // namespace reenact::pass
