#ifndef CAESAR_H
#define CAESAR_H

/** Shifts the letters of a text in place. */
void caesar_shift(char* text, int by);

#endif
