#include "registry.h"

int main() { return read_registry("server:\nserver=local\n"); }
