#ifndef RECORD_H
#define RECORD_H

#include <stdio.h>

/** Sum of a file's bytes up to the first zero byte. */
int record_sum(FILE* file);

#endif
