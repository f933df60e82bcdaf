#include "packet.h"

#include <assert.h>

int send_packet(const struct packet* packet) {
  if (!packet || packet->length < 2) return 0;
  assert(packet->data[1] != 'q');
  return packet->data[0];
}
