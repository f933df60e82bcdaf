#include "mixer.h"

int main(void) { mixer_play(1, 1, 1, 1, 1, 1, 1, 1, 1, 143780); }
