#pragma once

#include <stdexcept>

/// A panel with 200 keys, press100() to press299(): more calls of a template than are bridged at first.
template <typename T>
class Panel {
 public:
#define KEY(number) \
  void press##number() { last_ = number; }
#define TEN(start)                                                                                                \
  KEY(start##0)                                                                                                   \
  KEY(start##1) KEY(start##2) KEY(start##3) KEY(start##4) KEY(start##5) KEY(start##6) KEY(start##7) KEY(start##8) \
      KEY(start##9)
#define HUNDRED(start)                                                                                            \
  TEN(start##0)                                                                                                   \
  TEN(start##1) TEN(start##2) TEN(start##3) TEN(start##4) TEN(start##5) TEN(start##6) TEN(start##7) TEN(start##8) \
      TEN(start##9)
  HUNDRED(1)
  HUNDRED(2)
#undef HUNDRED
#undef TEN
#undef KEY

  T answer() const {
    if (last_ == 299) throw std::logic_error("the last key is jammed");
    return last_;
  }

 private:
  T last_ = 0;
};
