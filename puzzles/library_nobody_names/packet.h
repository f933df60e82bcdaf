#ifndef PACKET_H
#define PACKET_H

#ifdef __cplusplus
extern "C" {
#endif

/** How many of the length bytes of data come before the first one that is like the checksum's last one. */
unsigned packet_share(const unsigned char *data, unsigned length);

#ifdef __cplusplus
}
#endif

#endif
