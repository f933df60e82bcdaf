// report: gdb
#include "size_too_big.h"

#include <cstdlib>

int main(int, char** arguments) {
  switch (std::atoi(arguments[1])) {
    case 1:  // at most 1 statement
      return ones(-1);
    case 2: {  // at most 3 statements
      Pool pool;
      pool.grow(-2);
      return static_cast<int>(pool.make());
    }
    case 3:  // at most 1 statement
      return static_cast<int>(line(1));
    case 4: {  // at most 4 statements
      Text text;
      text.indent(-5);
      text.shown("");
      break;
    }
    case 5:  // at most 1 statement
      return static_cast<int>(cells(1, -1));
  }
}
