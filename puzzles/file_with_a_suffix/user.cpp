#include <fstream>

#include "settings.h"

int main() {
  std::ofstream("/tmp/app.ini") << "[main]\nname=\n";
  Settings::load("/tmp/app.ini");
}
