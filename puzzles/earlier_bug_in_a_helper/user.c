#include "gauge.h"

int main(void) { return gauge_read(451); }
