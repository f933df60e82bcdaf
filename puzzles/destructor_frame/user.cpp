#include "lock.h"

int main() {
  Lock lock;
  lock.take();
  lock.take();
}
