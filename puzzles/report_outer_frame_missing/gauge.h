#ifndef GAUGE_H
#define GAUGE_H

/** Mean of `sum` over `count` readings. */
int gauge_mean(int sum, int count);

#endif
