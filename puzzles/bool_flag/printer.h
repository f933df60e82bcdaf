#pragma once

class Printer {
 public:
  void set_duplex(bool on) { duplex_ = on; }
  void set_colour(bool on) { colour_ = on; }
  /// Prints so many pages and returns the sheets used.
  int print(int pages);

 private:
  bool duplex_ = false;
  bool colour_ = true;
};
