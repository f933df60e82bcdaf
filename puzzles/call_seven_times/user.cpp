#include "queue.h"

int main() {
  Queue queue;
  for (int i = 0; i < 8; ++i) queue.push(i);
}
