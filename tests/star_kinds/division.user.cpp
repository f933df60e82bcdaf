// report: gdb
#include "division.h"

#include <cstdlib>

int main(int, char** arguments) {
  switch (std::atoi(arguments[1])) {
    case 1:  // at most 1 statement
      return speed(100, 0);
    case 2: {  // at most 2 statements
      Average average;
      return average.value();
    }
    case 3: {  // at most 3 statements
      Clock clock;
      clock.set_rate(0);
      return clock.seconds(9);
    }
    case 4:  // at most 2 statements
      return remainder_of(9, {2, -2});
    case 5: {  // at most 2 statements
      Grid grid(1, 1);
      return grid.row_of(5);
    }
  }
}
