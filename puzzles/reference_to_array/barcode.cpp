#include "barcode.h"

#include <stdexcept>

int check_digit(const int (&digits)[3]) {
  int sum = 0;
  for (const int digit : digits) {
    if (digit < 0 || digit > 9) return -1;
    sum += digit;
  }
  if (digits[0] == 9 && sum > 25) throw std::domain_error("reserved");
  return sum % 10;
}
