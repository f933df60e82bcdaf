#include "registry.h"

int main() {
  Registry::instance().add("a", 1);
  Registry::instance().add("b", 1);
}
