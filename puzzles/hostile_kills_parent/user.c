#include "watchdog.h"

int main(void) { return watchdog_check(380, 20); }
