#ifndef OPTIONS_H
#define OPTIONS_H

/** Checks a set of flags; returns how many are set. */
int options_check(unsigned flags);

#endif
