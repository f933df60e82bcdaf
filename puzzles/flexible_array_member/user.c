#include <stdlib.h>

#include "packet.h"

int main(void) {
  struct packet* packet = calloc(1, sizeof *packet + 2);
  packet->length = 2;
  packet->data[1] = 'q';
  return send_packet(packet);
}
