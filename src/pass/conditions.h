// What decides a branch or makes a truth value: comparisons of numbers, and calls that compare texts.
#pragma once

#include <llvm/IR/InstrTypes.h>

namespace reenact::pass {

/// How a call that compares two texts takes them.
enum class TextShape {
  kNone,
  kCStrings,       // (const char*, const char*)
  kBounded,        // (const char*, const char*, n): strncmp
  kMemory,         // (const void*, const void*, n): memcmp
  kStrings,        // (const std::string&, const std::string&)
  kStringCString,  // (const std::string&, const char*)
  kCStringString,  // (const char*, const std::string&)
  kViews,          // (size_t, const char*, size_t, const char*): two string_views by value
  kViewPointer,    // (const string_view*, size_t, const char*): string_view::compare
};

struct TextCall {
  TextShape shape = TextShape::kNone;
  bool is_bool = false;         // the result is a truth value, else a strcmp-like order
  bool when_different = false;  // a true result means that the texts differ
};

/// What `call` compares; kNone: it is no such call.
TextCall text_call(const llvm::CallBase& call);

/// A condition stripped of negations: `value` decides, `swapped` if the true edge is taken when it is false.
struct Condition {
  llvm::Value* value;
  bool swapped = false;
};

/// Without negations and detours through bytes.
Condition strip(llvm::Value* value);

/// Is `instruction` a comparison of which a value is made that goes on living (it is returned, stored, or one of several
/// that meet), and not only a branch's condition? Then it is reported how far from true and from false it was.
bool makes_truth(const llvm::Instruction& instruction);

}  // namespace reenact::pass
