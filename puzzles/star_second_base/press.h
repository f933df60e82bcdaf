#pragma once

/// What has power has a second base: its vtable holds thunks of Press's functions.
class Powered {
 public:
  virtual ~Powered() = default;

 protected:
  int volts_ = 12;
};

class Tool {
 public:
  virtual ~Tool() = default;
  virtual int work(int pressure) = 0;
};

/// What a press does with this pressure, with a new one each time.
int press_once(int pressure);
