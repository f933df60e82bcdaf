#include "till.h"

/* As in a program that has a till.c of its own. */
#line 3 "/home/user/shop/till.c"
static int pay(int with) { return till_coin(with); }

static int buy(void) { return pay(12); }

int main(void) { return buy(); }
