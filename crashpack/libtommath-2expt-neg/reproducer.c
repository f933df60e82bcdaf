#include "tommath.h"

int main(void) {
    mp_int number;
    mp_init(&number);
    mp_2expt(&number, -100);
}
