#include "menu.h"

int main() {
  Menu menu;
  menu.add({"soup", Menu::Kind::kWarm, -3});
}
