#include "settings.h"

#include <string.h>

void Settings::name(const char* name) {
  if (strlen(name) >= sizeof name_) return;
  strcpy(name_, name);
}

void Settings::value(int value) { value_ = value; }

int Settings::apply() const {
  if (strcmp(name_, "depth") != 0) return 0;
  return 100 / (value_ - 12);
}
