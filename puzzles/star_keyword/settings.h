#pragma once

/// A setting with a short name.
class Settings {
 public:
  void name(const char* name);
  void value(int value);
  int apply() const;

 private:
  char name_[8] = "";
  int value_ = 1;
};
