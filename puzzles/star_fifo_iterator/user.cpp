#include "fifo.h"

int main() {
  FifoBuffer buffer(3);
  buffer.add(1);
  buffer.add(2);
  buffer.add(3);
  buffer.remove();
  buffer.add(4);
  buffer.remove();
  buffer.add(5);
  auto iterator = buffer.iterator();
  iterator.next();
  iterator.next();
  iterator.remove();
}
