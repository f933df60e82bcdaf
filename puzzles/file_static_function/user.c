#include "roman.h"

int main(void) { return roman_value("XIL"); }
