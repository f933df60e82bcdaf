#include "config.h"

int main() { return read_config("verbose=1\nthreads=\n"); }
