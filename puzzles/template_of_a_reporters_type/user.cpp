#include "ring.h"

struct Job {
  int id;
};

int main() {
  fixed::Ring<Job, 3> ring;
  ring.push({1});
  ring.pop();
  ring.push({2});
  ring.push({3});
  ring.push({4});
  return ring.peek(2).id;
}
