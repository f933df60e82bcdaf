#include "ticket.h"

namespace desk {

static int surcharge(char zone) {
  if (zone < 'A' || zone > 'D') throw UnknownZone(zone);
  return (zone - 'A') * 70;
}

int price(const std::string& zones) {
  int cents = 280;
  for (char zone : zones) cents += surcharge(zone);
  return cents;
}

}  // namespace desk
