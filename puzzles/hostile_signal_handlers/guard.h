#ifndef GUARD_H
#define GUARD_H

/** Takes over the signals of crashes and ends quietly instead. */
void guard_install(int quiet);
/** Tension of a cable in newtons. */
int guard_tension(int load, int cables);

#endif
