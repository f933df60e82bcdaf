#include "component.h"

int main() {
  Component component(3, 3);
  component.set_length(7);
  component.check_validity();
}
