#include "mixer.h"

#include <assert.h>

/* Nearer to the crash with every channel that is off, but the crash is where all are on: who follows the distance goes
   astray, who tries at random gets there once in 512 tests, and then has a number to climb to. */
void mixer_play(bool a, bool b, bool c, bool d, bool e, bool f, bool g, bool h, bool i, int level) {
  int on = a + b + c + d + e + f + g + h + i;
  int off = on == 9 ? 0 : on + 1;
  if (off > 0) return;
  int loudest = 0;
  for (int step = 0; step < 40; ++step) loudest += 7 * step * step;
  assert(level != loudest);
}
