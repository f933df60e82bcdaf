#include <functional>
#include <string>

#include "seats.h"

int main() {
  Seats<std::string, std::hash<std::string>> seats;
  seats.take("a");
}
