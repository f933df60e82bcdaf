#include "poll.h"

int main() {
  int calls = 0;
  return poll_twice([calls]() mutable { return -calls++; });
}
