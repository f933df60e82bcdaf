#include "container_index.h"

void Playlist::add(int song) { songs_.push_back(song); }

int Playlist::next() {
  if (songs_.empty()) return 0;
  return songs_.at(at_++);
}

char middle_of(const std::string& text) { return text.at(text.size() / 2 + text.size() % 2); }

void Prices::set(int item, int cents) { cents_[item] = cents; }

int Prices::cents(int item) const {
  if (cents_.empty()) return 0;
  return cents_.at(item);
}

void Waiting::arrive(int number) { numbers_.push_back(number); }

int Waiting::second() const {
  if (numbers_.empty()) return 0;
  return numbers_.at(1);
}

int cell(const std::vector<int>& table, unsigned long columns, unsigned long row, unsigned long column) {
  if (column >= columns) return 0;
  return table[row * columns + column];
}
