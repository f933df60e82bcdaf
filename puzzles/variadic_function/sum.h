#ifndef SUM_H
#define SUM_H

/** Sum of `count` ints. */
int sum_of(int count, ...);

#endif
