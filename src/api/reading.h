// What was read of an API: the model, and the text of the bridge to it.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "api/api_model.h"

namespace reenact {

/// A file of the bridge's thunks.
struct ThunkFile {
  std::string name;
  std::vector<std::size_t> callables;  // by index
  bool is_later = false;               // of ApiReading::later
};

/// The model, and the C++ text of the bridge to what it models.
struct ApiReading {
  ApiModel api;
  std::vector<std::string> prelude;  // the #include lines (extern "C" wrapped where needed) of bridge and tests
  std::vector<std::string> flags;    // with which prelude, bridge and test compile (clang 19)
  std::vector<std::string> thunks;   // C++ text of each callable's thunk body, by CallableId
  std::vector<std::string> casts;    // bodies of `void* f(void* p)`
  std::vector<std::string> storage;  // by TypeId: C++ spelling of a variable's storage; empty: text, numbers
  std::vector<bool> destructible;    // by TypeId: needs its destructor called
  /// What may be left out of the bridge where compiling all of it takes longer than SubjectOptions::later_seconds.
  std::set<CallableId> later;
  /// How build_bridge() has divided the thunks. It stays so, whatever is dropped: what a file was compiled to is good for the next bridge.
  std::vector<ThunkFile> files;
  std::vector<std::string> notes;
};

}  // namespace reenact
