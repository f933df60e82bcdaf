// What the source calls things: variables, and the members of types at their offsets, from debug information.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>

#include <optional>
#include <string>
#include <unordered_map>

namespace reenact {

/// A variable of the source: its name and its type (null: unknown).
struct SourceVariable {
  std::string name;
  const llvm::DIType* type = nullptr;
};

/// The variables of a function, by the values that hold them: parameters, what `x = f()` is, and where it lies in memory.
class Variables {
 public:
  explicit Variables(const llvm::Function& function);
  /// Of the value itself; null: it has no name.
  [[nodiscard]] const SourceVariable* of(const llvm::Value& value) const;
  /// Of what lies at an alloca.
  [[nodiscard]] const SourceVariable* at(const llvm::Value& address) const;
  /// The n-th parameter of the source, `this` included, from 0.
  [[nodiscard]] const SourceVariable* parameter(unsigned number) const;

 private:
  std::unordered_map<const llvm::Value*, SourceVariable> values_, places_;
  std::unordered_map<unsigned, SourceVariable> parameters_;
};

/// `type` without typedefs, const and the like.
[[nodiscard]] const llvm::DIType* plain(const llvm::DIType* type);
/// What a pointer or reference leads to; null: it is none, or void.
[[nodiscard]] const llvm::DIType* pointee(const llvm::DIType* type);

/// A member, or an element of an array, at an offset.
struct Member {
  std::string path;                    // ".m_state.depth[2]"; empty: the thing itself
  const llvm::DIType* type = nullptr;  // plain
};
/// The scalar of `bits` at `offset` bytes into a thing of `type`, through members, bases and arrays; nullopt: there is none.
[[nodiscard]] std::optional<Member> member_at(const llvm::DIType* type, std::uint64_t offset, std::uint64_t bits);

/// The enumerator of that value; empty: it is no enumeration or has none.
[[nodiscard]] std::string enumerator(const llvm::DIType* type, std::int64_t value);

}  // namespace reenact
