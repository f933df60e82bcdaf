#ifndef MEAN_H
#define MEAN_H

/** Mean of what lies above the lowest value. */
int mean_above(int sum, int count, int lowest);

#endif
