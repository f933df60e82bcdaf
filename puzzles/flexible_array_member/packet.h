#ifndef PACKET_H
#define PACKET_H

#include <stddef.h>

struct packet {
  size_t length;
  char data[];
};

int send_packet(const struct packet* packet);

#endif
