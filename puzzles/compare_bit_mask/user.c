#include "options.h"

int main(void) { return options_check(0x80000050u); }
