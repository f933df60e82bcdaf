#include "parser.h"

int main() { return tiny::sum("1+x"); }
