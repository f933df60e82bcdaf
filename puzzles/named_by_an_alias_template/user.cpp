#include "queue.h"

int main() {
  queue::Last<double> line;
  line.emplace(1.5);
  line.next();
}
