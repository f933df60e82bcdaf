#include "port.h"

int main(void) { return port_read(":70000"); }
