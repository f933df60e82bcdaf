#ifndef WATCHDOG_H
#define WATCHDOG_H

/** Ends the program that started this one when time is up. */
int watchdog_check(int seconds_left, int patience);

#endif
