#ifndef PORT_H
#define PORT_H

/** Reads a port number after a colon, as in ":8080". */
int port_read(const char* text);

#endif
