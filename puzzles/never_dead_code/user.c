#include "square.h"

int main(void) { return square_root(200); }
