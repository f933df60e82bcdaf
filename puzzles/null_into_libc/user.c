#include "path.h"

int main(void) { return path_extension_length("/etc/hosts"); }
