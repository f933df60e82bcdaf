#include "playlist.h"

int main() {
  Playlist all;
  {
    Playlist some;
    some.add(7);
    some.choose(0);
    all = some;
  }
  return all.chosen();
}
