// report: gdb
#include "bad_cast.h"

#include <cstdlib>

int main(int, char** arguments) {
  switch (std::atoi(arguments[1])) {
    case 1: {  // at most 2 statements
      Dog dog;
      return wings_of(dog);
    }
    case 2: {  // at most 2 statements
      Bird bird;
      return words_of(bird);
    }
    case 3: {  // at most 4 statements
      Dog dog;
      Cage cage;
      cage.put(&dog);
      return cage.words();
    }
    case 4: {  // at most 3 statements
      Zoo zoo;
      zoo.keep_dog();
      return zoo.wings();
    }
    case 5: {  // at most 2 statements
      Bird bird;
      return legs_of_dog(bird, 4);
    }
  }
}
