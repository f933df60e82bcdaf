#pragma once

#include <string>
#include <vector>

class Parcel {
 public:
  explicit Parcel(std::vector<std::string>&& contents)
      : contents_(static_cast<std::vector<std::string>&&>(contents)) {}
  Parcel(Parcel&&) = default;
  Parcel(const Parcel&) = delete;
  std::size_t weight() const { return contents_.size(); }

 private:
  std::vector<std::string> contents_;
};

/// Ships the parcel.
int ship(Parcel&& parcel, int distance);
