#include "buckets.h"

#include <stdexcept>

void complain_about_empty_bucket(std::size_t bucket) {
  if (bucket > 5) throw std::out_of_range("an upper bucket is empty");
}
