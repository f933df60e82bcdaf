#include "filter.h"

#include <stdexcept>

namespace {

struct Counter {
  bool quoted = false;
  int count = 0;
  void end() const {
    if (quoted && count > 1) throw std::runtime_error("quote is not closed");
  }
};

}  // namespace

int count_plain(const std::string& text) {
  Counter counter;
  const auto take = [&](char letter) {
    if (letter == '"') counter.quoted = !counter.quoted;
    if (!counter.quoted) ++counter.count;
    if (letter == ';') counter.end();
  };
  for (const char letter : text) take(letter);
  return counter.count;
}
