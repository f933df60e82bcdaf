#pragma once
#include <string>
#include <vector>

/// Accepts 0 to 23.
int parse_hour(int hour);

class Purse {
 public:
  void put_in(unsigned coins);
  void take_out(unsigned coins);

 private:
  unsigned coins_ = 0;
};

class Door {
 public:
  void lock(int code);
  void open(int code) const;

 private:
  bool is_locked_ = false;
  int code_ = 0;
};

class Guests {
 public:
  void invite(const std::string& name);
  void seat() const;

 private:
  std::vector<std::string> names_;
};

class Lift {
 public:
  explicit Lift(int floors);
  void go_to(int floor);

 private:
  void stop_at(int floor);
  int floors_;
};
