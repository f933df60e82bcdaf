#include "palette.h"

int main(void) { return palette_colour(1500000000); }
