#include "grammar.h"

int main(void) { return parse_brackets("(a(*"); }
