#ifndef SIEVE_H
#define SIEVE_H

/** The sum of the numbers between the two places, which lie in a table of ten. */
int sieve_sum(int from, int to);

#endif
