#include "over_read.h"

#include <cstdlib>

int main(int, char** arguments) {
  switch (std::atoi(arguments[1])) {
    case 1: {  // at most 1 statement
      auto* data = new unsigned char[1]{7};
      return static_cast<int>(number_at(data, 1));
    }
    case 2: {  // at most 1 statement
      auto* data = new unsigned char[2]{9, 7};
      return static_cast<int>(count_records(data, 2));
    }
    case 3: {  // at most 1 statement
      auto* data = new unsigned char[2]{1, 2};
      return static_cast<int>(sum_between(data, 2, 1, 3));
    }
    case 4: {  // at most 2 statements
      Message message("<a", 2);
      return message.tag();
    }
    case 5:  // at most 1 statement
      return first_of_name("id");
  }
}
