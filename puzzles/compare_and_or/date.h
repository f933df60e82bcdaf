#ifndef DATE_H
#define DATE_H

/** Day of the year, from 1. */
int day_of_year(int year, int month, int day);

#endif
