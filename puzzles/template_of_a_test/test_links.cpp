#include "links.h"

#define TEST(name) void name()

TEST(test_links) {
  Signal<void(int)> changed;
  changed.link().cut();
  Signal<void()> closed;
  closed.link();
}
