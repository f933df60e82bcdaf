#ifndef SPECTRUM_H
#define SPECTRUM_H

#ifdef __cplusplus
extern "C" {
#endif

struct bin {
  float real, imaginary;
};

struct plan;

/** For an even number of samples. */
struct plan* plan_new(int samples);
void plan_free(struct plan* plan);

/** Fills in samples / 2 + 1 bins. */
void spectrum_of(const struct plan* plan, struct bin* bins);

#ifdef __cplusplus
}
#endif

#endif
