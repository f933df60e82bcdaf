#ifndef TRACK_H
#define TRACK_H

/** The longest way between two neighbours of n points (xs[i], ys[i]), squared. */
double track_longest(const double *xs, const double *ys, int n);

#endif
