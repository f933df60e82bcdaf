#pragma once

#include <string>
#include <utility>

class Record {
 public:
  Record(std::string name, int count) : name_(std::move(name)), count_(count) {}
  const std::string& name() const { return name_; }
  int count() const { return count_; }
  /// The characters of the name that are left when so many are cut off.
  int left(int cut) const;

 private:
  std::string name_;
  int count_;
};

/// Asks `measure` of each field, and cuts off as much of the name.
template <class Measure>
int trim(const Record& record, Measure measure) {
  const int cut = measure(record.name()) + measure(record.count());
  return record.left(cut);
}
