#include "device.h"

#include <poll.h>
#include <unistd.h>

#include <stdexcept>

namespace meter {

Device::Device() {
  if (pipe(line_) != 0) throw std::runtime_error("no line");
}

Device::~Device() {
  close(line_[0]);
  close(line_[1]);
}

bool Device::ask(unsigned char number) {
  pollfd answer{line_[0], POLLIN, 0};
  if (poll(&answer, 1, 400) > 0) return true;
  lost_ = lost_ || (last_ == 3 && number == 4);
  last_ = number;
  return false;
}

void Device::check() const {
  if (lost_) throw std::runtime_error("no answer");
}

}  // namespace meter
