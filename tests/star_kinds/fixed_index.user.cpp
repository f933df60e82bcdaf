#include "fixed_index.h"

#include <cstdlib>

int main(int, char** arguments) {
  switch (std::atoi(arguments[1])) {
    case 1:  // at most 1 statement
      return days_of(12);
    case 2: {  // at most 3 statements
      Board board;
      board.move(6);
      return board.here();
    }
    case 3: {  // at most 2 statements
      Histogram histogram;
      histogram.count(128);
      return 0;
    }
    case 4:  // at most 1 statement
      return sum_of_primes(5);
    case 5: {  // at most 4 statements
      Ring ring(40);
      ring.put(1);
      ring.put(2);
      ring.put(3);
      return 0;
    }
  }
}
