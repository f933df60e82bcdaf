#ifndef DIGITS_H
#define DIGITS_H

#ifdef __cplusplus
extern "C" {
#endif

/** How many digits the number has. */
int digits_of(long number);

#ifdef __cplusplus
}
#endif

#endif
