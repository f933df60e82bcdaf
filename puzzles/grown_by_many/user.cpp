#include "roster.h"

int main() {
  Roster roster;
  for (int i = 0; i < 80; ++i) roster.insert(i, "someone");
  roster.compact();
}
