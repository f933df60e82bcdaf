#include "config.h"

int main() { return read_config(10); }
