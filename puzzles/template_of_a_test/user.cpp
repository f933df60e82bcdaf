#include "links.h"

int main() {
  Signal<void(const char*)> renamed;
  renamed.link();
  renamed.link();
  renamed.link().cut();
}
