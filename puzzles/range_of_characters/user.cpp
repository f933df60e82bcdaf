#include <string>

#include "scan.h"

int main() {
  const std::string text("f(");
  return scan::depth(text.data(), text.data() + text.size());
}
