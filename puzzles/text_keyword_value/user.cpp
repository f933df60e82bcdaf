#include "settings.h"

int main() { return read_settings("verbose=1\nthreads=\n"); }
