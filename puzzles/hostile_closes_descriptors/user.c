#include "service.h"

int main(void) {
  struct service d = {21};
  service_reload(&d, 5000);
  return 0;
}
