#include "till.h"

int main(void) { return till_change(20, 7); }
