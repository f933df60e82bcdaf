// What the subject's own functions pass when they call: written by pass/arguments.cpp beside each model.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"

namespace reenact {

/// An argument that is a pointer: what the caller does for it.
struct PassedPointer {
  enum class Kind : std::uint8_t {
    kUnknown,  // or no pointer
    kNull,
    kObject,  // its address is taken, or it was held against null before
    kOwn,     // the caller's own argument `own`
    kFresh,   // the address of a local struct that nothing has touched before
  };
  Kind kind = Kind::kUnknown;
  std::uint32_t own = 0;
};

/// Two arguments, of which the number tells how much there is behind the pointer.
struct PassedPair {
  std::uint32_t pointer = 0, number = 0;
  bool is_whole = false;     // all there is: sizeof, strlen(), size(); else no more than that
  bool in_elements = false;  // of what the pointer points to
  bool in_bytes = false;
  bool is_own = false;  // the caller's own arguments `own_pointer` and `own_number`, or the rest of them
  std::uint32_t own_pointer = 0, own_number = 0;
};

struct PassingCall {
  std::string callee;  // linkage name, as the model has it
  std::vector<PassedPointer> pointers = {};
  std::vector<PassedPair> pairs = {};
};

/// An argument of the caller's own that its callee gets on every way through the caller, unless it is null.
struct HandedOn {
  std::uint32_t own = 0;
  std::string callee;
  std::uint32_t argument = 0;
  bool is_last_pointer = false;  // of the callee's arguments
};

struct PassingFunction {
  std::string name;
  std::vector<std::uint32_t> provides_for_null = {};  // arguments that it holds against null, and goes on
  std::vector<std::uint32_t> calls_back = {};         // arguments that are functions, which it calls
  std::vector<std::uint32_t> uses = {};   // arguments that lead to what it reads or writes on every way to its end
  std::vector<std::uint32_t> fills = {};  // arguments that lead to where it writes more than one value, and reads none
  std::vector<HandedOn> hands_on = {};
  std::vector<PassingCall> calls = {};
};

/// The functions of the units that have these models, each once. Error (subject): a file is damaged. One that is not there
/// holds none.
[[nodiscard]] Expected<std::vector<PassingFunction>> read_passed_arguments(
    const std::vector<std::filesystem::path>& models);

}  // namespace reenact
