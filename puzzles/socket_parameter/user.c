#include <sys/socket.h>
#include <unistd.h>

#include "packet.h"

int main(void) {
  int ends[2];
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  write(ends[1], "P\1\x90\0", 4);
  return packet_receive(ends[0]);
}
