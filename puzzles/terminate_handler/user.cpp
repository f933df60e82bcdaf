#include "service.h"

int main() {
  start("mailer");
  return port_of("123456");
}
