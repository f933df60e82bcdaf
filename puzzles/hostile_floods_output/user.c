#include "chatter.h"

int main(void) {
  chatter_say("never", 1000);
  return 0;
}
