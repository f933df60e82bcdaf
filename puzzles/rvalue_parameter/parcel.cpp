#include "parcel.h"

#include <stdexcept>

int ship(Parcel&& parcel, int distance) {
  const Parcel shipped(static_cast<Parcel&&>(parcel));
  if (shipped.weight() > 2 && distance > 20000) throw std::out_of_range("too far for a heavy parcel");
  return static_cast<int>(shipped.weight());
}
