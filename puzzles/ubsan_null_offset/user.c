#include "words.h"

int main(void) { return words_behind(words_new(), 7) == 0; }
