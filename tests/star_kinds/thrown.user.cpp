// report: gdb
#include "thrown.h"

#include <cstdlib>

int main(int, char** arguments) {
  switch (std::atoi(arguments[1])) {
    case 1:  // at most 1 statement
      return parse_hour(24);
    case 2: {  // at most 3 statements
      Purse purse;
      purse.put_in(4);
      purse.take_out(9);
      break;
    }
    case 3: {  // at most 3 statements
      Door door;
      door.lock(1234);
      door.open(4321);
      break;
    }
    case 4: {  // at most 5 statements
      Guests guests;
      guests.invite("Ann");
      guests.invite("Bob");
      guests.seat();
      break;
    }
    case 5: {  // at most 2 statements
      Lift lift(5);
      lift.go_to(6);
      break;
    }
  }
}
