#include "buffers.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace core {
namespace {

int buffer_size = 8192;

}  // namespace

int ndim(int) { return 0; }

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) throw std::invalid_argument("shapes not aligned");
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

std::vector<double> zeros(int count) {
  if (count < 0) throw std::invalid_argument("negative dimensions are not allowed");
  return std::vector<double>(static_cast<std::size_t>(std::min(count, 1000)));
}

std::string base_repr(int number, int base) {
  if (base > 36) throw std::range_error("bases greater than 36 not handled");
  if (base < 2) throw std::range_error("bases less than 2 not handled");
  std::string digits;
  for (unsigned rest = static_cast<unsigned>(number < 0 ? -static_cast<long>(number) : number); rest > 0; rest /= base)
    digits += "0123456789abcdefghijklmnopqrstuvwxyz"[rest % base];
  std::reverse(digits.begin(), digits.end());
  return digits.empty() ? "0" : digits;
}

int getbufsize() { return buffer_size; }

int setbufsize(int size) {
  if (size > 10'000'000) throw std::invalid_argument("bufsize " + std::to_string(size) + " is too big");
  if (size < 5) throw std::invalid_argument("buffer size, " + std::to_string(size) + ", is too small");
  if (size % 16 != 0) throw std::invalid_argument("buffer size, " + std::to_string(size) + ", is not a multiple of 16");
  return std::exchange(buffer_size, size);
}

}  // namespace core
