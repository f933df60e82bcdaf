#include "buckets.h"

struct ByLength {
  std::size_t operator()(const std::string& word) const { return word.size(); }
};

int main() {
  Buckets<std::string, ByLength> words;
  words.put("rosemary");
  words.take("saffron");
}
