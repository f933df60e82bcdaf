#include "brackets.h"

int main(void) { return brackets_depth("[[]"); }
