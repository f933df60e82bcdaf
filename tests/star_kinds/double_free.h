#pragma once
#include <string>

class Handle {
 public:
  Handle();
  void close();

 private:
  char* memory_;
};

class Owner {
 public:
  Owner();
  ~Owner();
  void release();

 private:
  int* memory_;
};

/// Shows `text` `times` times.
int show(const char* text, int times);

class Picture {
 public:
  explicit Picture(int width);
  void crop(int width);
  void clear();

 private:
  int width_;
  char* pixels_;
};

class Tape {
 public:
  Tape();
  ~Tape();
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;
  void eject();
  void erase();

 private:
  bool is_in_ = true;
  char* tape_;
};
