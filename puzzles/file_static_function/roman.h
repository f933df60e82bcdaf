#ifndef ROMAN_H
#define ROMAN_H

/** Value of a Roman numeral, 0 if it is none. */
int roman_value(const char* numeral);

#endif
