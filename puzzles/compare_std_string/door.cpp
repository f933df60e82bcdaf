#include "door.h"

#include <stdexcept>

bool enter(const std::string& password) {
  if (password == "open sesame") throw std::logic_error("the door is stuck");
  return false;
}
