#include "match.h"

int main(void) {
  struct re_registers found;
  return match_search("a*b", "aab", &found) || match_search("a*b", "aab", 0);
}
