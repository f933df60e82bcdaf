#ifndef SAFE_H
#define SAFE_H

/** Turns the dial; returns 1 if the door opens. */
int safe_open(int dial);

#endif
