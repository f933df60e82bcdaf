#include "letter.h"

int main(void) { return letter_send(2000, 1); }
