// What functions of the C and C++ library do, as formulas over the memory in front of the call.
//
//   strlen(s) == 2    is    s[0] != 0 && s[1] != 0 && s[2] == 0
//
// A model is exact, or says where it is: texts are looked at for kLongest bytes, and behind that the result is an unknown. So a path
// through a long text is a guess, never impossible. Texts that are constants are looked at to their end.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "strategy/backward/values.h"

namespace reenact::backward {

/// Something that a call does to memory.
struct Effect {
  enum class Kind : std::uint8_t {
    kNew,    // a thing of `count` bytes comes to be at the constant `to`, filled with `initial`
    kFree,   // what `to` points to is dead
    kCopy,   // `count` bytes come from `value`
    kFill,   // `count` bytes are `value`, of 8 bits
    kStore,  // `value`
    kLet,    // `to`, a symbol in other effects, stands for `value` as it was in front of the call
  };
  Kind kind = Kind::kStore;
  Expr to, value, count;
  std::optional<std::uint8_t> initial;
};

/// One of the things that a call may come to.
struct LibraryCase {
  Expr holds;                               // when it comes to this; none: always
  Expr result;                              // what it returns; none: nothing, or nothing is known of it
  Expr result_is_zero, result_is_negative;  // simpler words for what is asked of it most; none: there are none
  Expr exact;                               // where this is all there is to say; none: everywhere
  std::vector<Effect> effects;              // the last one first
  std::string guessed;                      // what is taken for granted, in words; empty: nothing
  std::string left_out;                     // what else it may come to, and nobody looks at, in words; empty: nothing
};

/// Both conditions, of which one or both may be none: true.
[[nodiscard]] inline Expr both(Expressions& expressions, Expr a, Expr b) {
  return a == Expr{} ? b : b == Expr{} ? a : expressions.make(Op::kAnd, a, b);
}

/// Does something come to be in the call?
[[nodiscard]] inline bool makes_new(const LibraryCase& outcome) {
  return std::ranges::find(outcome.effects, Effect::Kind::kNew, &Effect::kind) != outcome.effects.end();
}

/// Of one call.
struct LibraryModel {
  std::vector<LibraryCase> cases;  // all that may be, the likely ones first
  std::vector<unsigned> no_null;   // arguments that the function reads through
};

/// A function of the C or C++ library whose result is new memory. realloc's may be the old one.
[[nodiscard]] bool allocates(llvm::StringRef name);

class LibraryModels {
 public:
  LibraryModels(Expressions& expressions, Memory& memory, Values& values, Places& places, Bitcode& bitcode)
      : e_(expressions), memory_(memory), values_(values), places_(places), bitcode_(bitcode) {}

  /// `width`: bits of the result, 0 if there is none. None: the function is not modelled.
  [[nodiscard]] std::optional<LibraryModel> of(llvm::StringRef name, std::span<const Expr> arguments, unsigned width);
  /// Of libstdc++'s functions by which strings and vectors get other memory: of their code's many ways only the outcome matters.
  [[nodiscard]] std::optional<LibraryModel> of_container(const llvm::CallBase& call, llvm::StringRef name,
                                                         std::span<const Expr> arguments);

 private:
  static constexpr std::size_t kLongest = 32;           // bytes of a text that are looked at
  static constexpr std::size_t kLongestConstant = 256;  // the same of a constant one

  // library_models.cpp: memory
  [[nodiscard]] std::optional<LibraryModel> allocation(llvm::StringRef name, std::span<const Expr> arguments);
  [[nodiscard]] std::optional<LibraryModel> transfer(llvm::StringRef name, std::span<const Expr> arguments);
  [[nodiscard]] LibraryModel reallocation(Expr from, Expr count);

  // text_models.cpp
  [[nodiscard]] std::optional<LibraryModel> text(llvm::StringRef name, std::span<const Expr> arguments, unsigned width);
  [[nodiscard]] std::optional<LibraryModel> text_written(llvm::StringRef name, std::span<const Expr> arguments);
  [[nodiscard]] std::optional<LibraryModel> printed(std::span<const Expr> arguments);
  struct Comparison {
    Expr most;  // bytes at most; none: any number
    bool ends_at_zero = true, folds_case = false;
  };
  [[nodiscard]] LibraryModel compared(Expr a, Expr b, const Comparison& how);
  /// How many bytes there are in front of the first one that `stops` says, at most `most`.
  struct Length {
    Expr value, exact;
  };
  [[nodiscard]] Length length(Expr text, Expr most, const std::function<Expr(Expr byte)>& stops, std::string_view name);
  [[nodiscard]] Length length(Expr text);
  /// The first place, or the last one, at which something is.
  struct Search {
    std::function<Expr(std::size_t at)> is_there;
    Expr most;
    bool ends_at_zero = true, last = false;
    std::size_t longest = kLongest;  // places looked at
  };
  [[nodiscard]] LibraryModel found(Expr text, const Search& search, std::string_view name);
  [[nodiscard]] Expr byte(Expr text, std::size_t at);
  [[nodiscard]] std::optional<std::string> constant_text(Expr text);
  [[nodiscard]] bool is_behind_constant(Expr text, std::size_t at);
  [[nodiscard]] Expr in_set(Expr byte, std::string_view set);

  // character_models.cpp
  [[nodiscard]] std::optional<LibraryModel> character(llvm::StringRef name, std::span<const Expr> arguments,
                                                      unsigned width);
  [[nodiscard]] std::optional<LibraryModel> number(llvm::StringRef name, std::span<const Expr> arguments,
                                                   unsigned width);
  [[nodiscard]] Expr between(Expr character, char first, char last);
  [[nodiscard]] LibraryModel number_in(Expr text, Expr end, unsigned width, std::string_view name);

  // container_models.cpp
  /// Bytes of a text.
  struct Bytes {
    Expr from, count;
  };
  [[nodiscard]] LibraryModel string_becomes(Expr text, const std::vector<Bytes>& parts);
  [[nodiscard]] LibraryModel empty_string(Expr text);
  [[nodiscard]] LibraryModel part_replaced(std::span<const Expr> arguments);
  [[nodiscard]] LibraryModel vector_grows(Expr vector, Expr added, std::uint64_t size);
  [[nodiscard]] Expr let(Expr value, std::vector<Effect>& lets);
  [[nodiscard]] Expr at(Expr address, std::uint64_t offset) { return e_.make(Op::kAdd, address, number_of(offset)); }

  // dynamic_cast.cpp
  [[nodiscard]] std::optional<LibraryModel> dynamic_cast_to(std::span<const Expr> arguments);
  [[nodiscard]] llvm::GlobalVariable* variable_at(Expr address);

  [[nodiscard]] static LibraryModel only(Expr result);
  [[nodiscard]] Expr number_of(std::uint64_t value) { return e_.constant(value, 64); }

  Expressions& e_;
  Memory& memory_;
  Values& values_;
  Places& places_;
  Bitcode& bitcode_;
};

}  // namespace reenact::backward
