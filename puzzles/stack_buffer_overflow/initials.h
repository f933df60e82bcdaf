#ifndef INITIALS_H
#define INITIALS_H

/** Number of capitals in a name. */
int initials_count(const char* name);

#endif
