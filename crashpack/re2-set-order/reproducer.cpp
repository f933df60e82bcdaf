#include "re2/set.h"

int main() {
  RE2::Set set(RE2::DefaultOptions, RE2::UNANCHORED);
  set.Add("foo.*", nullptr);
  std::vector<int> matches;
  set.Match("foobar", &matches);
}
