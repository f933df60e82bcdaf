#include "panel.h"

int main() {
  Panel<int> panel;
  panel.press299();
  return panel.answer();
}
