#include "meter_internal.h"

int main(void) { return meter_scale(1, 7); }
