#include "smart_pointer.h"

#include <cstdlib>

int main(int, char** arguments) {
  switch (std::atoi(arguments[1])) {
    case 1: {  // at most 3 statements
      Car car;
      car.remove_engine();
      return car.power();
    }
    case 2: {  // at most 3 statements
      Garage garage;
      garage.park(1);
      return garage.power_of(2);
    }
    case 3:  // at most 2 statements
      return power_of(nullptr);
    case 4: {  // at most 3 statements
      Boat boat;
      boat.moor();
      return boat.power();
    }
    case 5: {  // at most 3 statements
      Train train;
      train.couple(nullptr);
      return train.power();
    }
  }
}
