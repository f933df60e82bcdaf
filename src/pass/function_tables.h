// Functions that fields of structs point to: the tables of functions by which C has methods.
//
//   const backend_t tcp_backend = {7, tcp_connect, tcp_send};     "struct.backend_t:2" holds tcp_send
//   ctx->backend->send(ctx);                                      and is called here
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <map>
#include <set>
#include <string>

namespace reenact::pass {

struct FunctionTables {
  std::map<std::string, std::set<std::string>> fields;  // by unique name of the function, as field_at() names them
  std::set<std::string> open;  // fields in which something else is stored, too: what a caller passes
};
/// What initial values of the module's variables say, and its stores.
[[nodiscard]] FunctionTables function_tables(const llvm::Module& module);

/// The field through which an indirect call is made; "" if none.
[[nodiscard]] std::string field_called(const llvm::CallBase& call);

}  // namespace reenact::pass
