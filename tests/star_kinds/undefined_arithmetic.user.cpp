#include "undefined_arithmetic.h"

#include <climits>
#include <cstdlib>

int main(int, char** arguments) {
  switch (std::atoi(arguments[1])) {
    case 1:  // at most 1 statement
      return cents(30000000);
    case 2: {  // at most 2 statements
      Counter counter(INT_MAX - 3);
      counter.step(9);
      return counter.value();
    }
    case 3:  // at most 1 statement
      return mask(40);
    case 4: {  // at most 3 statements
      Flags flags;
      flags.select(20);
      flags.set();
      return 0;
    }
    case 5:  // at most 1 statement
      return distance(INT_MIN, 5);
  }
}
