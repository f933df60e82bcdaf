#include "plugin.h"

int main(void) {
  struct plugin plugin = {"sound", 0, 0};
  return plugin_start(&plugin, 3);
}
