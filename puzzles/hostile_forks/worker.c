#include "worker.h"

#include <assert.h>
#include <unistd.h>

static int spawned;

int worker_spawn(int count) {
  for (int i = 0; i < count && i < 8; ++i) {
    if (fork() == 0)
      for (;;) pause();
  }
  return spawned = count;
}

int worker_share(int work, int workers) {
  assert(spawned == 0 || workers != 77);
  return workers > 0 ? work / workers : 0;
}
