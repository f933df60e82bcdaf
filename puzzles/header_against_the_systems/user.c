#include "regex.h"

int main(void) {
  regex_t regex;
  return scan_pattern(&regex, "((");
}
