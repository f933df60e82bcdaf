#include "vault.h"

#include <cstdio>
#include <cstdlib>
#include <exception>

static void tell() {
  try {
    std::rethrow_exception(std::current_exception());
  } catch (const Locked& e) {
    std::fprintf(stderr, "terminate called after throwing an instance of 'Locked'\n  what():  %s\n", e.cause().c_str());
  }
  std::abort();
}

int main() {
  std::set_terminate(tell);
  return open_door(3, 200);
}
