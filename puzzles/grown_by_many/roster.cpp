#include "roster.h"

void Roster::insert(int number, const std::string& name) {
  for (auto& page : pages_)
    for (auto& entry : page)
      if (entry.number == number) {
        entry.name = name;
        return;
      }
  if (pages_.empty() || pages_.back().size() == 16) pages_.emplace_back();
  pages_.back().push_back({number, name});
}

void Roster::compact() {
  if (pages_.size() < 4) return;
  throw std::logic_error("the index holds three pages");
}
