#include "packet.h"

int main(void) {
  unsigned char packet[8] = {3, 1, 2, 0};
  unsigned sum = 1;
  for (int i = 0; i < 4; ++i) sum = sum * 65599u + packet[i];
  for (int i = 0; i < 4; ++i) packet[4 + i] = (unsigned char)(sum >> (24 - 8 * i));
  return packet_channel(packet, sizeof packet);
}
