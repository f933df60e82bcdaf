#include "long_copy.h"

#include <cstdlib>

int main(int, char** arguments) {
  switch (std::atoi(arguments[1])) {
    case 1:  // at most 1 statement
      return store_name("Christopher");
    case 2:  // at most 1 statement
      return store_bytes("abcdefgh", 8);
    case 3: {  // at most 5 statements
      Buffer buffer(4);
      buffer.append("abcd");
      buffer.append("ef");
      return 0;
    }
    case 4:  // at most 1 statement
      return static_cast<int>(join("a", "b"));
    case 5: {  // at most 4 statements
      Title title;
      title.set("long");
      return title.initial();
    }
  }
}
