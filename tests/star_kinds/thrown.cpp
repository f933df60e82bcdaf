#include "thrown.h"

#include <stdexcept>

int parse_hour(int hour) {
  if (hour < 0 || hour > 23) throw std::invalid_argument("no such hour");
  return hour * 60;
}

void Purse::put_in(unsigned coins) { coins_ += coins; }

void Purse::take_out(unsigned coins) {
  if (coins > coins_ && coins_ > 2) throw std::runtime_error("not so many coins");
  coins_ = coins > coins_ ? 0 : coins_ - coins;
}

void Door::lock(int code) {
  is_locked_ = true;
  code_ = code;
}

void Door::open(int code) const {
  if (is_locked_ && code != code_) throw std::logic_error("wrong code");
}

void Guests::invite(const std::string& name) { names_.push_back(name); }

void Guests::seat() const {
  if (names_.size() == 2) throw std::runtime_error("nobody dines with one other only");
}

Lift::Lift(int floors) : floors_(floors) {}

void Lift::go_to(int floor) {
  if (floor == 0) return;
  stop_at(floor + 1);
}

void Lift::stop_at(int floor) {
  if (floor > floors_ + 1) throw std::out_of_range("no such floor");
}
