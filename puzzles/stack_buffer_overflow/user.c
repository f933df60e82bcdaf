#include "initials.h"

int main(void) { return initials_count("JRRTolkien, CBE"); }
