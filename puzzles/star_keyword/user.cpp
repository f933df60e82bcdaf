#include "settings.h"

int main() {
  Settings settings;
  settings.name("depth");
  settings.value(12);
  return settings.apply();
}
