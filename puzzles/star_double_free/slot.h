#pragma once

/// Room for some bytes.
class Slot {
 public:
  void fill(int size);
  void drop();
  void close();

 private:
  char* data_ = nullptr;
  bool filled_ = false;
};
