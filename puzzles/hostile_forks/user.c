#include "worker.h"

int main(void) {
  worker_spawn(-1);
  return worker_share(10, 77);
}
