#ifndef LETTER_H
#define LETTER_H

/** Postage by weight in grams. */
int letter_postage(int grams);
/** Sends a letter; checks its weight, which an older version did not. */
int letter_send(int grams, int copies);

#endif
