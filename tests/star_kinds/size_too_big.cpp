#include "size_too_big.h"

int ones(long count) {
  std::vector<int> all(count, 1);
  int sum = 0;
  for (int each : all) sum += each;
  return sum;
}

void Pool::grow(int by) { size_ += by; }

size_t Pool::make() const {
  std::vector<char> made;
  made.reserve(size_);
  return made.capacity();
}

size_t line(unsigned width) {
  const std::string line(static_cast<size_t>(width) - 2, '-');
  return line.size();
}

void Text::indent(int by) { indent_ += by; }

std::string Text::shown(const std::string& text) const {
  std::string shown = text;
  shown.resize(text.size() + indent_);
  return shown;
}

size_t cells(int rows, int columns) {
  if (rows < 1) return 0;
  std::vector<std::string> all;
  all.resize(static_cast<size_t>(rows * columns));
  return all.size();
}
