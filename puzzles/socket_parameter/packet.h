#ifndef PACKET_H
#define PACKET_H

/** Reads a packet's head from the other side; returns its length, -1 if there is none. */
int packet_receive(int sockfd);

#endif
