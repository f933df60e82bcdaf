#pragma once

#include <string>

/// Why a vault does not open. No std::exception, and none of its texts is called a message.
class Locked {
 public:
  Locked(const std::string& door, const std::string& cause) : door_(door), cause_(cause) {}
  const std::string& door() const { return door_; }
  const std::string& cause() const { return cause_; }

 private:
  std::string door_, cause_;
};

/// Opens the door of that number with a key; throws Locked.
int open_door(int number, int key);
