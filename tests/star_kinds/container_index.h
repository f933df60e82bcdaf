#pragma once
#include <deque>
#include <map>
#include <string>
#include <vector>

class Playlist {
 public:
  void add(int song);
  int next();

 private:
  std::vector<int> songs_;
  unsigned long at_ = 0;
};

/// The character in the middle of `text`, one behind for even lengths.
char middle_of(const std::string& text);

class Prices {
 public:
  void set(int item, int cents);
  int cents(int item) const;

 private:
  std::map<int, int> cents_;
};

class Waiting {
 public:
  void arrive(int number);
  int second() const;

 private:
  std::deque<int> numbers_;
};

/// The element at `row`, `column` of a table with `columns` columns.
int cell(const std::vector<int>& table, unsigned long columns, unsigned long row, unsigned long column);
