// report: gdb
#include "bad_access.h"

#include <cstdlib>

int main(int, char** arguments) {
  switch (std::atoi(arguments[1])) {
    case 1:  // at most 1 statement
      return root(2);
    case 2: {  // at most 3 statements
      Setting setting;
      setting.clear();
      return setting.value();
    }
    case 3: {  // at most 4 statements
      Cell cell;
      cell.write("text");
      return cell.number();
    }
    case 4:  // at most 2 statements
      return static_cast<int>(length_of(std::nullopt));
    case 5: {  // at most 2 statements
      Field field(5);
      return static_cast<int>(field.share(1));
    }
  }
}
