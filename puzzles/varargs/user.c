#include "total.h"

int main(void) { return total(2, 4, 3); }
