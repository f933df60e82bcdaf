// What a function does with the state of objects: the fields it stores, and what its branches ask of fields. Which calls
// prepare the state that a crash needs follows from it (strategy/guided/state_setters.h).
#pragma once

#include <llvm/Support/JSON.h>

#include <map>
#include <string>
#include <vector>

#include "pass/instrument.h"

namespace reenact::pass {

/// The fields of one translation unit, numbered. A field is a member of a named struct type ("class.ns::Parser:0.2": the
/// type in LLVM's words and the path of indices) or a global variable ("@counter").
class Fields {
 public:
  uint32_t number(const std::string& name) {
    const auto [at, is_new] = numbers_.emplace(name, names_.size());
    if (is_new) names_.push_back(name);
    return at->second;
  }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  std::map<std::string, uint32_t> numbers_;
  std::vector<std::string> names_;
};

/// Writes into the function's object: "stores" [[field, value ...]] and "results" [[value ...]] (pass/produced.h); "tests" of
/// branches [[block, field] or [block, field, predicate, mask, constant, width in bits]]; "result tests", the same with the
/// function of whose result a branch depends; of a small function the fields it "reads"; and of one that only returns a
/// field this "accessor".
void write_state(llvm::json::OStream& out, const Numbering& numbering, Fields& fields);

}  // namespace reenact::pass
