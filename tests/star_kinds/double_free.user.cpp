#include "double_free.h"

#include <cstdlib>

int main(int, char** arguments) {
  switch (std::atoi(arguments[1])) {
    case 1: {  // at most 3 statements
      Handle handle;
      handle.close();
      handle.close();
      return 0;
    }
    case 2: {  // at most 2 statements
      Owner owner;
      owner.release();
      return 0;
    }
    case 3:  // at most 1 statement
      return show("a", 0);
    case 4: {  // at most 3 statements
      Picture picture(8);
      picture.crop(4);
      picture.clear();
      return 0;
    }
    case 5: {  // at most 4 statements
      Tape tape;
      tape.eject();
      tape.erase();
      tape.erase();
      return 0;
    }
  }
}
