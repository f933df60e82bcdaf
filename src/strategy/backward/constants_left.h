// What a function leaves in the object that it makes on every way, read off its code without going back through it.
//
//   ctx->backend = &tcp_backend;      whoever asks for `ctx->backend->header_length` gets a constant, and whoever
//   ...                               wants another backend needs another maker
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace reenact::backward {

class ConstantsLeft {
 public:
  struct Stored {
    std::uint64_t offset = 0;  // bytes from the object's beginning
    llvm::Constant* value = nullptr;
  };
  /// In the object that `function` returns a pointer to, or if `is_first` in the one its first parameter points to: constants that are stored
  /// on every way to where the object is returned, where nothing else in the function is stored. What it calls may still change them.
  [[nodiscard]] const std::vector<Stored>& of(llvm::Function& function, bool is_first);

 private:
  std::unordered_map<const llvm::Function*, std::vector<Stored>> known_;
};

}  // namespace reenact::backward
