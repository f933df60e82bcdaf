#include "packet.h"

int main(void) {
  const unsigned char none[1] = {0};
  return (int)packet_share(none, 0);
}
