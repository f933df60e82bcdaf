#include "component.h"

int main() {
  Component component(3, 3);
  return component.add(&component, nullptr);
}
