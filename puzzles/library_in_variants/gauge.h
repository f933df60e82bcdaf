#ifndef GAUGE_H
#define GAUGE_H

#ifdef __cplusplus
extern "C" {
#endif

/** Collects readings. A program is linked with one kind of gauge: float_gauge.c or whole_gauge.c. */
struct gauge;

struct gauge* gauge_new(void);
void gauge_free(struct gauge* gauge);

/** Adds a reading. */
void gauge_add(struct gauge* gauge, int reading);

/** The mean of the readings, in percent of the first one. */
int gauge_percent(const struct gauge* gauge);

#ifdef __cplusplus
}
#endif
#endif
