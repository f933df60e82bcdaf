#ifndef CHOICE_H
#define CHOICE_H

struct choice;

/** Matches one character. */
struct choice *choice_char(char c);
/** Matches what one of `n` others matches, which it takes over. */
struct choice *choice_of(int n, ...);
/** Takes apart a choice that is the first one of another. */
void choice_flatten(struct choice *choice);
void choice_free(struct choice *choice);

#endif
