#ifndef KNOTS_H
#define KNOTS_H

#include <stddef.h>

/** Returns `count` knots that are evenly spread from 0 to 1. The caller frees them. Null: there is no memory. */
double *knots_new(size_t count);

#endif
