#ifndef WORDS_H
#define WORDS_H
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
/* Writes at most `room` bytes to `to`; returns how many, 0 at the end. */
typedef size_t (*read_fn)(void *user, char *to, size_t room);
int count_words(read_fn read, void *user);
#ifdef __cplusplus
}
#endif
#endif
