#ifndef CRUNCH_H
#define CRUNCH_H
#ifdef __cplusplus
extern "C" {
#endif
/**
 * @param given the bytes to work on
 * @param k how many bytes @p given points to
 */
unsigned crunch(const unsigned char *given, unsigned k);
#ifdef __cplusplus
}
#endif
#endif
