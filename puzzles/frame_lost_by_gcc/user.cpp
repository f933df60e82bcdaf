#include "pool.h"

int main() {
  Pool pool;
  return pool.reset(true);
}
