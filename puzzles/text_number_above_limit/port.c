#include "port.h"

#include <assert.h>

int port_read(const char* text) {
  int port = 0;
  if (!text || *text++ != ':') return -1;
  for (; *text >= '0' && *text <= '9' && port < 1000000; ++text) port = port * 10 + (*text - '0');
  if (*text != '\0') return -1;
  assert(port < 65536);
  return port;
}
