#pragma once

#include <string>
#include <vector>

struct Entry {
  std::string text;
  int day = 0;
};

class Journal {
 public:
  void write(const std::string& text, int day) { entries_.push_back({text, day}); }

  /// Counts the entries by the rank that each is given; returns how many have the highest.
  template <typename Rank>
  int count_by(Rank&& rank) const {
    std::vector<int> counts(8);
    for (const Entry& each : entries_) count_one(counts, rank(each));
    return counts.back();
  }

 private:
  static void count_one(std::vector<int>& counts, long rank);
  std::vector<Entry> entries_;
};
