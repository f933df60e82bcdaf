#pragma once

#include <cstddef>

int middle_of(int* sorted, std::size_t size);

/// The one in the middle; sorts the numbers.
template <std::size_t size>
int median(int (&numbers)[size]) {
  for (std::size_t i = 0; i + 1 < size; ++i)
    for (std::size_t k = i + 1; k < size; ++k)
      if (numbers[k] < numbers[i]) {
        const int other = numbers[i];
        numbers[i] = numbers[k];
        numbers[k] = other;
      }
  return middle_of(numbers, size);
}
