#ifndef PACKET_H
#define PACKET_H

/** Decodes a packet given as kind, version and size. */
int packet_decode(unsigned kind, unsigned version, int size);

#endif
