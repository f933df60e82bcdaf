#include <string>

#include "queue.h"

int main() {
  queue::First<std::string> line;
  line.emplace("a");
  line.emplace("b");
  return line.next() == "a" ? 0 : 1;
}
