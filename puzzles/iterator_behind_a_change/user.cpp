#include "roster.h"

int main() {
  Roster roster{1, 2, 3, 4};
  roster.insert(roster.begin(), 0);
}
