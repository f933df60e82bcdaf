#include "sample.h"

#include <cassert>
#include <stdexcept>

SampleClass::SampleClass(int a0, int a1, int a2, int a3, int a4, int b0, int b1, int b2, int b3, int b4, int b5, int b6,
                         int b7, int b8, int b9)
    : a_{a0, a1, a2, a3, a4}, b_{b0, b1, b2, b3, b4, b5, b6, b7, b8, b9} {
  for (const int each : b_)
    if (each < 0) throw std::invalid_argument("negative");
}

std::string SampleClass::run() const {
  int k = 0;
  bool flag = true;
  for (std::size_t i = 0; i < a_.size(); ++i) {
    if (a_[i] > static_cast<int>(i) * 10) {
      if (b_[i] < 0) k = 1;  // never: the constructor has seen to it
    } else {
      flag = false;
    }
  }
  assert(k == 0);
  if (!flag) return "No";
  assert(b_[9] == 0);  // what the paper's program does not have: a crash on the hard branch
  return "Yes";
}
