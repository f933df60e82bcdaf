#pragma once

#include <string>

namespace desk {

class UnknownZone {
 public:
  explicit UnknownZone(char zone) : zone_(zone) {}
  char zone() const { return zone_; }

 private:
  char zone_;
};

/// Price in cents of a ticket such as "AB".
int price(const std::string& zones);

}  // namespace desk
