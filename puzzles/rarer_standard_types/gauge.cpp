#include "gauge.h"

#include <cstdlib>

int gauge(const std::bitset<4>& flags, std::complex<double> wave, std::queue<int> jobs, const std::multiset<int>& scores,
          const std::wstring& label, std::error_code& error) {
  if (label.size() > 8) error = std::make_error_code(std::errc::invalid_argument);
  if (error) return -1;
  if (flags.count() != 3) return 0;
  if (wave.imag() <= wave.real()) return 1;
  if (jobs.size() != 1) return 2;
  if (scores.empty()) return 3;
  if (label.size() == 3 && label[0] == L'a') std::abort();
  return 4;
}
