#include "votes.h"

int winner(std::initializer_list<int> votes) {
  int most = 0, sum = 0;
  for (const int each : votes) {
    sum += each;
    if (each > most) most = each;
  }
  return votes.size() == 2 ? most / sum : 0;
}
