#ifndef DIGITS_H
#define DIGITS_H

/** The number between two positions in one text. */
int digits_value(const char* begin, const char* end);

#endif
