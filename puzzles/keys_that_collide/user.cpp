#include "seats.h"

struct ByRow {
  std::size_t operator()(unsigned long seat) const { return seat / 10; }
};

int main() {
  Seats<unsigned long, ByRow> seats;
  for (unsigned long seat = 8; seat < 30; ++seat) seats.take(seat);
}
