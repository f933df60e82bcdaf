#ifndef DIGITS_H
#define DIGITS_H

/** What a hexadecimal number behind an `x` is worth, read from its `;` backwards: "x1f;". */
unsigned value_of(const char* text);

#endif
