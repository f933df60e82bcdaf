#include "table.h"

struct Job {
  int id;
  bool operator==(const Job& other) const { return id == other.id; }
};
template <>
struct std::hash<Job> {
  std::size_t operator()(const Job& job) const { return static_cast<std::size_t>(job.id); }
};

int main() {
  hashed::Table<Job, int> table;
  return table.at({1});
}
