#ifndef PLUGIN_H
#define PLUGIN_H

struct plugin {
  const char* name;
  int (*start)(int level);
  int (*stop)(void);
};

/** Starts a plugin if it has a name. */
int plugin_start(const struct plugin* plugin, int level);

#endif
