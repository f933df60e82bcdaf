#include "magic.h"

int main(void) { return magic_check(2u); }
