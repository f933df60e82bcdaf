#include "url.h"

#include <assert.h>
#include <string.h>

int url_port(const char* url) {
  if (!url) return 0;
  if (strncmp(url, "gopher://", 9) == 0) {
    const char* host = url + 9;
    assert(*host != '\0');
    return 70;
  }
  return 0;
}
