#include "daemon.h"

int main(void) {
  struct daemon d = {21};
  daemon_reload(&d, 5000);
  return 0;
}
