#include "journal.h"

int main() {
  Journal journal;
  journal.write("rain", 3);
  return journal.count_by([](const Entry& entry) { return entry.day * 4; });
}
