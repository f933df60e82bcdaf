#ifndef WHOLE_GAUGE_H
#define WHOLE_GAUGE_H

#include "gauge.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The last digit of the sum; gauges of whole numbers alone have it. */
int gauge_last_digit(const struct gauge* gauge);

#ifdef __cplusplus
}
#endif
#endif
