// report: gdb
#include "assertion.h"

#include <cstdlib>

int main(int, char** arguments) {
  switch (std::atoi(arguments[1])) {
    case 1:  // at most 1 statement
      return middle(2, 1);
    case 2: {  // at most 2 statements
      Stack stack;
      return stack.pop();
    }
    case 3: {  // at most 3 statements
      Label label;
      label.set("");
      return label.initial();
    }
    case 4:  // at most 1 statement
      return has_sign("a");
    case 5: {  // at most 4 statements
      Queue queue;
      queue.add(1);
      queue.close();
      queue.drain();
      break;
    }
  }
}
