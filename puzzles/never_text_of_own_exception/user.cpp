#include "account.h"

#include <cstdio>
#include <cstdlib>
#include <exception>

static void tell() {
  try {
    std::rethrow_exception(std::current_exception());
  } catch (const Refused& e) {
    std::fprintf(stderr, "terminate called after throwing an instance of 'Refused'\n  what():  %s\n", e.GetMsg().c_str());
  }
  std::abort();
}

int main() {
  std::set_terminate(tell);
  return withdraw(50, 200);
}
