#include "container_index.h"

#include <cstdlib>

int main(int, char** arguments) {
  switch (std::atoi(arguments[1])) {
    case 1: {  // at most 4 statements
      Playlist playlist;
      playlist.add(1);
      playlist.next();
      return playlist.next();
    }
    case 2:  // at most 2 statements
      return middle_of("a");
    case 3: {  // at most 3 statements
      Prices prices;
      prices.set(1, 100);
      return prices.cents(2);
    }
    case 4: {  // at most 3 statements
      Waiting waiting;
      waiting.arrive(1);
      return waiting.second();
    }
    case 5:  // at most 2 statements
      return cell({1, 2, 3, 4}, 2, 2, 0);
  }
}
