// report: gdb
#include "null_pointer.h"

#include <cstdlib>

int main(int, char** arguments) {
  switch (std::atoi(arguments[1])) {
    case 1: {  // at most 3 statements
      Cursor cursor;
      cursor.hide();
      return cursor.x();
    }
    case 2: {  // at most 3 statements
      Chain chain;
      chain.add(1);
      return chain.second();
    }
    case 3: {  // at most 2 statements
      Meter meter;
      return meter.read(1);
    }
    case 4:  // at most 1 statement
      return static_cast<int>(length_of_value("weight"));
    case 5: {  // at most 2 statements
      Book book;
      return book.last();
    }
  }
}
