#include "scale.h"

int main(void) {
  scale_show_in(31415);
  scale_round(1);
  return scale_shown(31416);
}
