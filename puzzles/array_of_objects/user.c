#include <stddef.h>

#include "options.h"

int main(void) {
  void* table[] = {flag_new('v'), number_new('n', 200), options_end(), NULL};
  return options_parse("12", table);
}
