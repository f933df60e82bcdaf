#ifndef COUNTER_H
#define COUNTER_H

/** Takes the next number; a test must not rely on what earlier tests left behind. */
int counter_next(int step);

#endif
