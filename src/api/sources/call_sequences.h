// In which order a project's own tests and examples call it: what a person copies from who writes a test. Nothing is compiled.
//
//   void demo() { Context* c = open_context(); begin(c); c->size = 3; draw(c, line("a")); }      open_context, begin, size, line, draw
#pragma once

#include <string>
#include <vector>

namespace reenact {

/// Names, without scopes: of functions and methods that are called, of classes of which an object is made, of fields that are set. An argument's
/// call stands in front of the call that takes it.
using CallSequence = std::vector<std::string>;

/// One for each function of `source` that has any; a loop's body stands there once. What is a macro or a keyword is not told apart.
[[nodiscard]] std::vector<CallSequence> call_sequences_in(const std::string& source);

}  // namespace reenact
