#include "use_after_free.h"

#include <cstdlib>

int main(int, char** arguments) {
  switch (std::atoi(arguments[1])) {
    case 1: {  // at most 3 statements
      Page page;
      page.tear_out();
      return page.number();
    }
    case 2: {  // at most 4 statements
      Names names;
      names.add('a');
      names.remove_first();
      return names.last();
    }
    case 3: {  // at most 4 statements
      Numbers numbers;
      numbers.keep_first();
      numbers.add(2);
      return numbers.kept();
    }
    case 4:  // at most 1 statement
      return first_of(9);
    case 5: {  // at most 3 statements
      Session session;
      session.restart(true);
      return session.id();
    }
  }
}
