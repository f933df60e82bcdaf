#include "packet.h"

#include <assert.h>
#include <sys/socket.h>

int packet_receive(int sockfd) {
  unsigned char head[4] = {0, 0, 0, 0};
  if (recv(sockfd, head, sizeof head, 0) < 3) return -1;
  if (head[0] != 'P' || head[1] > 4) return -1;
  assert(head[2] < 128);
  return head[2];
}
