#include "scanner.h"

int main(void) { return words_of("yields"); }
