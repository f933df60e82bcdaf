#include "component.h"

int main() {
  Component component(3, 3);
  return component.create_color(-1)->id();
}
