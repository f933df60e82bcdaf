#include "digits.h"

int main(void) { return (int)value_of("x0123456789;"); }
