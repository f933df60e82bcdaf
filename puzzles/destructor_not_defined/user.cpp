#include "lock.h"

int main() {
  Counter counter;
  counter.add(3);
  return counter.share_of(0);
}
