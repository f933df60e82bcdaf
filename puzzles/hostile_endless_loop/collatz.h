#ifndef COLLATZ_H
#define COLLATZ_H

/** Steps until 1. Never ends for a start below 1 or a large stride. */
int collatz_steps(long start, int stride);

#endif
