#include "plugin.h"

int plugin_start(const struct plugin* plugin, int level) {
  if (!plugin || !plugin->name || level < 3) return -1;
  int status = plugin->start(level);
  return status + 1;
}
