#include "arguments.h"

int main(void) {
  const char* argv[] = {"app", "file", "-", 0};
  return arguments_first_option(3, argv);
}
