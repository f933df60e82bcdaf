// Virtual calls and vtables, as the Itanium C++ ABI lays them out.
//
//   shape->draw();     %vtable = load ptr, ptr %shape            the object begins with the vtable's address
//                      %entry = getelementptr ptr, %vtable, 2
//                      %draw = load ptr, ptr %entry
//                      call void %draw(ptr %shape)               slot 2
//
// Which functions stand in slot 2 of some vtable is known; of which class the object is, is not.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <map>
#include <optional>
#include <set>
#include <string>

namespace reenact::pass {

/// The slot of a virtual call of C++; nullopt: it is another call, one of a pointer to a member among them.
[[nodiscard]] std::optional<unsigned> slot_of(const llvm::CallBase& call);

/// Is this constant a part of vtables, and of nothing else?
[[nodiscard]] bool is_in_vtable(const llvm::User& user);

/// The functions in the module's vtables, by unique name, and in which slots they stand. For a thunk, which only corrects `this`, stands the
/// function that it leads to.
[[nodiscard]] std::map<std::string, std::set<unsigned>> virtual_functions(const llvm::Module& module);

/// "_ZN1B4drawEv" of "_ZThn16_N1B4drawEv"; a name that is no thunk's stays. (The ABI's 5.1.4: _ZTh, _ZTv, and _ZTc with two offsets.)
[[nodiscard]] std::string function_of_thunk(llvm::StringRef name);

}  // namespace reenact::pass
