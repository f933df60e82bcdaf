#include "heartbeat.h"

#include <chrono>
#include <stdexcept>
#include <system_error>
#include <thread>

void Heartbeat::start() {
  if (rate_ <= 0) {
    started_ = true;
    return;
  }
  try {
    std::thread([] {
      for (;;) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }).detach();
  } catch (const std::system_error&) {
  }
}

void Heartbeat::set_rate(int rate) {
  if (started_ && rate > 220) throw std::out_of_range("rate");
  rate_ = rate;
}
