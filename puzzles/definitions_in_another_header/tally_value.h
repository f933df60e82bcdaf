#ifndef TALLY_VALUE_H
#define TALLY_VALUE_H

#include "tally.h"

int Tally::value_of(char character) { return character >= '0' && character <= '9' ? character - '0' : -1; }

#endif
