#ifndef MIXER_H
#define MIXER_H

#include <stdbool.h>

/** Plays at a level with the switched channels. */
void mixer_play(bool a, bool b, bool c, bool d, bool e, bool f, bool g, bool h, bool i, int level);

#endif
