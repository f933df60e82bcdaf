#include "api/sources/opened_files.h"

#include <algorithm>

namespace reenact {

namespace {

std::map<std::string, std::set<std::uint32_t>> names_of_files(const std::vector<PassingFunction>& functions) {
  std::map<std::string, std::set<std::uint32_t>> result;
  for (const char* const opens : {"fopen", "fopen64", "open", "open64"}) result[opens] = {0};
  const auto hand_on_once = [&] {
    bool is_new = false;
    for (const PassingFunction& function : functions)
      for (const PassingCall& call : function.calls) {
        const auto callee = result.find(call.callee);
        if (callee == result.end()) continue;
        const std::set<std::uint32_t> names = callee->second;
        for (const std::uint32_t k : names)
          if (k < call.pointers.size() && call.pointers[k].kind == PassedPointer::Kind::kOwn)
            is_new = result[function.name].insert(call.pointers[k].own).second || is_new;
      }
    return is_new;
  };
  while (hand_on_once()) {
  }
  return result;
}

bool receives(const PassingFunction& function) {
  return std::ranges::any_of(function.calls, [](const PassingCall& call) {
    return call.callee == "recv" || call.callee == "recvfrom" || call.callee == "recvmsg";
  });
}

}  // namespace

OpenedFiles opened_files(const std::vector<PassingFunction>& functions) {
  return {.names = names_of_files(functions), .are_sockets = std::ranges::any_of(functions, receives)};
}

}  // namespace reenact
