#include "ticket.h"

namespace fair {

void Ticket::sell(int price) {
  if (price > 100) price_ = price;
}

int Ticket::share(int people) const {
  if (price_ < 0) return 0;
  return price_ / people;
}

}  // namespace fair
