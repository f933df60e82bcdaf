#ifndef TALLY_H
#define TALLY_H
/** Of another project: there as a static library only. */
int tally_sum(const int* values, int count);
#endif
