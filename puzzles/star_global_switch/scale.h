#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* How weights are shown from now on, in all scales of this thread. */
void scale_show_in(int grams_per_unit);
void scale_round(int is_rounded);

/* The weight in units. */
int scale_shown(int grams);

#ifdef __cplusplus
}
#endif
