#include "ticket.h"

int main() {
  fair::Ticket ticket("carousel");
  ticket.sell(250);
  return ticket.share(0);
}
