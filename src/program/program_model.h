// The subject as control flow: written by pass/ as one file per translation unit, merged here by linkage name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/ids.h"

namespace reenact {

/// A line of a file.
struct PlacedLine {
  std::string file;  // absolute, normalised
  Line line;
};

/// A basic block of LLVM's.
struct Block {
  std::vector<Line> lines;  // source lines of its instructions, in order, without repeats; subject's own file only
  std::vector<PlacedLine> other_lines;  // the same of other files, to which `#line` or an included table leads
  std::vector<BlockId> successors;      // in terminator order; edge k of a block leads to successors[k]
  std::uint32_t first_edge = 0;         // index of edge 0 in the function's edge array (only if it has >= 2 successors)
  bool throws_or_aborts = false;        // ends in throw, abort, assert failure or unreachable
};

/// A call in a block.
struct CallSite {
  BlockId block;
  Line line;
  std::string callee;                                // linkage name; empty = indirect or virtual
  std::string signature;                             // of an indirect call: as Function::signature
  std::uint32_t column = 0;                          // of the name that is called, or of the operator; 0: not known
  std::optional<std::uint32_t> slot = std::nullopt;  // of a virtual call: the vtable's entry, from 0
  std::optional<FieldId> field = std::nullopt;       // of a call through a field: `table->send(x)`
};

/// `(value & mask) predicate constant` leads to a branch's first successor. An empty predicate: it depends on the value in
/// some other way.
struct Comparison {
  std::string predicate;  // LLVM's: "eq", "ne", "ult", "slt" ...
  std::uint64_t mask = 0, constant = 0;
  std::uint32_t width = 0;  // bits
  auto operator<=>(const Comparison&) const = default;
};

/// A value that a function returns or stores, and where it becomes this one of several.
struct Produced {
  std::uint64_t ones = 0, zeros = 0;  // bits known to be set and known to be clear, zero-extended to 64
  BlockId block{};
  /// It is decided when `block` is left by this successor; else when `block` runs.
  std::optional<std::uint32_t> successor{};
  /// It is the truth of a comparison, of which it is reported how far from true (edge `*truth` of the function) and from
  /// false (the next one) it was.
  std::optional<std::uint32_t> truth{};
  /// It is made of the result of this function (linkage name), or else of the value of this field ...
  std::string callee{};
  std::optional<FieldId> field{};
  /// ... namely the truth of this comparison of it; an empty predicate: it is that result, or value, itself.
  Comparison comparison{};
};

/// A value stored in a field.
struct FieldStore {
  FieldId field;
  Produced value{};
};

/// What the branch that ends `block` asks of a field.
struct FieldTest {
  BlockId block;
  FieldId field;
  Comparison comparison;
};

/// What it asks of the result of `callee` (linkage name).
struct ResultTest {
  BlockId block;
  std::string callee;
  Comparison comparison;
};

/// A function with a body; its file is the one it was written in.
struct Function {
  FunctionId id;
  std::string linkage_name;
  std::string name;  // demangled, with parameters
  std::string file;  // absolute, normalised
  Line first_line, last_line;
  Line brace_line;                   // of the opening brace
  bool is_internal = false;          // static / anonymous namespace
  bool is_address_taken = false;     // a pointer holds it
  std::vector<std::uint32_t> slots;  // of the vtables that hold it, sorted
  std::vector<FieldId>
      held_in;            // fields that point to it, and to nothing but functions that are known to be held in them
  std::string signature;  // LLVM's function type, "i32 (ptr, i64)": what an indirect call and its callee have in common
  std::vector<Block> blocks;     // block 0 is the entry
  std::uint32_t edge_count = 0;  // of branches
  std::uint32_t truth_count =
      0;  // edges behind those: two for each comparison of which a value is made (Produced::truth)
  std::vector<CallSite> calls;
  std::vector<std::int64_t> integers;  // literals compared, switched on, passed or stored
  std::vector<std::string> strings;    // string literals it refers to
  std::vector<double> floats;
  std::vector<std::string> takes;  // linkage names of functions whose address it takes
  std::vector<FieldStore> stores;
  std::vector<Produced> results;  // what it may return, if that is a number, a truth value or a pointer
  std::vector<FieldTest> tests;
  std::vector<ResultTest> result_tests;
  std::vector<FieldId> reads;       // fields that it loads, if it is small
  std::optional<FieldId> accessor;  // it does nothing but return this field
};

/// By a pointer or a vtable: it may be called where its name does not stand.
[[nodiscard]] inline bool is_held(const Function& function) {
  return function.is_address_taken || !function.slots.empty();
}

/// All functions of the subject, each once.
struct ProgramModel {
  std::vector<Function> functions;
  std::unordered_map<std::string, FunctionId> by_linkage_name;
  std::vector<std::string> fields;   // by FieldId, in LLVM's words: "class.ns::Parser:0.2", "@counter"
  std::vector<std::string> headers;  // of the project, absolute: those of which nothing is instantiated, too
  std::vector<std::string> texts;    // all string literals with a letter, each once: of which messages are made

  [[nodiscard]] const Function& operator[](FunctionId id) const { return functions[id.index()]; }
  /// By linkage name, also of the other variants of a constructor or destructor (C1, D1).
  [[nodiscard]] std::optional<FunctionId> find(std::string_view linkage_name) const {
    const auto it = by_linkage_name.find(std::string(linkage_name));
    return it == by_linkage_name.end() ? std::nullopt : std::optional(it->second);
  }
};

}  // namespace reenact
