// Conditions in the words of the source: `this->m_indents is empty`, `c == ':'`, `p->next != nullptr`.
#pragma once

#include <span>
#include <string>
#include <unordered_map>

#include "bitcode/variables.h"
#include "strategy/backward/state.h"

namespace reenact::backward {

/// Names what lies at addresses by the types that debug information gives to variables and members; what has no name is written as an
/// access: `*(u32*)(p + 12)`. Members of the standard library's containers are written as what they stand for: `v.size()`.
class Words {
 public:
  Words(Expressions& expressions, Values& values, Memory& memory, Places& places)
      : e_(expressions), values_(values), memory_(memory), places_(places) {}

  /// A condition at the entry of a function; empty: the language says it (a reference is not null). Of what nobody would read to
  /// its end, what it is about: `something long about s, s_end`.
  [[nodiscard]] std::string of(Expr condition);

 private:
  /// Something with a name, and its type (null: unknown).
  struct Named {
    std::string text;
    const llvm::DIType* type = nullptr;
  };
  [[nodiscard]] Named name(Expr value);
  [[nodiscard]] Named symbol(Expr symbol);
  [[nodiscard]] Named global(const Thing& thing, std::uint64_t offset, unsigned bits);
  [[nodiscard]] Named place(Expr address, unsigned bits);
  [[nodiscard]] Named element(const Named& base, std::uint64_t offset, const std::string& index, std::uint64_t stride,
                              unsigned bits);
  [[nodiscard]] Expr text_ending_at(Expr condition, std::size_t at);
  [[nodiscard]] std::string length_of_text(Expr value);
  [[nodiscard]] std::string dynamic_type(Expr table, Expr value, bool is_it);
  [[nodiscard]] std::string equality(Expr a, Expr b, bool equal);
  [[nodiscard]] std::string value_as(Expr constant, const llvm::DIType* type);
  [[nodiscard]] std::string general(Expr condition);
  [[nodiscard]] bool is_long(std::span<const Expr> parts) const;
  [[nodiscard]] std::string subjects_of(std::span<const Expr> parts);
  [[nodiscard]] const Variables& variables_of(const llvm::Function& function);

  Expressions& e_;
  Values& values_;
  Memory& memory_;
  Places& places_;
  std::unordered_map<const llvm::Function*, Variables> variables_;
};

}  // namespace reenact::backward
