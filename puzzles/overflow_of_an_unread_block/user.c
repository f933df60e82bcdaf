#include "level.h"

int main(void) { return level_of("hello"); }
