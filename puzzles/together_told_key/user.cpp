#include "safe.h"

int main() {
  Safe safe;
  safe.dial(std::string(80, '+'));
  safe.open(3001096046u);
}
