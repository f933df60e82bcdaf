#include "journal.h"

#include <assert.h>
#include <unistd.h>

int journal_count(int fd) {
  char head[4] = {0, 0, 0, 0};
  if (lseek(fd, 0, SEEK_END) < 6) return -1;
  lseek(fd, 2, SEEK_SET);
  if (read(fd, head, sizeof head) != sizeof head || head[0] != 'J') return -1;
  assert(head[1] >= '0');
  return head[1] - '0';
}
