#include "filter.h"

int main() { return count_plain("ab\"c;"); }
