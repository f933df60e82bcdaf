#pragma once

#include <string>

namespace fair {

/// A ticket for a ride.
class Ticket {
 public:
  explicit Ticket(std::string ride) : ride_(std::move(ride)) {}

  /// Sells it; it may be sold again.
  void sell(int price);
  /// What one of so many people pays.
  [[nodiscard]] int share(int people) const;

 private:
  std::string ride_;
  int price_ = -1;
};

}  // namespace fair
