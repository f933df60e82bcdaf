#ifndef WEEK_H
#define WEEK_H

/** Opening hours of a day, 1 for Monday. */
int week_hours(int day);

#endif
