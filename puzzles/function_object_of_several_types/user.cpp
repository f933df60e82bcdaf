#include "record.h"

struct Measure {
  int operator()(const std::string& text) const { return static_cast<int>(text.size()); }
  int operator()(int number) const { return number; }
};

int main() { return trim(Record("tea", 2), Measure()); }
